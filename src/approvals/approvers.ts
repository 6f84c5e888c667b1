import type { EntityManager } from '@mikro-orm/postgresql';
import type { OperatorsApi } from '../operators/index.ts';
import { isOperator } from '../operators/pure.ts';
import { ANONYMOUS } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { badUserInput, Refusal } from '../platform/errors/errors.ts';
import type { Decider } from './approval.rules.ts';

/** Maximum number of decisions on one request. */
export const MAX_DECISIONS = 20;

/** Methods of the operators' API that approvals need. */
export type ApproverLookup = Pick<OperatorsApi, 'isBootstrap' | 'mayBootstrapDecide' | 'mayDecideNow' | 'approvers'>;

/** Finds out who can currently approve requests. */
export class Approvers {
  readonly #operators: ApproverLookup;

  constructor(operators: ApproverLookup) {
    this.#operators = operators;
  }

  /**
   * Data about the caller that the rules of decisions need.
   * @param isDecision true in the transaction of a decision; the caller’s row is then locked, so that the caller can’t be
   * disabled meanwhile
   */
  async approverStatus(
    { em, principal }: Context,
    isDecision: boolean,
  ): Promise<Pick<Decider, 'isBootstrapOver' | 'isApprover'>> {
    if (!isOperator(principal)) return { isBootstrapOver: false, isApprover: false };
    if (this.#operators.isBootstrap(principal)) {
      const may = isDecision ? this.#operators.mayDecideNow(em, principal) : this.#operators.mayBootstrapDecide();
      return { isBootstrapOver: !(await may), isApprover: true };
    }
    // Only operators who are stored in the database can approve. Outside the transaction of a decision, the current role of the
    // operator isn’t read again.
    const may = isDecision ? await this.#operators.mayDecideNow(em, principal) : principal.subjectId !== null;
    return { isBootstrapOver: false, isApprover: may };
  }

  /**
   * @throws Refusal QUORUM_UNREACHABLE if the quorum exceeds the number of approvers who aren’t barred; BAD_USER_INPUT if it
   * isn’t 1 to `MAX_DECISIONS`
   */
  async assertEnough({ em }: Pick<Context, 'em'>, quorum: number, barred: readonly string[]): Promise<void> {
    if (!Number.isInteger(quorum) || quorum < 1 || quorum > MAX_DECISIONS) {
      throw badUserInput(`The quorum must be 1 to ${MAX_DECISIONS}; ${quorum} was given.`);
    }
    const most = await this.countEligible({ em }, barred);
    if (quorum <= most) return;
    throw new Refusal(
      'QUORUM_UNREACHABLE',
      `Approvals needed: ${quorum}; eligible approvers: ${most}. The requester, its owner and the issuer of its key don’t count. Invite more approvers, lower the quorum in the policy, or use a key of the command imprimatur customer-key, which no person has issued. Nothing was filed.`,
    );
  }

  /** Number of people who can currently approve, without those in `barred`. */
  async countEligible({ em }: Pick<Context, 'em'>, barred: readonly string[]): Promise<number> {
    const actors = (await this.#operators.approvers(em)).map((id) => `operator:${id}`);
    const people = actors.filter((actor) => !barred.includes(actor)).length;
    // Until an approver exists, the bearer of the admin token counts as one approver.
    return people === 0 && (await this.#mayBootstrapDecide(em, barred)) ? 1 : people;
  }

  async #mayBootstrapDecide(em: EntityManager, barred: readonly string[]): Promise<boolean> {
    const isBarred = barred.some((actor) => this.#operators.isBootstrap({ ...ANONYMOUS, actor }));
    return !isBarred && this.#operators.mayBootstrapDecide(em);
  }
}
