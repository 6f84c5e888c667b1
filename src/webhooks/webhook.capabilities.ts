import type { Facility } from '../platform/health/facility.ts';
import { countOwn } from './webhook.sql.ts';

/** Whether anybody is told what happens. */
export const webhookFacilities: readonly Facility[] = [
  {
    name: 'webhooks',
    group: 'OUTSIDE',
    title: 'Webhooks of the house',
    screen: '/admin/webhooks',
    description: 'Addresses that are told what happens here.',
    variables: ['WEBHOOK_ALLOWED_HOSTS'],
    async look({ em }) {
      const { count, failing } = await countOwn(em);
      if (count === 0) {
        return { state: 'NOT_CONFIGURED', detail: 'Events are sent nowhere.', remedy: 'Name an address of yours.' };
      }
      const addresses = `${count} ${count === 1 ? 'address is' : 'addresses are'} told`;
      return {
        state: 'ON',
        detail: failing === 0 ? `${addresses}.` : `${addresses}; the last attempt has failed at ${failing}.`,
        remedy: failing === 0 ? null : 'Look at what came back.',
      };
    },
  },
];
