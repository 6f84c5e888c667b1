import { type Approval, type ApprovalsApi, ApprovalVerdict } from '../approvals/index.ts';
import type { OperatorsApi } from '../operators/index.ts';
import { ANONYMOUS } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';

/**
 * Returns a function that checks if enough of the people who approved a request are still approvers. Operators can be disabled
 * after they approved.
 */
export function approvalValidity(
  operators: Pick<OperatorsApi, 'approvers' | 'isBootstrap' | 'mayBootstrapDecide'>,
  approvals: Pick<ApprovalsApi, 'decisions'>,
): (ctx: Context, approval: Approval) => Promise<boolean> {
  return async (ctx, approval) => {
    const { quorum, sha256, barred } = approval;
    const decisions = await approvals.decisions(ctx, approval);
    const people = new Set((await operators.approvers(ctx.em)).map((operatorId) => `operator:${operatorId}`));
    const isBootstrapIn = await operators.mayBootstrapDecide(ctx.em);
    const may = (actor: string) =>
      !barred.includes(actor) &&
      (people.has(actor) || (isBootstrapIn && operators.isBootstrap({ ...ANONYMOUS, actor })));
    const approving = decisions.filter(
      ({ verdict, decidedBy, sha256: seen }) =>
        verdict === ApprovalVerdict.APPROVE && seen === sha256 && may(decidedBy),
    );
    return new Set(approving.map(({ decidedBy }) => decidedBy)).size >= quorum;
  };
}
