import { type Principal } from '../platform/auth/principal.ts';
import { KnownKeys } from '../platform/credentials/known-keys.ts';
import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import { CallWindows } from './call-windows.ts';
import { customer as principalOf } from './customer.principal.ts';
import { findAccount, touchKey } from './customer.sql.ts';
import type { Account } from './customers-api.ts';

/** An account and whether anything may be run for it. */
export interface KnownAccount {
  account: Account;
  isSuspended: boolean;
}

/** A valid key: who shows it is this principal, and this account pays. */
export interface KnownKey extends KnownAccount {
  principal: Principal;
}

/** A revocation holds within a second even where nothing is heard of it. */
const MAX_AGE_MS = 1_000;
/** Keys that are used within a second. More are read anew each time. */
const MOST = 10_000;

/** Customers and keys as they were at most a second ago. */
export class KnownAccounts {
  readonly calls = new CallWindows();
  readonly #keys: KnownKeys<KnownKey>;
  /** By id. */
  readonly #accounts: Remembered<KnownAccount>;
  readonly #keysById: Remembered<KnownKey>;
  /** By which digest somebody was found. */
  readonly #digests = new WeakMap<Principal, Buffer>();

  constructor(database: Database) {
    const bounds = { maxAgeMs: MAX_AGE_MS, most: MOST };
    this.#keys = new KnownKeys((digest) => this.#read(database, { digest }));
    this.#keysById = new Remembered({ ...bounds, read: (id) => this.#read(database, { id }) });
    this.#accounts = new Remembered({ ...bounds, read: (id) => readAccount(database, id) });
  }

  /** The valid key of this digest; null for unknown, expired and revoked ones. */
  async keyOf(digest: Buffer): Promise<KnownKey | null> {
    const key = await this.#keys.of(digest);
    if (key) this.#digests.set(key.principal, digest);
    return key;
  }

  /** The key of somebody who has shown one; null where it is not valid any more. */
  async keyBehind(principal: Principal): Promise<KnownKey | null> {
    const digest = this.#digests.get(principal);
    // Found a moment ago, nearly always: so that nothing is read for it a second time.
    const known = digest === undefined ? undefined : this.#keys.fresh(digest);
    return known ?? this.#keysById.get(principal.credential!.id);
  }

  account(id: string): Promise<KnownAccount | null> {
    return this.#accounts.get(id);
  }

  forgetAll(): void {
    this.#keys.forgetAll();
    this.#keysById.forgetAll();
    this.#accounts.forgetAll();
  }

  async #read(database: Database, by: Parameters<typeof touchKey>[1]): Promise<KnownKey | null> {
    const found = await touchKey(database, by);
    if (!found) return null;
    const { keyId, tasks, customerId: id, isHouse, plan, isSuspended, calls, issuers } = found;
    this.calls.learn(keyId, calls);
    return { principal: principalOf(id, keyId, issuers), account: { id, isHouse, plan, keyId, tasks }, isSuspended };
  }
}

async function readAccount(database: Database, id: string): Promise<KnownAccount | null> {
  const found = await findAccount(database, id);
  if (!found) return null;
  const { isHouse, plan, isSuspended } = found;
  return { account: { id, isHouse, plan, keyId: null, tasks: null }, isSuspended };
}
