import { type Principal, customer as principalOf } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import type { Account } from './customers-api.ts';
import { type CallsTold, KnownCalls } from './known-calls.ts';
import type { Plan } from './plan.ts';

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
  readonly calls = new KnownCalls();
  /** By the digest of the whole token, in hex. */
  readonly #keys: Remembered<KnownKey>;
  /** By id. */
  readonly #accounts: Remembered<KnownAccount>;
  readonly #keysById: Remembered<KnownKey>;
  /** By which digest somebody was found. */
  readonly #digests = new WeakMap<Principal, string>();

  constructor(database: Database) {
    const bounds = { maxAgeMs: MAX_AGE_MS, most: MOST };
    this.#keys = new Remembered({
      ...bounds,
      read: (digest) => this.#read(database, BY_DIGEST, Buffer.from(digest, 'hex')),
    });
    this.#keysById = new Remembered({ ...bounds, read: (id) => this.#read(database, BY_ID, id) });
    this.#accounts = new Remembered({ ...bounds, read: (id) => readAccount(database, id) });
  }

  /** The valid key of this digest; null for unknown, expired and revoked ones. */
  async keyOf(digest: Buffer): Promise<KnownKey | null> {
    const name = digest.toString('hex');
    const key = await this.#keys.get(name);
    if (key) this.#digests.set(key.principal, name);
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

  async #read(database: Database, statement: typeof BY_DIGEST, value: Buffer | string): Promise<KnownKey | null> {
    const found = await database.readRow<KeyRow>(statement, [value]);
    if (!found) return null;
    const [keyId, tasks, id, isHouse, plan, isSuspended, calls, issuers] = found;
    this.calls.learn(keyId, calls);
    return { principal: principalOf(id, keyId, issuers), account: { id, isHouse, plan, keyId, tasks }, isSuspended };
  }
}

type KeyRow = [
  keyId: string,
  tasks: string[] | null,
  customerId: string,
  isHouse: boolean,
  plan: Plan,
  isSuspended: boolean,
  calls: CallsTold | null,
  issuers: string[],
];

/** As `reserve_usage` tells it. */
const CALLS = `jsonb_build_object('most', key.calls_per_minute) || coalesce((
               select jsonb_build_object('used', window_calls, 'endsInMs', extract(epoch from window_ends_at - now()) * 1000)
               from usage_period
               where subject = key.lineage_id and month = date_trunc('month', now() at time zone 'UTC')::date
                 and window_ends_at > now()
             ), '{"used": 0, "endsInMs": 0}')`;

const keyStatement = (name: string, condition: string) => ({
  name,
  // The time of use is written at most once a minute: a busy key would else make every read a write.
  text: `with found as (
           select key.id, key.tasks, key.issuers, key.last_used_at, customer.id as customer_id, customer.is_house, customer.plan,
             customer.suspended_at is not null as is_suspended,
             case when key.calls_per_minute is not null then ${CALLS} end as calls
           from customer_key key join customer on customer.id = key.customer_id
           where ${condition} and key.revoked_at is null and key.expires_at > now()
         ), used as (
           update customer_key set last_used_at = current_timestamp(3) from found
           where customer_key.id = found.id
             and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
         )
         select id, tasks, customer_id, is_house, plan, is_suspended, calls, issuers from found`,
});

const BY_DIGEST = keyStatement('customer_key', 'key.token_hash = $1');
const BY_ID = keyStatement('customer_key_by_id', 'key.id = $1');

async function readAccount(database: Database, id: string): Promise<KnownAccount | null> {
  const found = await database.readRow<[isHouse: boolean, plan: Plan, isSuspended: boolean]>(
    { name: 'customer', text: 'select is_house, plan, suspended_at is not null from customer where id = $1' },
    [id],
  );
  if (!found) return null;
  const [isHouse, plan, isSuspended] = found;
  return { account: { id, isHouse, plan, keyId: null, tasks: null }, isSuspended };
}
