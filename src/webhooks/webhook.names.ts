import { defineNames } from '../platform/names.ts';

export const webhookNames = defineNames({
  ids: {
    webhook: { prefix: 'whk', node: 'Webhook' },
    webhookDelivery: { prefix: 'whd', node: 'WebhookDelivery' },
  },
  permissions: {
    'webhooks:manage': { title: "Manage the house's webhooks, and see and end those of customers", roles: ['ADMIN'] },
    'own-webhooks:manage': { title: 'Have events sent to addresses of one’s own', roles: ['ADMIN', 'CUSTOMER'] },
    'webhooks:unmetered': { title: 'Test and replay without a limit, as only the service itself does', roles: [] },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    webhooks: typeof webhookNames;
  }
}
