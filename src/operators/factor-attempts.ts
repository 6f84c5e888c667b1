import type { Context } from '../platform/context.ts';
import { networkOf } from '../platform/limits/counted-as.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import { FAILURES_OF_NETWORK, WRONG_ANSWERS } from './sign-in/sign-in.limits.ts';

export interface FactorAttempt {
  /** It was right, and counts no more. */
  right(): Promise<void>;
}

/**
 * Tries at what only one person can know or have, counted for that person and for the network they come from, before they are
 * made: a hundred at one moment are a hundred.
 */
export class FactorAttempts {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @param operatorId who it is tried for, where whoever tries has shown something of that person already; null where that is
   * not known, so that nobody is kept out by others
   * @throws Refusal RATE_LIMITED
   */
  async begin(ctx: Context, operatorId: string | null): Promise<FactorAttempt> {
    const taken: [Limit, number, string][] = [[FAILURES_OF_NETWORK, 1, `network ${networkOf(ctx.address)}`]];
    if (operatorId !== null) taken.push([WRONG_ANSWERS, 1, `operator ${operatorId}`]);
    await this.#limits.take(ctx, ...taken);
    return {
      right: async () => {
        for (const [limit, amount, subject] of taken) await this.#limits.giveBack(ctx, limit, amount, subject);
      },
    };
  }
}
