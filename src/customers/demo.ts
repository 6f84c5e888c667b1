import { existsSync } from 'node:fs';
import type { Context } from '../platform/context.ts';
import { keptSecret, secretFile } from '../platform/secrets.ts';
import type { CustomerService } from './customer.service.ts';
import type { CustomerKeyService } from './customer-key.service.ts';
import { issueKeyFor } from './named-customer.ts';
import { Plan } from './plan.ts';

export const DEMO_KEY_FILE = 'demo-customer-key';
/** 5 USD in a month. */
const SOFT_CAP_MICROS = 5_000_000;

/** The demo customer. Its key is kept beside the other secrets, since the database has only its hash. */
export async function demoCustomer(
  ctx: Context,
  services: { customers: CustomerService; keys: CustomerKeyService },
  dataDir: string,
): Promise<void> {
  if (existsSync(secretFile(dataDir, DEMO_KEY_FILE))) return;
  const token = await issueKeyFor(ctx, services, {
    name: 'Demo customer',
    plan: Plan.BASE,
    softCapMicros: SOFT_CAP_MICROS,
    keyName: 'Demo',
  });
  keptSecret(dataDir, DEMO_KEY_FILE, () => token);
}
