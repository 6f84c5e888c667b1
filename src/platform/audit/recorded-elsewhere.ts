import { Extensions } from 'type-graphql';

/**
 * Excludes a mutation from the audit trail and names the records that contain its changes, e.g. `the runs`. For mutations
 * that change nothing or have a log of their own. Every other mutation is audited.
 */
export function RecordedElsewhere(where: string): MethodDecorator {
  return Extensions({ recordedElsewhere: where }) as MethodDecorator;
}

/** Name of the records that contain a mutation's changes. Null if the audit trail contains them. */
export function recordedElsewhere(field: { extensions: object }): string | null {
  return (field.extensions as { recordedElsewhere?: string }).recordedElsewhere ?? null;
}
