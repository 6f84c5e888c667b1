import { Extensions } from 'type-graphql';

/**
 * Says of a mutation that it leaves no row in the audit trail, and where instead it is written down what it has done, e.g. `the
 * log of runs`: for what changes nothing, and for what has a log of its own. Every other mutation is written down.
 */
export function RecordedElsewhere(where: string): MethodDecorator {
  return Extensions({ recordedElsewhere: where }) as MethodDecorator;
}

/** Null for a mutation that is written down in the audit trail. */
export function recordedElsewhere(field: { extensions: object }): string | null {
  return (field.extensions as { recordedElsewhere?: string }).recordedElsewhere ?? null;
}
