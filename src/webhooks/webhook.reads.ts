import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/reads/page-projection.ts';
import { isoTime } from '../platform/graphql/reads/projection.ts';
import { within } from '../platform/graphql/schema/created-filter.ts';
import { Webhook } from './webhook.entity.ts';
import type { WebhookDeliveriesArgs, WebhooksArgs } from './webhook.inputs.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

const webhook = entityProjection(Webhook);

const delivery = entityProjection(WebhookDelivery, {
  fields: {
    nextAttemptAt: isoTime('webhook_delivery.due_at'),
  },
});

/** List of the webhooks that the caller can see. */
export const webhookPages = new PageProjection<WebhooksArgs, Webhook>({
  typeName: 'WebhookConnection',
  node: webhook,
  ids: 'webhook',
  orders: { CREATED_AT: 'id', FAILING_SINCE: { sql: 'webhook.failing_since', type: 'time', isNullable: true } },
  createdAt: 'webhook.created_at',
  filter({ filter }, { principal }): RowFilter {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const { state, customerId, isServiceWide } = filter ?? {};
    if (!can(principal, 'webhooks:manage')) {
      conditions.push(`webhook.customer_id = $${values.push(principal.subjectId ?? 'nobody')}`);
    }
    if (state) conditions.push(`webhook.state = $${values.push(state)}`);
    if (customerId) conditions.push(`webhook.customer_id = $${values.push(customerId)}`);
    if (isServiceWide != null) conditions.push(`webhook.customer_id is ${isServiceWide ? '' : 'not '}null`);
    return { conditions, values };
  },
});

/** List of the deliveries to the webhooks that the caller can see. */
export const webhookDeliveryPages = new PageProjection<WebhookDeliveriesArgs, WebhookDelivery>({
  typeName: 'WebhookDeliveryConnection',
  node: delivery,
  ids: 'webhookDelivery',
  mayLag: true,
  orders: { CREATED_AT: 'id' },
  filter({ filter }, { principal }: Context): RowFilter {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const { webhookId, state, eventName, since, until } = filter ?? {};
    if (!can(principal, 'webhooks:manage')) {
      const own = `$${values.push(principal.subjectId ?? 'nobody')}`;
      conditions.push(`webhook_delivery.webhook_id in (select id from webhook where customer_id = ${own})`);
    }
    if (webhookId) conditions.push(`webhook_delivery.webhook_id = $${values.push(webhookId)}`);
    if (state) conditions.push(`webhook_delivery.state = $${values.push(state)}`);
    if (eventName) conditions.push(`webhook_delivery.event_name = $${values.push(eventName)}`);
    conditions.push(...within('webhook_delivery.occurred_at', since, until, values, ['since', 'until']));
    return { conditions, values };
  },
});
