import type { ErrorCode } from '../errors/error-codes.ts';

/** What became of it. */
export const DeedOutcome = {
  DONE: 'DONE',
  /** Nothing was changed: whoever it was may not, or what they gave would not do. */
  REFUSED: 'REFUSED',
} as const;
export type DeedOutcome = (typeof DeedOutcome)[keyof typeof DeedOutcome];

/** One value of a thing, before and after. Null where there was or is none; never of a secret. */
export interface ChangedValue {
  readonly subjectId: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Something that somebody did or tried. */
export interface Deed {
  /** A mutation's name, or one of what is done elsewhere, e.g. `signIn`. Never changes its meaning. */
  readonly action: string;
  /** Of what it was done to. */
  readonly subjectIds: readonly string[];
  readonly outcome: DeedOutcome;
  /** Of the refusal. */
  readonly code?: ErrorCode | null;
  readonly changes?: readonly ChangedValue[];
}
