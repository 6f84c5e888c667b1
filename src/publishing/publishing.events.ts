import type { ApprovalState } from '../approvals/index.ts';
import type { Context } from '../platform/context.ts';
import { type EventMessage, type PublishedEvent, publishedEvent } from '../platform/events/published-event.ts';
import { PublishRequest } from './publish-request.entity.ts';

interface PermitEvent {
  permitId: string;
  publishRequestId: string;
}

declare module '../platform/events/outbox.ts' {
  interface Events {
    'publish-request.filed': { publishRequestId: string };
    /**
     * The request is no longer pending: it was approved, rejected, canceled, superseded or revoked, or has expired. Published
     * after the event of its approval.
     */
    'publish-request.decided': { publishRequestId: string; state: Exclude<ApprovalState, 'PENDING'> };
    /** The permit of a request has changed. Internal event, for subscriptions. */
    'publish-request.permit-changed': { publishRequestId: string };
    'permit.used': PermitEvent;
    'permit.expired': PermitEvent;
  }
}

const REQUEST = 'Id of the publish request.';

/** Webhook events about publish requests. They never contain recipients or content. */
export const publishedOfPublishing: readonly PublishedEvent[] = [
  publishedEvent({
    type: 'publish-request.filed',
    name: 'publish-request.filed',
    description: 'A publish request was filed and waits for approval.',
    data: { publishRequestId: REQUEST, approvalId: 'Id of the approval.', sha256: 'SHA-256 of the action.' },
    messageFor: (ctx, { publishRequestId }) =>
      messageOf(ctx, publishRequestId, ({ approvalId, sha256 }) => ({ approvalId, sha256 })),
  }),
  publishedEvent({
    type: 'publish-request.decided',
    name: 'publish-request.decided',
    description: 'A publish request was approved, rejected, canceled, superseded or revoked, or has expired.',
    data: {
      publishRequestId: REQUEST,
      approvalId: 'Id of the approval.',
      sha256: 'SHA-256 of the action.',
      state: 'New state: a value of `ApprovalState`.',
    },
    messageFor: (ctx, { publishRequestId, state }) =>
      messageOf(ctx, publishRequestId, ({ approvalId, sha256 }) => ({ approvalId, sha256, state })),
  }),
  publishedEvent({
    type: 'permit.used',
    name: 'permit.used',
    description:
      'The requester has fetched an approved action and its permit. The service doesn’t know whether anything was sent.',
    data: { publishRequestId: REQUEST, permitId: 'Id of the permit.' },
    messageFor: (ctx, { publishRequestId, permitId }) => messageOf(ctx, publishRequestId, () => ({ permitId })),
  }),
  publishedEvent({
    type: 'permit.expired',
    name: 'permit.expired',
    description: 'A permit was not fetched in time.',
    data: { publishRequestId: REQUEST, permitId: 'Id of the permit.' },
    messageFor: (ctx, { publishRequestId, permitId }) => messageOf(ctx, publishRequestId, () => ({ permitId })),
  }),
];

async function messageOf(
  { em }: Context,
  publishRequestId: string,
  more: (request: PublishRequest) => Record<string, unknown>,
): Promise<EventMessage | null> {
  const request = await em.findOne(PublishRequest, publishRequestId);
  return request && { customerId: request.customerId, data: { publishRequestId, ...more(request) } };
}
