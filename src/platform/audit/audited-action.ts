import type { ErrorCode } from '../errors/error-codes.ts';

/** Result of an audited action. */
export const AuditOutcome = {
  DONE: 'DONE',
  /** The action returned a problem, e.g. because the caller lacks a permission or the input is invalid. */
  REFUSED: 'REFUSED',
} as const;
export type AuditOutcome = (typeof AuditOutcome)[keyof typeof AuditOutcome];

/** Value of one field before and after the action. Null where the field had no value. Secrets are never included. */
export interface ChangedValue {
  readonly subjectId: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An action that a caller completed or attempted. */
export interface AuditedAction {
  /** Name of the mutation, or of an action outside the GraphQL schema such as `signIn`. A name never changes its meaning. */
  readonly action: string;
  /** Ids of the objects that the action was applied to. */
  readonly subjectIds: readonly string[];
  readonly outcome: AuditOutcome;
  /** Code of the problem, if the action was refused. */
  readonly code?: ErrorCode | null;
  readonly changes?: readonly ChangedValue[];
}
