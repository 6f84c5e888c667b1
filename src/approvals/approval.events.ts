import type { Context } from '../platform/context.ts';
import { type PublishedEvent, publishedEvent, type Telling } from '../platform/events/published-event.ts';
import type { ApprovalState, ApprovalSubject } from './approval.entity.ts';
import { findAbout } from './approval.sql.ts';

interface ApprovalEvent {
  approvalId: string;
  subject: ApprovalSubject;
  subjectId: string;
}

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** Written by `request_approvals`. */
    'approval.requested': ApprovalEvent;
    /** One person has decided; it may wait for others yet. In the transaction of the decision. */
    'approval.decision-made': { approvalId: string; decisionId: string };
    /** Its state is for good: approved, rejected, expired, canceled or superseded; or what was approved is revoked. */
    'approval.decided': ApprovalEvent & { state: Exclude<ApprovalState, 'PENDING'> };
  }
}

/** What the outside hears: never what is held, nor what was said of it. */
export const publishedApprovals: readonly PublishedEvent[] = [
  publishedEvent({
    type: 'approval.requested',
    name: 'approval.requested',
    description: 'Something is held until a person approves it.',
    tell: (ctx, { approvalId }) => tell(ctx, approvalId, 'PENDING'),
  }),
  publishedEvent({
    type: 'approval.decided',
    name: 'approval.decided',
    description:
      'What was held was approved, rejected, canceled, superseded or revoked, or nobody has decided in time.',
    tell: (ctx, { approvalId, state }) => tell(ctx, approvalId, state),
  }),
];

/** @param state as the event has it: who hears of it late is told what happened then */
async function tell({ em }: Context, id: string, state: ApprovalState): Promise<Telling | null> {
  const about = await findAbout(em, id);
  if (!about) return null;
  const { customerId, subjectKind, subjectId, sha256 } = about;
  return { customerId, data: { approvalId: id, subjectKind, subjectId, state, sha256 } };
}
