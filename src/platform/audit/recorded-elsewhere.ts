import { Extensions } from 'type-graphql';

/**
 * Excludes a mutation from the audit trail and names the place where its changes are recorded, e.g. `the log of runs`. Use it
 * for mutations that change nothing or have a log of their own. Every other mutation is audited.
 */
export function RecordedElsewhere(where: string): MethodDecorator {
  return Extensions({ recordedElsewhere: where }) as MethodDecorator;
}

/** Place where the mutation is recorded. Null if it is recorded in the audit trail. */
export function recordedElsewhere(field: { extensions: object }): string | null {
  return (field.extensions as { recordedElsewhere?: string }).recordedElsewhere ?? null;
}
