import { ownerOf, type Principal } from '../platform/auth/principal.ts';
import { Refusal, unauthenticated } from '../platform/errors/errors.ts';
import { type Account, OWN_USE_ID } from './customers-api.ts';
import type { KnownAccount, KnownAccounts } from './known-accounts.ts';

const OF_CUSTOMER = 'customer:';

/**
 * Account that pays for a caller: the customer whose API key made the call or for whom the caller acts, otherwise the service
 * account.
 * @throws Refusal CUSTOMER_SUSPENDED, or UNAUTHENTICATED if the key has ended since the request began
 */
export async function payingAccountOf(known: KnownAccounts, principal: Principal): Promise<Account> {
  const owner = ownerOf(principal);
  if (!owner.startsWith(OF_CUSTOMER)) return found(await known.account(OWN_USE_ID), OWN_USE_ID).account;
  if (principal.accountId !== undefined) {
    const key = await known.keyBehind(principal);
    if (!key) throw unauthenticated('The API key has expired or was revoked. Use a valid key.');
    return unlessSuspended(key);
  }
  const id = owner.slice(OF_CUSTOMER.length);
  return unlessSuspended(found(await known.account(id), id));
}

/** @throws Refusal CUSTOMER_SUSPENDED */
export async function assertActive(known: KnownAccounts, customerId: string): Promise<void> {
  unlessSuspended(found(await known.account(customerId), customerId));
}

function found(known: KnownAccount | null, id: string): KnownAccount {
  if (!known) throw new Error(`Customer ${id} doesn’t exist.`);
  return known;
}

function unlessSuspended({ account, isSuspended }: KnownAccount): Account {
  if (!isSuspended) return account;
  throw new Refusal(
    'CUSTOMER_SUSPENDED',
    'This customer is suspended and can’t make calls. Ask the operator of this service.',
  );
}
