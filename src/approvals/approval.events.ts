import type { Context } from '../platform/context.ts';
import { type EventMessage, type PublishedEvent, publishedEvent } from '../platform/events/published-event.ts';
import type { ApprovalState, ApprovalSubject } from './approval.entity.ts';
import { findSubject } from './approval.sql.ts';

interface ApprovalEvent {
  approvalId: string;
  subject: ApprovalSubject;
  subjectId: string;
}

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** A request for approval was filed. Published by `ApprovalsApi.file` and by the SQL function `request_approvals`. */
    'approval.requested': ApprovalEvent;
    /** One person has decided on the request; more decisions can be needed. Published in the transaction of the decision. */
    'approval.decision-made': { approvalId: string; decisionId: string };
    /**
     * The request is no longer pending: it was approved, rejected, canceled or superseded, or has expired. Also published when an
     * approval is revoked.
     */
    'approval.decided': ApprovalEvent & { state: Exclude<ApprovalState, 'PENDING'> };
  }
}

/** Webhook events about approvals. They never contain held content or its description. */
export const publishedApprovals: readonly PublishedEvent[] = [
  publishedEvent({
    type: 'approval.requested',
    name: 'approval.requested',
    description: 'A request for approval was filed.',
    messageFor: (ctx, { approvalId }) => eventMessageOf(ctx, approvalId, 'PENDING'),
  }),
  publishedEvent({
    type: 'approval.decided',
    name: 'approval.decided',
    description: 'A request for approval was approved, rejected, canceled, superseded or revoked, or has expired.',
    messageFor: (ctx, { approvalId, state }) => eventMessageOf(ctx, approvalId, state),
  }),
];

/**
 * Creates the message of an event. Null if the approval doesn’t exist.
 * @param state state at the time of the event, which can differ from the current state if the event is delivered late
 */
async function eventMessageOf({ em }: Context, id: string, state: ApprovalState): Promise<EventMessage | null> {
  const about = await findSubject(em, id);
  if (!about) return null;
  const { customerId, subjectKind, subjectId, sha256 } = about;
  return { customerId, data: { approvalId: id, subjectKind, subjectId, state, sha256 } };
}
