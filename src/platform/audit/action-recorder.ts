import type { ChangeSet } from '@mikro-orm/core';
import type { ChangedValue } from './audited-action.ts';

/** Runs a statement in a transaction or on its own. */
export type RunStatement = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** Records what a mutation changes, as reported by its transactions and services. */
export interface ActionRecorder {
  /** Records changes of the unit of work. */
  collect(changeSets: Iterable<ChangeSet<object>>): void;
  /** Records changes of a hand-written statement. */
  report(subjectIds: readonly string[], changes: readonly ChangedValue[]): void;
  /** Marks the request as a replay: an earlier request with the same idempotency key did the work. */
  reportReplay(): void;
  afterBegin(isSavepoint: boolean): void;
  /** Called in the transaction right before its commit. @throws if the transaction must not be committed */
  beforeCommit(run: RunStatement, isSavepoint: boolean): Promise<void>;
  afterCommit(isSavepoint: boolean): void;
  afterRollback(isSavepoint: boolean): void;
}
