import type { ChangeSet } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import type { ActionRecorder, RunStatement } from './action-recorder.ts';
import { MAX_CHANGES_PER_ENTRY, writeAuditedAction } from './audit.ts';
import { type AuditedAction, AuditOutcome, type ChangedValue } from './audited-action.ts';
import { auditedChanges, subjectIdOf } from './audited-values.ts';

/** Entities whose changes aren't recorded: queued events, usage of rate limits, and the audit trail itself. */
const UNAUDITED_ENTITIES = new Set(['AuditEntry', 'LimitUse', 'OutboxEvent']);

/**
 * Records the changes of one audited action. Writes the action's audit entry in the transaction of the changes, right before the
 * commit, so that neither exists without the other. Handles one transaction at a time.
 */
export class AuditRecorder implements ActionRecorder {
  readonly action: string;
  readonly #ctx: Context;
  readonly #namedIds: readonly string[];
  #changes: ChangedValue[] = [];
  #subjects = new Set<string>();
  #hasChanged = false;
  /** Number of recorded changes at each open savepoint. */
  readonly #savepoints: number[] = [];
  /** True if an audit entry was written and committed. */
  isWritten = false;
  /** True if an earlier request with the same idempotency key did the work. */
  isReplay = false;

  constructor(ctx: Context, action: string, namedIds: readonly string[]) {
    this.#ctx = ctx;
    this.action = action;
    this.#namedIds = namedIds;
  }

  collect(changeSets: Iterable<ChangeSet<object>>): void {
    for (const one of changeSets) {
      if (UNAUDITED_ENTITIES.has(one.meta.className)) continue;
      const id = subjectIdOf(one.entity);
      if (id !== null) this.#subjects.add(id);
      this.#add(auditedChanges(one));
    }
  }

  report(subjectIds: readonly string[], changes: readonly ChangedValue[]): void {
    for (const id of subjectIds) this.#subjects.add(id);
    this.#add(changes);
  }

  reportReplay(): void {
    this.isReplay = true;
  }

  afterBegin(isSavepoint: boolean): void {
    if (isSavepoint) this.#savepoints.push(this.#changes.length);
  }

  /** Writes the audit entry in a transaction that reported changes. If no transaction reports any, `writeDone` writes it. */
  async beforeCommit(run: RunStatement, isSavepoint: boolean): Promise<void> {
    if (isSavepoint) this.#savepoints.pop();
    else if (this.#hasChanged) await this.#write(run, []);
  }

  afterCommit(isSavepoint: boolean): void {
    if (isSavepoint || !this.#hasChanged) return;
    this.isWritten = true;
    this.#forget();
  }

  afterRollback(isSavepoint: boolean): void {
    if (isSavepoint) this.#changes.length = Math.min(this.#changes.length, this.#savepoints.pop() ?? 0);
    else this.#forget();
  }

  /** Writes the audit entry unless a transaction has already written it. */
  async writeDone(run: RunStatement, subjectIds: readonly string[]): Promise<void> {
    if (!this.isWritten) await this.#write(run, subjectIds);
  }

  async writeRefusal(run: RunStatement, code: AuditedAction['code']): Promise<void> {
    const { action } = this;
    await writeAuditedAction(run, this.#ctx, {
      action,
      subjectIds: this.#namedIds,
      outcome: AuditOutcome.REFUSED,
      code,
    });
  }

  async #write(run: RunStatement, besides: readonly string[]): Promise<void> {
    await writeAuditedAction(run, this.#ctx, {
      action: this.action,
      subjectIds: [...new Set([...this.#subjects, ...besides, ...this.#namedIds])],
      outcome: AuditOutcome.DONE,
      changes: this.#changes,
    });
  }

  #add(changes: readonly ChangedValue[]): void {
    this.#hasChanged = true;
    this.#changes.push(...changes.slice(0, MAX_CHANGES_PER_ENTRY - this.#changes.length));
  }

  #forget(): void {
    this.#changes = [];
    this.#subjects = new Set();
    this.#hasChanged = false;
    this.#savepoints.length = 0;
  }
}
