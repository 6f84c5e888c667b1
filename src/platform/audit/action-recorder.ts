import type { ChangeSet } from '@mikro-orm/core';
import type { ChangedValue } from './audited-action.ts';

/** Runs a statement, in a transaction or by itself. */
export type RunStatement = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** A mutation that is being done, for whom its transactions and services tell what they change. */
export interface ActionRecorder {
  /** By the unit of work. */
  collect(changeSets: Iterable<ChangeSet<object>>): void;
  /** By a statement by hand. */
  report(subjectIds: readonly string[], changes: readonly ChangedValue[]): void;
  /** Called when an earlier request with the same idempotency key has done the work. */
  reportReplay(): void;
  afterBegin(isSavepoint: boolean): void;
  /** Right before the transaction is committed, in it. @throws when it must not be */
  beforeCommit(run: RunStatement, isSavepoint: boolean): Promise<void>;
  afterCommit(isSavepoint: boolean): void;
  afterRollback(isSavepoint: boolean): void;
}
