import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { settingsOf } from '../settings/index.ts';
import { CustomerService } from './customer.service.ts';
import { planSettings } from './customer.settings.ts';
import { CustomerKeyService } from './customer-key.service.ts';
import { issueKeyFor } from './key-for-customer-name.ts';
import type { Plan } from './plan.ts';

/** Issues a customer's key from the shell. */
export function issueCustomerKey(
  shell: CommandEnvironment,
  name: string,
  { plan, lifetimeDays }: { plan: Plan; lifetimeDays: number | null },
): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    // This process caches nothing, and the key is for all tasks.
    const services = {
      customers: new CustomerService(() => {}, settingsOf(planSettings, shell.config, ctx.database)),
      keys: new CustomerKeyService(
        () => {},
        async () => [],
      ),
    };
    const token = await issueKeyFor(ctx, services, { name, plan, keyName: 'From the shell', lifetimeDays });
    process.stdout.write(`${token}\n`);
  });
}
