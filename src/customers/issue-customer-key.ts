import type { CommandEnvironment } from '../platform/command-line/command.ts';
import { settingsOf } from '../settings/index.ts';
import { CustomerService } from './customer.service.ts';
import { planSettings } from './customer.settings.ts';
import { CustomerKeyService } from './customer-key.service.ts';
import { issueKeyFor } from './key-for-customer-name.ts';
import type { Plan } from './plan.ts';

/** Issues an API key for a customer from the shell. */
export function issueCustomerKey(
  shell: CommandEnvironment,
  name: string,
  { plan, lifetimeDays }: { plan: Plan; lifetimeDays: number | null },
): Promise<void> {
  return shell.withDatabase(async (ctx) => {
    // `onChange` does nothing, because this process caches nothing. No task names are needed, because the key is for all tasks.
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
