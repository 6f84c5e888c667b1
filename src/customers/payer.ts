import { ownerOf, type Principal } from '../platform/auth/principal.ts';
import { Refusal, unauthenticated } from '../platform/errors/errors.ts';
import { type Account, HOUSE_ID } from './customers-api.ts';
import type { KnownAccount, KnownAccounts } from './known-accounts.ts';

const OF_CUSTOMER = 'customer:';

/**
 * Who pays for what this principal brings about: a customer for what its key shows and for what is done on its behalf, and the
 * house for everything else.
 * @throws Refusal CUSTOMER_SUSPENDED, or UNAUTHENTICATED for a key that has ended meanwhile
 */
export async function payerOf(known: KnownAccounts, principal: Principal): Promise<Account> {
  const owner = ownerOf(principal);
  if (!owner.startsWith(OF_CUSTOMER)) return found(await known.account(HOUSE_ID), HOUSE_ID).account;
  if (principal.accountId !== undefined) {
    const key = await known.keyBehind(principal);
    if (!key) throw unauthenticated('The bearer credential is not valid any more.');
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
  if (!known) throw new Error(`There is no customer ${id}.`);
  return known;
}

function unlessSuspended({ account, isSuspended }: KnownAccount): Account {
  if (!isSuspended) return account;
  throw new Refusal(
    'CUSTOMER_SUSPENDED',
    'This customer is suspended: nothing is run for it. Ask the operator of this service.',
  );
}
