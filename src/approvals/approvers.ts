import type { OperatorsApi } from '../operators/index.ts';
import type { Context } from '../platform/context.ts';
import { badUserInput } from '../platform/errors.ts';
import type { Decider } from './approval.rules.ts';

/** As many as can ever decide one request. */
export const MOST_DECISIONS = 20;

/** Who the people are that decide, as far as it matters here. */
export class Approvers {
  readonly #operators: OperatorsApi;

  constructor(operators: OperatorsApi) {
    this.#operators = operators;
  }

  /** How who asks stands as one who decides. @param isForGood whether it is decided by it, in the transaction of the context */
  async standingOf(
    { principal }: Context,
    _isForGood: boolean,
  ): Promise<Pick<Decider, 'isBootstrapOver' | 'isApprover'>> {
    if (this.#operators.isBootstrap(principal)) {
      return { isBootstrapOver: !(await this.#operators.mayBootstrapDecide()), isApprover: true };
    }
    return { isBootstrapOver: false, isApprover: true };
  }

  /** @throws Refusal when more are asked for than there can be */
  async assertEnough(_ctx: Context, quorum: number, _barred: readonly string[]): Promise<void> {
    if (!Number.isInteger(quorum) || quorum < 1 || quorum > MOST_DECISIONS) {
      throw badUserInput(`1 to ${MOST_DECISIONS} people approve one thing.`);
    }
  }
}
