import { command } from '../platform/command-line/command.ts';
import { UsageError } from '../platform/command-line/exit.ts';
import { Plan } from './plan.ts';

const PLANS = Object.values(Plan);

export const commands = [
  command({
    name: 'customer-key',
    trail: { audited: 'issueCustomerKey' },
    words: ['NAME'],
    options: { plan: { type: 'string', default: Plan.BASE }, days: { type: 'string' } },
    usage: [
      ['customer-key NAME [--days N]', 'Create an API key for a customer, and the customer if needed. Printed once.'],
      ['--plan PLAN', `Plan of a new customer: ${PLANS.join(', ')}.`],
    ],
    examples: ['customer-key "Lakeside Law" --plan PRO'],
    async run(shell, { plan, days }, name) {
      const chosen = PLANS.find((one) => one === plan.toUpperCase());
      if (!chosen) throw new UsageError(`--plan takes one of ${PLANS.join(', ')}.`);
      const lifetimeDays = days === undefined ? null : Number(days);
      if (lifetimeDays !== null && !(Number.isInteger(lifetimeDays) && lifetimeDays > 0)) {
        throw new UsageError('--days takes a whole number of days, at least 1.');
      }
      const { issueCustomerKey } = await import('./issue-customer-key.ts');
      await issueCustomerKey(shell, name, { plan: chosen, lifetimeDays });
    },
  }),
];
