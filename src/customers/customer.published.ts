import { publishedEvent } from '../platform/events/published-event.ts';
import { HOUSE_ID } from './customers-api.ts';

/** What the outside is told of money. */
export const capReached = publishedEvent({
  type: 'customers.cap-reached',
  name: 'customers.cap-reached',
  description:
    'With a call that was settled, 80 or 100 percent of a cap of the month are spent. Once for each of them.',
  data: {
    customerId: 'Whose cap it is; null for the house’s own.',
    month: '`YYYY-MM`, in UTC.',
    cap: '`SOFT` or `HARD`.',
    percent: '80 or 100.',
    capMicros: 'The cap in micros of USD.',
    spentMicros: 'What is spent, in micros of USD.',
  },
  async tell(_ctx, { customerId: account, month, cap, percent, capMicros, spentMicros }) {
    const customerId = account === HOUSE_ID ? null : account;
    return { customerId, data: { customerId, month, cap, percent, capMicros, spentMicros } };
  },
});
