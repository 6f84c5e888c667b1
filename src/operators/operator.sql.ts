import type { EntityManager } from '@mikro-orm/postgresql';
import type { OPERATORS } from '../platform/auth/roles.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { STORED_ACCOUNT, type StoredAccount, type StoredAccountJson, storedAccountOf } from './codes/account.sql.ts';
import { secondFactorsOf } from './people/operator.reads.ts';
import type { SecondFactor } from './second-factor/second-factor.type.ts';

type Role = (typeof OPERATORS)[number];

/** Serialises changes of operators until the transaction ends, so that two ADMINs can’t demote each other concurrently. */
export async function lockPeople(em: EntityManager): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(hashtextextended('operators', 0))`);
}

/** True if any operator exists, enabled or not. */
export async function hasOperators(em: EntityManager): Promise<boolean> {
  const [row] = await sql<{ is: boolean }>(em, 'select exists (select from operator) as is');
  return row!.is;
}

/** Finds the name and the account of an operator. Null if not found. */
export async function findNamedAccount(
  database: Database,
  id: string,
): Promise<(StoredAccount & { readonly name: string }) | null> {
  const row = await database.readRow<[name: string, account: StoredAccountJson]>(
    { name: 'operator', text: `select name, ${STORED_ACCOUNT} from operator where id = $1` },
    [id],
  );
  return row ? { name: row[0], ...storedAccountOf(row[1]) } : null;
}

/** Reads the names of operators by id, including disabled ones. Unknown ids are left out. */
export async function namesOfOperators(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const text = `select coalesce(jsonb_object_agg(id, name), '{}') from operator where id = any($1::text[])`;
  return new Map(
    Object.entries(await database.readValue<Record<string, string>>({ name: 'operator_names', text }, [ids])),
  );
}

/** Reads the accounts of all enabled operators with one of these roles. */
export async function readAccountsInRoles(em: EntityManager, roles: readonly string[]): Promise<StoredAccount[]> {
  const rows = await sql<{ stored: StoredAccountJson }>(
    em,
    `select ${STORED_ACCOUNT} as stored from operator where roles && $1::text[] and disabled_at is null order by id`,
    [[...roles]],
  );
  return rows.map(({ stored }) => storedAccountOf(stored));
}

const ROLES_ARE_VACANT =
  'select not exists (select from operator where roles && $1::text[] and disabled_at is null) as vacant';

/** True if no enabled operator has one of these roles. */
export async function areRolesVacantNow(em: EntityManager, roles: readonly string[]): Promise<boolean> {
  const [row] = await sql<{ vacant: boolean }>(em, ROLES_ARE_VACANT, [[...roles]]);
  return row!.vacant;
}

/** Reads the ids of the enabled ADMINs who can sign in. */
export async function readActiveAdminIds(em: EntityManager): Promise<string[]> {
  const able = await sql<{ id: string }>(
    em,
    `select id from operator where 'ADMIN' = any(roles) and disabled_at is null
       and exists (select from operator_account account where account.operator_id = operator.id)`,
  );
  return able.map(({ id }) => id);
}

/** Finds an operator by e-mail address, and whether an enabled ADMIN exists. Null if the address is unknown. */
export async function findForReset(
  em: EntityManager,
  email: string,
): Promise<{ id: string; isDisabled: boolean; hasAdmin: boolean } | null> {
  const [found] = await sql<{ id: string; isDisabled: boolean; hasAdmin: boolean }>(
    em,
    `select id, disabled_at is not null as "isDisabled",
       exists (select from operator where 'ADMIN' = any(roles) and disabled_at is null) as "hasAdmin"
     from operator where email = $1`,
    [email],
  );
  return found ?? null;
}

/** Reads the ids of the operators with an e-mail address: zero or one. */
export async function readIdsAt(em: EntityManager, email: string): Promise<string[]> {
  return (await sql<{ id: string }>(em, 'select id from operator where email = $1', [email])).map(({ id }) => id);
}

/** Reads the name and the e-mail address of an operator, who must exist. */
export async function findPerson(em: EntityManager, id: string): Promise<{ id: string; name: string; email: string }> {
  const [person] = await sql<{ id: string; name: string; email: string }>(
    em,
    'select id, name, email from operator where id = $1',
    [id],
  );
  return person!;
}

/** Finds an enabled operator by id. Null if not found. */
export async function findEnabled(em: EntityManager, id: string): Promise<{ id: string; email: string } | null> {
  const [person] = await sql<{ id: string; email: string }>(
    em,
    'select id, email from operator where id = $1 and disabled_at is null',
    [id],
  );
  return person ?? null;
}

/** Locks the row of an operator until the transaction ends. */
export async function lockOperator(em: EntityManager, id: string): Promise<void> {
  await sql(em, 'select id from operator where id = $1 for update', [id]);
}

/** Locks the row of an operator until the transaction ends. False if the operator is disabled or unknown. */
export async function lockEnabled(em: EntityManager, id: string): Promise<boolean> {
  const rows = await sql(em, 'select id from operator where id = $1 and disabled_at is null for update', [id]);
  return rows.length > 0;
}

/**
 * Takes a shared lock on an operator until the transaction ends. It waits for transactions that locked the row for update, e.g.
 * by `lockEnabled`, and makes later ones wait.
 */
export async function holdOperator(em: EntityManager, id: string): Promise<void> {
  await sql(em, 'select id from operator where id = $1 for key share', [id]);
}

/** Locks the enabled operator with an e-mail address until the transaction ends. Null if not found. */
export async function lockEnabledAt(em: EntityManager, email: string): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    em,
    'select id from operator where email = $1 and disabled_at is null for update',
    [email],
  );
  return row?.id ?? null;
}

/** Locks an operator against changes until the transaction ends. Other transactions can share the lock. */
export async function shareOperator(em: EntityManager, id: string): Promise<void> {
  await sql(em, 'select id from operator where id = $1 for share', [id]);
}

/** Finds the name and roles of an operator, and the expiry of the session or token in use. Null if not found. */
export async function findViewer(
  database: Database,
  id: string,
  credentialId: string | undefined,
): Promise<{ name: string; roles: Role[]; expiresAt: Date | null } | null> {
  const found = await database.readRow<[name: string, roles: Role[], expiresAt: string | null]>(
    {
      name: 'operator_viewer',
      text: `select name, roles, coalesce((select expires_at from operator_session where id = $2),
               (select expires_at from operator_token where id = $2)) from operator where id = $1`,
    },
    [id, credentialId],
  );
  return found ? { name: found[0], roles: found[1], expiresAt: found[2] === null ? null : new Date(found[2]) } : null;
}

/** Reads when each of these operators last used a session or a token. Null if never. */
export async function readLastSeen(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await sql<{ id: string; at: Date | null }>(
    em,
    `select wanted.id, greatest(
       (select max(updated_at) from operator_session where operator_id = wanted.id),
       (select max(last_used_at) from operator_token where operator_id = wanted.id)) as at
     from unnest($1::text[]) as wanted (id)`,
    [ids],
  );
  return new Map(rows.map(({ id, at }) => [id, at && new Date(at)]));
}

/** Reads the second factors of each of these operators. */
export async function readSecondFactors(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly SecondFactor[]>> {
  const rows = await sql<{ id: string; factors: SecondFactor[] }>(
    em,
    `select wanted.id, to_json(${secondFactorsOf('wanted.id')}) as factors from unnest($1::text[]) as wanted (id)`,
    [ids],
  );
  return new Map(rows.map(({ id, factors }) => [id, factors]));
}
