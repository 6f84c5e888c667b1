import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { type Approval, ApprovalState } from './approval.entity.ts';
import type { BindingFlaw } from './binding/approval-binding.ts';

/** Refusal to return held content, because the request isn’t approved. Null if it is. */
export function refusalOf({ expiresAt }: Approval, state: ApprovalState): Refusal | null {
  switch (state) {
    case ApprovalState.APPROVED:
      return null;
    case ApprovalState.PENDING:
      return new Refusal(
        'HELD_FOR_APPROVAL',
        `The content is held until an approver decides at \`/admin/approvals\`, at the latest until ${expiresAt.toISOString()}. Don’t send the request again: fetch the content after the decision.`,
      );
    case ApprovalState.REJECTED:
      return new Refusal('APPROVAL_REFUSED', 'An approver rejected the request. The content is not released.');
    case ApprovalState.CANCELED:
      return new Refusal('APPROVAL_CANCELED', 'The request for approval was canceled. The content is not released.');
    case ApprovalState.SUPERSEDED:
      return new Refusal('APPROVAL_SUPERSEDED', 'Another request has replaced this one. The content is not released.');
    case ApprovalState.REVOKED:
      return new Refusal('APPROVAL_REVOKED', 'The approval was revoked. The content is not released.');
    case ApprovalState.EXPIRED:
      return new Refusal(
        'APPROVAL_EXPIRED',
        'The request was not decided in time. The content is not released. Send a new request if you still need it.',
      );
  }
}

/** @throws Refusal APPROVAL_NOT_PROVEN if the stored request or its decisions aren’t what was signed */
export function refuseFlawed({ logger }: Context, { id }: Approval, flaw: BindingFlaw | null): void {
  if (!flaw) return;
  logger.error({ approvalId: id, flaw: flaw.kind }, 'a stored request for approval is not what was signed');
  throw new Refusal('APPROVAL_NOT_PROVEN', `${flaw.what} Nothing was decided or released. Tell the operator.`);
}
