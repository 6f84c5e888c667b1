import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { kindOfId } from '../ids.ts';
import type { Limit, Limits } from '../limits/limits.ts';
import { afterAction, inAuditedAction } from '../request-scope.ts';
import { AuditRecorder } from './audit-recorder.ts';
import type { AuditedAction } from './audited-action.ts';

/**
 * Maximum number of mutations per hour, process and caller without the permission `changes:unmetered`. Each mutation leaves an
 * audit entry that can't be deleted for a year.
 */
const CHANGES_PER_HOUR = 2_000;
/**
 * Maximum number of recorded refusals per hour and caller. Further refusals are only counted: the first 60 show who makes the
 * attempts.
 */
const REFUSALS_PER_HOUR = 60;

const changes: Limit = {
  name: 'changes',
  of: 'changes',
  amount: async () => CHANGES_PER_HOUR,
  per: 'hour',
  exempt: 'changes:unmetered',
  counted: 'BY_PROCESS',
};

/**
 * Limits of recorded refusals. Each process first limits a flood on its own; the remaining refusals are counted across processes.
 */
const refusals = (['BY_PROCESS', 'BY_ALL'] as const).map(
  (counted): Limit => ({
    name: 'refusals-written-down',
    of: 'refusals',
    amount: async () => REFUSALS_PER_HOUR,
    per: 'hour',
    exempt: 'refusals:unmetered',
    counted,
  }),
);

/** Runs mutations and records them in the audit trail. */
export class AuditedMutations {
  readonly #limits: Limits;
  #unwritten = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Number of refusals since the process began that were only counted, not recorded. */
  get unwritten(): number {
    return this.#unwritten;
  }

  /**
   * Runs a mutation and records its outcome in the audit trail. @param codeOf returns the code of a result that is a problem,
   * otherwise null
   */
  async perform<Answer>(
    ctx: Context,
    action: string,
    input: unknown,
    work: () => Promise<Answer>,
    codeOf: (answer: Answer) => AuditedAction['code'],
  ): Promise<Answer> {
    await this.#limits.take(ctx, [changes, 1]);
    const recorder = new AuditRecorder(ctx, action, idsIn(input));
    const answer = await inAuditedAction(ctx, recorder, work);
    const code = codeOf(answer);
    if (recorder.isReplay && !code) {
      await this.#limits.giveBack(ctx, changes, 1);
      return answer;
    }
    const run = (text: string, values: readonly unknown[]) => sql(ctx.fork().em, text, values);
    await afterAction(async () => {
      if (!code) await recorder.writeDone(run, idsIn(answer));
      else if (await this.#mayBeWritten(ctx)) await recorder.writeRefusal(run, code);
      else this.#unwritten += 1;
    });
    return answer;
  }

  async #mayBeWritten(ctx: Context): Promise<boolean> {
    for (const limit of refusals) if (!(await this.#limits.takeSilently(ctx, limit))) return false;
    return true;
  }
}

/**
 * Finds the object ids in a value: the value itself, its members and their members. Reads only the first 100 elements of an
 * array.
 */
function idsIn(value: unknown, depth = 2): string[] {
  if (typeof value === 'string') return value.length <= 64 && kindOfId(value) ? [value] : [];
  if (depth === 0 || typeof value !== 'object' || value === null || value instanceof Date) return [];
  if (ArrayBuffer.isView(value)) return [];
  const members = Array.isArray(value) ? value.slice(0, 100) : Object.values(value);
  return [...new Set(members.flatMap((member) => idsIn(member, depth - 1)))];
}
