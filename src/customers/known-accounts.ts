import { type Principal } from '../platform/auth/principal.ts';
import { KeyCache } from '../platform/credentials/key-cache.ts';
import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import { CallWindows } from './call-windows.ts';
import { customer as principalOf } from './customer.principal.ts';
import { findAccount, touchKey } from './customer.sql.ts';
import type { Account } from './customers-api.ts';

/** An account, and whether it is suspended. */
export interface KnownAccount {
  account: Account;
  isSuspended: boolean;
}

/** A valid API key: its principal and the account that pays. */
export interface AuthenticatedKey extends KnownAccount {
  principal: Principal;
}

/**
 * Maximum age in milliseconds of cached customers and keys. A revocation takes effect within this time even if its event is
 * lost.
 */
const MAX_AGE_MS = 1_000;
/** Maximum number of cached API keys. If more are used within a second, some are read again each time. */
const MAX_KEYS_CACHED = 10_000;

/** Cache of customers and API keys, at most a second old. */
export class KnownAccounts {
  readonly calls = new CallWindows();
  readonly #keys: KeyCache<AuthenticatedKey>;
  /** Accounts by customer id. */
  readonly #accounts: ReadCache<KnownAccount>;
  readonly #keysById: ReadCache<AuthenticatedKey>;
  /** Digest of the API key by which a principal was authenticated. */
  readonly #digests = new WeakMap<Principal, Buffer>();

  constructor(database: Database) {
    const bounds = { maxAgeMs: MAX_AGE_MS, most: MAX_KEYS_CACHED };
    this.#keys = new KeyCache((digest) => this.#read(database, { digest }));
    this.#keysById = new ReadCache({ ...bounds, read: (id) => this.#read(database, { id }) });
    this.#accounts = new ReadCache({ ...bounds, read: (id) => readAccount(database, id) });
  }

  /** Valid API key with this digest. Null if it is unknown, expired or revoked. */
  async keyOf(digest: Buffer): Promise<AuthenticatedKey | null> {
    const key = await this.#keys.of(digest);
    if (key) this.#digests.set(key.principal, digest);
    return key;
  }

  /** API key of an authenticated principal. Null if it isn’t valid any more. */
  async keyBehind(principal: Principal): Promise<AuthenticatedKey | null> {
    const digest = this.#digests.get(principal);
    // Uses the cached key, which authentication has usually just read, to avoid a second read.
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

  async #read(database: Database, by: Parameters<typeof touchKey>[1]): Promise<AuthenticatedKey | null> {
    const found = await touchKey(database, by);
    if (!found) return null;
    const { keyId, tasks, customerId: id, isOwnUse, plan, isSuspended, calls, issuers, caseAccess } = found;
    this.calls.learn(keyId, calls);
    const principal = principalOf(id, keyId, { issuers, caseAccess });
    return { principal, account: { id, isOwnUse, plan, keyId, tasks }, isSuspended };
  }
}

async function readAccount(database: Database, id: string): Promise<KnownAccount | null> {
  const found = await findAccount(database, id);
  if (!found) return null;
  const { isOwnUse, plan, isSuspended } = found;
  return { account: { id, isOwnUse, plan, keyId: null, tasks: null }, isSuspended };
}
