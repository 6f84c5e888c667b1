import { publishedEvent } from '../platform/events/published-event.ts';

/** Webhook event that announces that an item expires soon. */
export const expirationAnnounced = publishedEvent({
  type: 'endings.announced',
  name: 'ending.announced',
  description: 'A price, key, token, link or certificate without a successor ends in 30, 7 or 1 days.',
  data: {
    kind: 'A value of `ExpirationKind`.',
    subjectId: 'Id of the key, token or link; name of the deployment; SHA-256 of the certificate.',
    endsAt: 'Time at which it ends.',
    daysBefore: '30, 7 or 1.',
  },
  async messageFor(_ctx, { kind, subjectId, customerId, endsAt, daysBefore }) {
    return { customerId, data: { kind, subjectId, endsAt, daysBefore } };
  },
});
