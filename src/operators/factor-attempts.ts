import type { Context } from '../platform/context.ts';
import { networkOf } from '../platform/limits/counted-caller.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import { FAILURES_OF_NETWORK, WRONG_ANSWERS } from './sign-in/sign-in.limits.ts';

export interface FactorAttempt {
  /** Reports that the answer was correct, so that the attempt doesn’t count. */
  right(): Promise<void>;
}

/**
 * Rate limit of wrong passwords, codes and passkeys, per network and, if one factor is proven already, per operator. Attempts
 * count from their start, so that concurrent ones can’t exceed the limit.
 */
export class FactorAttempts {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @param operatorId operator of whom the caller has already proven one factor; null otherwise, so that other people can’t lock
   * an operator out
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
