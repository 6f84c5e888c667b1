import type { EntityManager } from '@mikro-orm/postgresql';
import { defineFeature } from '../feature.ts';
import type { PublishedEvent } from '../platform/events/published-event.ts';
import type { ResolveName } from '../platform/http/checked-lookup.ts';
import { GuardedAddresses } from '../platform/http/guarded-addresses.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { deleting } from '../platform/upkeep/upkeep.ts';
import type { SettingsApi } from '../settings/index.ts';
import { delayAfter } from './backoff.ts';
import { Deliverer } from './deliverer.ts';
import { fanOut } from './fan-out.ts';
import { Sender } from './sender.ts';
import { webhookCapabilities } from './webhook.capabilities.ts';
import { ALLOWED_HOSTS_VARIABLE, webhookConfig } from './webhook.config.ts';
import { Webhook } from './webhook.entity.ts';
import { measureAttempts, webhookMetrics } from './webhook.metrics.ts';
import { webhookNames } from './webhook.names.ts';
import { webhookDisabled } from './webhook.published.ts';
import { webhookDeliveryPages, webhookPages } from './webhook.reads.ts';
import { WebhookResolver } from './webhook.resolver.ts';
import { WebhookService } from './webhook.service.ts';
import { keepDeliveriesDays } from './webhook.settings.ts';
import { findSecret } from './webhook.sql.ts';
import { WebhookAttempt, WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookDeliveryResolver } from './webhook-delivery.resolver.ts';
import { deleteEnded, pullDeliveriesForward } from './webhook-delivery.sql.ts';

/** Options with which tests use short delays and no DNS. */
export interface WebhooksOptions {
  delayAfter?: (tries: number) => number | null;
  resolve?: ResolveName;
  timeoutMs?: number;
}

/** Feature for webhooks of the service and of customers, which deliver events, signed as Standard Webhooks specifies. */
export function webhooksFeature(options: WebhooksOptions = {}) {
  return defineFeature({
    name: 'webhooks',
    names: webhookNames,
    entities: [Webhook, WebhookDelivery, WebhookAttempt],
    tablePrivileges: {
      webhook: ['INSERT', 'UPDATE', 'DELETE'],
      webhook_attempt: ['INSERT', 'UPDATE'],
      webhook_delivery: ['INSERT', 'UPDATE', 'DELETE'],
    },
    config: webhookConfig,
    settings: [keepDeliveriesDays],
    enveloped: [
      { table: 'webhook', column: 'secret', context: 'id' },
      { table: 'webhook', column: 'previous_secret', context: 'id' },
    ],
    compose(platform, { settings }: { settings: SettingsApi }) {
      const { clock, config, encryption, limits, live, telemetry } = platform;
      const addresses = new GuardedAddresses({
        listed: config.of(webhookConfig).allowedHosts,
        listedIn: ALLOWED_HOSTS_VARIABLE,
        proxies: config.of(proxyConfig),
        takesQuery: true,
        resolve: options.resolve,
      });
      const sender = new Sender({ addresses, clock, timeoutMs: options.timeoutMs });
      const announce = (em: EntityManager) => live.announce(em, 'webhook.due');
      const deliverer = new Deliverer({
        base: platform,
        encryption,
        sender,
        delayAfter: options.delayAfter ?? ((tries) => delayAfter(tries)),
        announce,
        onAttempt: measureAttempts(telemetry),
      });
      const wake = () => deliverer.wake();
      live.observe('webhook.due', wake);
      platform.queue.onClockSetBack(async (em) => {
        const count = await pullDeliveriesForward(em);
        await announce(em);
        return count;
      });
      // Webhook events of all features. Empty until `listeners` is called, after all features are composed.
      let published: readonly PublishedEvent[] = [];
      const eventNames = () => new Set(published.map(({ name }) => name));
      const service = new WebhookService({ addresses, encryption, limits, eventNames, announce });
      return {
        api: {},
        resolvers: [new WebhookResolver(service, () => published), new WebhookDeliveryResolver(service)],
        nodes: {
          webhook: (ctx, id) => service.find(ctx, id),
          webhookDelivery: (ctx, id) => service.findDelivery(ctx, id),
        },
        reads: { webhooks: webhookPages.compilable, webhookDeliveries: webhookDeliveryPages.compilable },
        published: [webhookDisabled],
        listeners: (all) => {
          published = all;
          return [fanOut(all, wake)];
        },
        capabilities: webhookCapabilities,
        metrics: webhookMetrics,
        background: [
          { recorded: 'the deliveries of webhooks', start: () => deliverer.start(), stop: () => deliverer.stop() },
        ],
        encryptedSample: findSecret,
        upkeep: {
          'old webhook deliveries': deleting(async ({ em }) =>
            deleteEnded(em, await settings.value(keepDeliveriesDays)),
          ),
        },
        close: () => sender.close(),
      };
    },
  });
}

export const webhooks = webhooksFeature();
