import { publishedEvent } from '../platform/events/published-event.ts';
import { OWN_USE_ID } from './customers-api.ts';

/** The webhook event `customers.cap-reached`. */
export const capReached = publishedEvent({
  type: 'customers.cap-reached',
  name: 'customers.cap-reached',
  description:
    'A customer has spent 80 or 100 percent of a monthly cap. Sent once per month, cap and percentage, and again if the cap was changed.',
  data: {
    customerId: 'Id of the customer; null for the service account.',
    month: 'Month as `YYYY-MM`, in UTC.',
    cap: 'Kind of the cap: `SOFT` or `HARD`.',
    percent: 'Percentage reached: 80 or 100.',
    capMicros: 'Amount of the cap in micros of USD.',
    spentMicros: 'Amount spent this month, in micros of USD.',
  },
  async messageFor(_ctx, { customerId: account, month, cap, percent, capMicros, spentMicros }) {
    const customerId = account === OWN_USE_ID ? null : account;
    return { customerId, data: { customerId, month, cap, percent, capMicros, spentMicros } };
  },
});
