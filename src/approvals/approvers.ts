import type { EntityManager } from '@mikro-orm/postgresql';
import type { OperatorsApi } from '../operators/index.ts';
import { isOperator } from '../operators/pure.ts';
import { ANONYMOUS } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { badUserInput, Refusal } from '../platform/errors/errors.ts';
import type { Decider } from './approval.rules.ts';

/** As many as can ever decide one request. */
export const MOST_DECISIONS = 20;

/** What is asked of the operators. */
export type ApproverLookup = Pick<OperatorsApi, 'isBootstrap' | 'mayBootstrapDecide' | 'mayDecideNow' | 'approvers'>;

/** Who the people are that decide, as far as it matters here. */
export class Approvers {
  readonly #operators: ApproverLookup;

  constructor(operators: ApproverLookup) {
    this.#operators = operators;
  }

  /**
   * How who asks stands as one who decides.
   * @param isForGood whether it is decided by it, in the transaction of the context: then nobody is disabled in between
   */
  async standingOf(
    { em, principal }: Context,
    isForGood: boolean,
  ): Promise<Pick<Decider, 'isBootstrapOver' | 'isApprover'>> {
    if (!isOperator(principal)) return { isBootstrapOver: false, isApprover: false };
    if (this.#operators.isBootstrap(principal)) {
      const may = isForGood ? this.#operators.mayDecideNow(em, principal) : this.#operators.mayBootstrapDecide();
      return { isBootstrapOver: !(await may), isApprover: true };
    }
    // Nobody but a stored person is one who approves. As long as nothing is decided by it, their permissions say so.
    const may = isForGood ? await this.#operators.mayDecideNow(em, principal) : principal.subjectId !== null;
    return { isBootstrapOver: false, isApprover: may };
  }

  /** @throws Refusal QUORUM_UNREACHABLE when more would have to approve than may, those who are barred apart */
  async assertEnough({ em }: Pick<Context, 'em'>, quorum: number, barred: readonly string[]): Promise<void> {
    if (!Number.isInteger(quorum) || quorum < 1 || quorum > MOST_DECISIONS) {
      throw badUserInput(`1 to ${MOST_DECISIONS} people approve one thing.`);
    }
    const most = await this.howMany({ em }, barred);
    if (quorum <= most) return;
    throw new Refusal(
      'QUORUM_UNREACHABLE',
      `${quorum} ${quorum === 1 ? 'person has' : 'people have'} to approve this, and there ${most === 1 ? 'is 1' : `are ${most}`} who may, those who have to do with the asking apart: who asks, whose work it is, and who has issued the key. Invite more approvers, ask for fewer in the policy, or ask with a key of the command imprimatur customer-key, which no person has issued. Nothing was filed.`,
    );
  }

  /** How many may decide at this moment, those who are barred apart. */
  async howMany({ em }: Pick<Context, 'em'>, barred: readonly string[]): Promise<number> {
    const actors = (await this.#operators.approvers(em)).map((id) => `operator:${id}`);
    const people = actors.filter((actor) => !barred.includes(actor)).length;
    // Until there is an approver, the admin token counts as one.
    return people === 0 && (await this.#mayBootstrapDecide(em, barred)) ? 1 : people;
  }

  async #mayBootstrapDecide(em: EntityManager, barred: readonly string[]): Promise<boolean> {
    const isBarred = barred.some((actor) => this.#operators.isBootstrap({ ...ANONYMOUS, actor }));
    return !isBarred && this.#operators.mayBootstrapDecide(em);
  }
}
