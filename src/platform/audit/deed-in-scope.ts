import type { ChangeSet } from '@mikro-orm/core';
import type { ChangedValue } from './deed.ts';

/** Runs a statement, in a transaction or by itself. */
export type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** A mutation that is being done, for whom its transactions and services tell what they change. */
export interface DeedInScope {
  /** By the unit of work. */
  collect(changeSets: Iterable<ChangeSet<object>>): void;
  /** By a statement by hand. */
  tell(subjectIds: readonly string[], changes: readonly ChangedValue[]): void;
  /** Called when an earlier request with the same idempotency key has done the work. */
  replay(): void;
  begun(isSavepoint: boolean): void;
  /** Right before the transaction is committed, in it. @throws when it must not be */
  committing(run: Run, isSavepoint: boolean): Promise<void>;
  committed(isSavepoint: boolean): void;
  undone(isSavepoint: boolean): void;
}
