import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { kindOfId } from '../ids.ts';
import type { Limit, Limits } from '../limits/limits.ts';
import { afterAction, inAuditedAction } from '../request-scope.ts';
import { AuditRecorder } from './audit-recorder.ts';
import type { AuditedAction } from './audited-action.ts';

/** What a person or program that is not ours may change in an hour: each leaves a row that nobody takes away. */
const CHANGES_PER_HOUR = 2_000;
/** Beyond it a refusal is counted and not written down: whoever tries a thousand times is known by the first sixty. */
const REFUSALS_PER_HOUR = 60;

const changes: Limit = {
  name: 'changes',
  of: 'changes',
  amount: async () => CHANGES_PER_HOUR,
  per: 'hour',
  exempt: 'changes:unmetered',
  counted: 'BY_PROCESS',
};

/** A flood is turned away by each process itself; what is left is counted for all of them together. */
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

/** Writes mutations into the audit trail. */
export class AuditedMutations {
  readonly #limits: Limits;
  #unwritten = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Refusals that were counted and not written down, since the process began. */
  get unwritten(): number {
    return this.#unwritten;
  }

  /**
   * Does a mutation and writes down what became of it.
   * @param codeOf of its answer, where that is a refusal
   */
  async perform<Answer>(
    ctx: Context,
    action: string,
    input: unknown,
    work: () => Promise<Answer>,
    codeOf: (answer: Answer) => AuditedAction['code'],
  ): Promise<Answer> {
    await this.#limits.take(ctx, [changes, 1]);
    const deed = new AuditRecorder(ctx, action, idsIn(input));
    const answer = await inAuditedAction(ctx, deed, work);
    const code = codeOf(answer);
    if (deed.isReplay && !code) {
      await this.#limits.giveBack(ctx, changes, 1);
      return answer;
    }
    const run = (text: string, values: readonly unknown[]) => sql(ctx.fork().em, text, values);
    await afterAction(async () => {
      if (!code) await deed.writeDone(run, idsIn(answer));
      else if (await this.#mayBeWritten(ctx)) await deed.writeRefusal(run, code);
      else this.#unwritten += 1;
    });
    return answer;
  }

  async #mayBeWritten(ctx: Context): Promise<boolean> {
    for (const limit of refusals) if (!(await this.#limits.takeSilently(ctx, limit))) return false;
    return true;
  }
}

/** Ids of ours that something names: by itself, or in one of its members, or in what those hold. */
function idsIn(value: unknown, depth = 2): string[] {
  if (typeof value === 'string') return value.length <= 64 && kindOfId(value) ? [value] : [];
  if (depth === 0 || typeof value !== 'object' || value === null || value instanceof Date) return [];
  if (ArrayBuffer.isView(value)) return [];
  const members = Array.isArray(value) ? value.slice(0, 100) : Object.values(value);
  return [...new Set(members.flatMap((member) => idsIn(member, depth - 1)))];
}
