import type { ServiceCapability } from '../platform/health/capability.ts';
import { formatCount } from '../platform/text/plural.ts';
import { countOwn } from './webhook.sql.ts';

/** Reports whether the service has webhooks of its own and whether they fail. */
export const webhookCapabilities: readonly ServiceCapability[] = [
  {
    name: 'webhooks',
    group: 'OUTSIDE',
    title: 'Webhooks of the service',
    screen: '/admin/webhooks',
    description: 'Addresses that receive events of the service.',
    variables: ['WEBHOOK_ALLOWED_HOSTS'],
    async check({ em }) {
      const { count, failing } = await countOwn(em);
      if (count === 0) {
        return {
          state: 'NOT_CONFIGURED',
          detail: 'No webhook receives events of the service.',
          remedy: 'Create a webhook.',
        };
      }
      const addresses = `${formatCount(count, 'webhook receives', 'webhooks receive')} events`;
      return {
        state: 'ON',
        detail: failing === 0 ? `${addresses}.` : `${addresses}; the last attempt failed for ${failing}.`,
        remedy: failing === 0 ? null : 'Look at the latest deliveries of the failing webhooks.',
      };
    },
  },
];
