import type { ChangeSet } from '@mikro-orm/core';
import type { ChangedValue } from './audited-action.ts';

/** Runs an SQL statement, in a transaction or on its own. */
export type RunStatement = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** Records what an audited action changes, as reported by its transactions and services. */
export interface ActionRecorder {
  /** Records changes that the ORM's unit of work makes. */
  collect(changeSets: Iterable<ChangeSet<object>>): void;
  /** Records changes that a hand-written SQL statement makes. */
  report(subjectIds: readonly string[], changes: readonly ChangedValue[]): void;
  /** Marks the request as repeated: an earlier request with the same idempotency key did the work. */
  reportReplay(): void;
  afterBegin(isSavepoint: boolean): void;
  /** Called in the transaction right before its commit. @throws if the transaction must not be committed */
  beforeCommit(run: RunStatement, isSavepoint: boolean): Promise<void>;
  afterCommit(isSavepoint: boolean): void;
  afterRollback(isSavepoint: boolean): void;
}
