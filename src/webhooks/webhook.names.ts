import { defineNames } from '../platform/names.ts';

export const webhookNames = defineNames({
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

declare module '../platform/names.ts' {
  interface Names {
    webhooks: typeof webhookNames;
  }
}
