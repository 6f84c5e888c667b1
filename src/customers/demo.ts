import type { StartupHint } from '../feature.ts';
import type { Context } from '../platform/context.ts';
import { digestOf, foundSecret, replaceSecret, secretFile } from '../platform/encryption/secrets.ts';
import type { CustomerService } from './customer.service.ts';
import { CustomerKey } from './customer-key.entity.ts';
import type { CustomerKeyService } from './customer-key.service.ts';
import { issueKeyFor } from './key-for-customer-name.ts';
import { Plan } from './plan.ts';

const CUSTOMER_NAME = 'Demo customer';
const KEY_FILE = 'demo-customer-key';
/** Soft cap of the demo customer: 5 USD per month. */
const SOFT_CAP_MICROS = 5_000_000;

/**
 * Creates the demo customer and an API key, unless an earlier start or release created them. The key is stored with the other
 * secrets in the data directory, because the database only has its hash.
 */
export async function createDemoCustomer(
  ctx: Context,
  services: { customers: CustomerService; keys: CustomerKeyService },
  dataDir: string,
): Promise<void> {
  if (await wasCreated(ctx, dataDir)) return;
  const token = await issueKeyFor(ctx, services, {
    name: CUSTOMER_NAME,
    plan: Plan.BASE,
    softCapMicros: SOFT_CAP_MICROS,
    keyName: 'Demo',
  });
  await replaceSecret(dataDir, KEY_FILE, token);
}

/** Startup hint with the file of the demo customer’s API key, if the data directory has that file. */
export function demoCustomerHints(dataDir: string): readonly StartupHint[] {
  const key = foundSecret(dataDir, KEY_FILE);
  return key === null ? [] : [{ title: 'Customer key', at: secretFile(dataDir, KEY_FILE) }];
}

/**
 * True if the demo customer already has an API key. It is found by the customer’s name or by the key in the file, because users
 * can change the name and delete the file.
 */
async function wasCreated({ em }: Context, dataDir: string): Promise<boolean> {
  if (await em.findOne(CustomerKey, { customer: { name: CUSTOMER_NAME } })) return true;
  const key = foundSecret(dataDir, KEY_FILE);
  return key !== null && (await em.findOne(CustomerKey, { tokenHash: digestOf(key) })) !== null;
}
