import type { EntityManager } from '@mikro-orm/postgresql';
import { usedKey, worksSql } from '../platform/credentials/key.sql.ts';
import { type Database, sql } from '../platform/database/database.ts';
import type { CallWindow } from './call-windows.ts';
import type { CaseAccess } from './case-access.ts';
import type { Plan } from './plan.ts';

/** Finds the plan and state of a customer. Null if the customer doesn’t exist. */
export async function findAccount(
  database: Database,
  id: string,
): Promise<{ isOwnUse: boolean; plan: Plan; isSuspended: boolean } | null> {
  const found = await database.readRow<[isOwnUse: boolean, plan: Plan, isSuspended: boolean]>(
    { name: 'customer', text: 'select is_house, plan, suspended_at is not null from customer where id = $1' },
    [id],
  );
  if (!found) return null;
  const [isOwnUse, plan, isSuspended] = found;
  return { isOwnUse, plan, isSuspended };
}

/** A valid API key and the customer that it belongs to. */
export interface KeyWithCustomer {
  keyId: string;
  /** Names of the tasks that the key can run. Null: all tasks. */
  tasks: string[] | null;
  customerId: string;
  isOwnUse: boolean;
  plan: Plan;
  isSuspended: boolean;
  /** Current one-minute window of the key. Null if the key has no call limit. */
  calls: CallWindow | null;
  issuers: string[];
  caseAccess: CaseAccess;
}

type KeyWithCustomerRow = [
  keyId: string,
  tasks: string[] | null,
  customerId: string,
  isOwnUse: boolean,
  plan: Plan,
  isSuspended: boolean,
  calls: CallWindow | null,
  issuers: string[],
  caseAccess: CaseAccess,
];

/** SQL expression for the key’s one-minute call window, in the form that `reserve_usage` returns. */
const CALLS = `jsonb_build_object('most', key.calls_per_minute) || coalesce((
               select jsonb_build_object('used', window_calls, 'endsInMs', extract(epoch from window_ends_at - now()) * 1000)
               from usage_period
               where subject = key.lineage_id and month = date_trunc('month', now() at time zone 'UTC')::date
                 and window_ends_at between now() and now() + interval '61 seconds'
             ), '{"used": 0, "endsInMs": 0}')`;

const used = (name: string, by?: string) =>
  usedKey({
    name,
    table: 'customer_key',
    join: 'join customer on customer.id = key.customer_id',
    columns: [
      'key.tasks',
      'customer.id',
      'customer.is_house',
      'customer.plan',
      'customer.suspended_at is not null',
      `case when key.calls_per_minute is not null then ${CALLS} end`,
      'key.issuers',
      'key.case_access',
    ],
    ...(by !== undefined && { by }),
  });

const KEY_OF_DIGEST = used('customer_key');
const KEY_OF_ID = used('customer_key_by_id', 'key.id = $1');

/** Finds an API key by its id or the digest of its token, and records its use. Null if it is unknown, expired or revoked. */
export async function touchKey(
  database: Database,
  by: { id: string } | { digest: Buffer },
): Promise<KeyWithCustomer | null> {
  const found = await ('id' in by
    ? database.readRow<KeyWithCustomerRow>(KEY_OF_ID, [by.id])
    : database.readRow<KeyWithCustomerRow>(KEY_OF_DIGEST, [by.digest]));
  if (!found) return null;
  const [keyId, tasks, customerId, isOwnUse, plan, isSuspended, calls, issuers, caseAccess] = found;
  return { keyId, tasks, customerId, isOwnUse, plan, isSuspended, calls, issuers, caseAccess };
}

/** Reads the ids of up to `most` API keys per customer: valid ones first, then the newest of those that have ended. */
export async function readListedKeyIds(
  em: EntityManager,
  customerIds: readonly string[],
  most: number,
): Promise<string[]> {
  const listed = await sql<{ id: string }>(
    em,
    `select key.id from unnest($1::text[]) as wanted (id)
     cross join lateral (
       select id from customer_key where customer_id = wanted.id
       order by (${worksSql('customer_key')}) desc, id desc limit $2) key`,
    [customerIds, most],
  );
  return listed.map(({ id }) => id);
}
