import { registerNames } from '../platform/registry.ts';

export const webhookNames = registerNames({
  ids: {
    webhook: { prefix: 'whk', node: 'Webhook' },
    webhookDelivery: { prefix: 'whd', node: 'WebhookDelivery' },
  },
  permissions: {
    'webhooks:manage': {
      title: 'Manage webhooks of the service; see, update and delete those of customers',
      roles: ['ADMIN'],
    },
    'own-webhooks:manage': { title: 'Manage own webhooks', roles: ['ADMIN', 'CUSTOMER'] },
    'webhooks:unmetered': { title: 'Send tests and replays without a rate limit (only the service itself)', roles: [] },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    webhooks: typeof webhookNames;
  }
}
