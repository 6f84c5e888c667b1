import { publishedEvent } from '../../platform/events/published-event.ts';

/** What the outside is told of the policy. */
export const routingPolicyPublished = publishedEvent({
  type: 'routing-policy.published',
  name: 'routing-policy.published',
  description: 'A version of the routing policy is in force.',
  data: { routingPolicyId: 'The version.', number: 'Its number, from 1.' },
  async messageFor(_ctx, { routingPolicyId, number }) {
    return { customerId: null, data: { routingPolicyId, number } };
  },
});
