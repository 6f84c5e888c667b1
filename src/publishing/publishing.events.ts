import type { ApprovalState } from '../approvals/index.ts';
import type { Context } from '../platform/context.ts';
import { type PublishedEvent, publishedEvent, type Telling } from '../platform/events/published-event.ts';
import { PublishRequest } from './publish-request.entity.ts';

interface PermitEvent {
  permitId: string;
  publishRequestId: string;
}

declare module '../platform/events/outbox.ts' {
  interface Events {
    'publish-request.filed': { publishRequestId: string };
    /** Its approval has an end: approved, refused, taken back. Follows the approval's own event. */
    'publish-request.decided': { publishRequestId: string; state: Exclude<ApprovalState, 'PENDING'> };
    /** Something has become of its permit. For who watches it here. */
    'publish-request.permit-changed': { publishRequestId: string };
    'permit.used': PermitEvent;
    'permit.expired': PermitEvent;
  }
}

const REQUEST = 'The request to publish.';

/** What the outside hears: never whom it would reach, nor what it says. */
export const publishedOfPublishing: readonly PublishedEvent[] = [
  publishedEvent({
    type: 'publish-request.filed',
    name: 'publish-request.filed',
    description: 'Somebody asks that something is written outside. It waits for people.',
    data: { publishRequestId: REQUEST, approvalId: 'The approval that is asked for.', sha256: 'Of what is asked.' },
    tell: (ctx, { publishRequestId }) =>
      tell(ctx, publishRequestId, ({ approvalId, sha256 }) => ({ approvalId, sha256 })),
  }),
  publishedEvent({
    type: 'publish-request.decided',
    name: 'publish-request.decided',
    description: 'A request to publish was approved, rejected, canceled, superseded or revoked, or has expired.',
    data: {
      publishRequestId: REQUEST,
      approvalId: 'The approval that was asked for.',
      sha256: 'Of what was asked.',
      state: 'Which of these.',
    },
    tell: (ctx, { publishRequestId, state }) =>
      tell(ctx, publishRequestId, ({ approvalId, sha256 }) => ({ approvalId, sha256, state })),
  }),
  publishedEvent({
    type: 'permit.used',
    name: 'permit.used',
    description: 'Who asked has fetched what was approved, and the permit for it. That it was sent, nobody here knows.',
    data: { publishRequestId: REQUEST, permitId: 'The permit.' },
    tell: (ctx, { publishRequestId, permitId }) => tell(ctx, publishRequestId, () => ({ permitId })),
  }),
  publishedEvent({
    type: 'permit.expired',
    name: 'permit.expired',
    description: 'Nobody has fetched a permit in time.',
    data: { publishRequestId: REQUEST, permitId: 'The permit.' },
    tell: (ctx, { publishRequestId, permitId }) => tell(ctx, publishRequestId, () => ({ permitId })),
  }),
];

async function tell(
  { em }: Context,
  publishRequestId: string,
  more: (request: PublishRequest) => Record<string, unknown>,
): Promise<Telling | null> {
  const request = await em.findOne(PublishRequest, publishRequestId);
  return request && { customerId: request.customerId, data: { publishRequestId, ...more(request) } };
}
