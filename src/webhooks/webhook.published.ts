import { publishedEvent } from '../platform/events/published-event.ts';
import { Webhook } from './webhook.entity.ts';

/** The event `webhook.disabled`, delivered to the other webhooks of its owner. */
export const webhookDisabled = publishedEvent({
  type: 'webhook.disabled',
  name: 'webhook.disabled',
  description: 'A webhook was disabled and gets no more events. Delivered to the other webhooks of its owner.',
  data: { webhookId: 'Id of the webhook.', because: 'Reason: a value of `WebhookDisabledReason`.' },
  async messageFor({ em }, { webhookId, because }) {
    const webhook = await em.findOne(Webhook, webhookId);
    return webhook && { customerId: webhook.customerId, data: { webhookId, because } };
  },
});
