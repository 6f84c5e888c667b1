import { publishedEvent } from '../platform/events/published-event.ts';
import { Webhook } from './webhook.entity.ts';

/** What the outside is told of webhooks: at the others of the same owner. */
export const webhookDisabled = publishedEvent({
  type: 'webhook.disabled',
  name: 'webhook.disabled',
  description: 'Events are not sent to a webhook any more. The other webhooks of its owner hear of it.',
  data: { webhookId: 'The webhook.', because: 'Why: a value of `WebhookDisabledBecause`.' },
  async tell({ em }, { webhookId, because }) {
    const webhook = await em.findOne(Webhook, webhookId);
    return webhook && { customerId: webhook.customerId, data: { webhookId, because } };
  },
});
