import type { ChangeSet } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import { requestScope } from '../request-scope.ts';
import { type Run, writeDeed } from './audit.ts';
import { type ChangedValue, type Deed, DeedOutcome } from './deed.ts';
import { subjectIdOf, told, toldChanges } from './told-values.ts';

/** One deed may change thousands of rows. The first of them say what it was. */
const MAX_CHANGES = 50;

/** Of the platform's own tables there is nothing to tell: they hold what is to be sent, counted and written down. */
const OWN = new Set(['AuditEntry', 'LimitUse', 'OutboxEvent']);

/**
 * A mutation that is being done, and what its transaction has changed so far. The row of the audit trail is written by that very
 * transaction, right before it is committed: neither is kept without the other. Does one transaction after the other.
 */
export class DeedUnderWay {
  readonly action: string;
  readonly #ctx: Context;
  readonly #namedIds: readonly string[];
  #changes: ChangedValue[] = [];
  #subjects = new Set<string>();
  #hasChanged = false;
  /** How many changes there were when each savepoint was set. */
  readonly #savepoints: number[] = [];
  /** Whether a row was written that is kept. */
  isWritten = false;

  constructor(ctx: Context, action: string, namedIds: readonly string[]) {
    this.#ctx = ctx;
    this.action = action;
    this.#namedIds = namedIds;
  }

  /** By the unit of work. */
  collect(changeSets: Iterable<ChangeSet<object>>): void {
    for (const one of changeSets) {
      if (OWN.has(one.meta.className)) continue;
      const id = subjectIdOf(one.entity);
      if (id !== null) this.#subjects.add(id);
      this.#add(toldChanges(one));
    }
  }

  /** By a statement by hand. */
  tell(subjectIds: readonly string[], changes: readonly ChangedValue[]): void {
    for (const id of subjectIds) this.#subjects.add(id);
    this.#add(changes.map((one) => ({ ...one, before: told(one.before), after: told(one.after) })));
  }

  begun(isSavepoint: boolean): void {
    if (isSavepoint) this.#savepoints.push(this.#changes.length);
  }

  /** What is changed in a transaction that changes nothing we know of is told of at the end. */
  async committing(run: Run, isSavepoint: boolean): Promise<void> {
    if (isSavepoint) this.#savepoints.pop();
    else if (this.#hasChanged) await this.#write(run, []);
  }

  committed(isSavepoint: boolean): void {
    if (isSavepoint || !this.#hasChanged) return;
    this.isWritten = true;
    this.#forget();
  }

  undone(isSavepoint: boolean): void {
    if (isSavepoint) this.#changes.length = Math.min(this.#changes.length, this.#savepoints.pop() ?? 0);
    else this.#forget();
  }

  /** What no transaction has told of, with what is known once it is done. */
  async writeDone(run: Run, subjectIds: readonly string[]): Promise<void> {
    if (!this.isWritten) await this.#write(run, subjectIds);
  }

  async writeRefusal(run: Run, code: Deed['code']): Promise<void> {
    const { action } = this;
    await writeDeed(run, this.#ctx, { action, subjectIds: this.#namedIds, outcome: DeedOutcome.REFUSED, code });
  }

  async #write(run: Run, besides: readonly string[]): Promise<void> {
    await writeDeed(run, this.#ctx, {
      action: this.action,
      subjectIds: [...new Set([...this.#subjects, ...besides, ...this.#namedIds])],
      outcome: DeedOutcome.DONE,
      changes: this.#changes,
    });
  }

  #add(changes: readonly ChangedValue[]): void {
    this.#hasChanged = true;
    this.#changes.push(...changes.slice(0, MAX_CHANGES - this.#changes.length));
  }

  #forget(): void {
    this.#changes = [];
    this.#subjects = new Set();
    this.#hasChanged = false;
    this.#savepoints.length = 0;
  }
}

/**
 * Tells the audit trail what a statement by hand changes, for the mutation that it is done for: to be called in its transaction,
 * which then writes it down. What the unit of work changes is told by itself; outside a mutation this does nothing.
 */
export function tellChanges(subjectIds: readonly string[], changes: readonly ChangedValue[] = []): void {
  requestScope()?.deed?.tell(subjectIds, changes);
}
