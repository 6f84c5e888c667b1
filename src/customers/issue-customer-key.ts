import type { Shell } from '../platform/command-line/command.ts';
import { CustomerService } from './customer.service.ts';
import { CustomerKeyService } from './customer-key.service.ts';
import { issueKeyFor } from './named-customer.ts';
import type { Plan } from './plan.ts';

/** Issues a customer's key from the shell. */
export function issueCustomerKey(
  shell: Shell,
  name: string,
  { plan, lifetimeDays }: { plan: Plan; lifetimeDays: number | null },
): Promise<void> {
  // Nothing is remembered in this process, and the key is for all tasks.
  const services = {
    customers: new CustomerService(() => {}),
    keys: new CustomerKeyService(
      () => {},
      async () => [],
    ),
  };
  return shell.withDatabase(async (ctx) => {
    const token = await issueKeyFor(ctx, services, { name, plan, keyName: 'From the shell', lifetimeDays });
    process.stdout.write(`${token}\n`);
  });
}
