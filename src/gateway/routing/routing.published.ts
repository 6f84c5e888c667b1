import { publishedEvent } from '../../platform/events/published-event.ts';

/** Event for webhooks when a routing policy is published. */
export const routingPolicyPublished = publishedEvent({
  type: 'routing-policy.published',
  name: 'routing-policy.published',
  description: 'A version of the routing policy was published and is in force.',
  data: { routingPolicyId: 'Id of the version.', number: 'Number of the version, from 1.' },
  async messageFor(_ctx, { routingPolicyId, number }) {
    return { customerId: null, data: { routingPolicyId, number } };
  },
});
