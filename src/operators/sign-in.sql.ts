import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import type { OperatorRole } from './operator.entity.ts';

/** Ways for an operator to prove their identity. */
interface SignInMethods {
  password: boolean;
  passkey: boolean;
  code: boolean;
  /** True if the operator has an account at an identity provider, `oidc:<issuer>`. */
  oidc: boolean;
}

/** Reads which ways of proving their identity an operator has set up. */
export async function readSignInMethods(em: EntityManager, operatorId: string): Promise<SignInMethods> {
  const [ways] = await sql<SignInMethods>(
    em,
    `select
       exists (select 1 from operator_account where operator_id = $1 and password is not null) as password,
       exists (select 1 from operator_passkey where operator_id = $1) as passkey,
       exists (select 1 from operator_totp where operator_id = $1 and confirmed_at is not null) as code,
       exists (select 1 from operator_account where operator_id = $1 and provider_id like 'oidc:%') as oidc`,
    [operatorId],
  );
  return ways!;
}

/**
 * Finds the operator with an e-mail address, and the password’s hash. Null if the address is unknown or the operator has no
 * password.
 */
export async function findPasswordAt(
  em: EntityManager,
  email: string,
): Promise<{ operatorId: string; hash: string } | null> {
  const [account] = await sql<{ operatorId: string; hash: string }>(
    em,
    `select operator.id as "operatorId", account.password as hash
     from operator join operator_account account on account.provider_id = 'credential' and account.account_id = operator.id
     where operator.email = $1 and account.password is not null`,
    [email],
  );
  return account ?? null;
}

/** Finds the hash of an operator’s password. Null if the operator has none. */
export async function findPassword(em: EntityManager, operatorId: string): Promise<string | null> {
  const [account] = await sql<{ password: string | null }>(
    em,
    `select password from operator_account where provider_id = 'credential' and account_id = $1`,
    [operatorId],
  );
  return account?.password ?? null;
}

/** Sets the hash of an operator’s first or new password. For a first password, `id` becomes the id of the account row. */
export async function setPassword(
  em: EntityManager,
  { id, operatorId, hash }: { id: string; operatorId: string; hash: string },
): Promise<void> {
  await sql(
    em,
    `insert into operator_account (id, operator_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = current_timestamp(3)`,
    [id, operatorId, hash],
  );
}

/** Finds the operator linked to an account at an identity provider. Null if not found. */
export async function findLinkedOperator(
  em: EntityManager,
  { providerId, subject }: { providerId: string; subject: string },
): Promise<string | null> {
  const [linked] = await sql<{ operatorId: string }>(
    em,
    'select operator_id as "operatorId" from operator_account where provider_id = $1 and account_id = $2',
    [providerId, subject],
  );
  return linked?.operatorId ?? null;
}

/**
 * Links an operator to an account at an identity provider. False if the operator already has an account at this provider, or
 * the account is already linked.
 */
export async function linkAccount(
  em: EntityManager,
  { id, operatorId, providerId, subject }: { id: string; operatorId: string; providerId: string; subject: string },
): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into operator_account (id, operator_id, provider_id, account_id)
     select $1, $2::text, $3::text, $4
     where not exists (select 1 from operator_account where operator_id = $2::text and provider_id = $3::text)
     on conflict do nothing returning true`,
    [id, operatorId, providerId, subject],
  );
  return rows.length > 0;
}

/** New session of an operator. */
export interface NewSession {
  id: string;
  operatorId: string;
  /** Digest of the session token. */
  digest: string;
  /** Password hash that the operator must still have when the session is inserted. Null: not checked. */
  passwordHash: string | null;
  address: string;
  userAgent: string;
  lifetimeSeconds: number;
  now: Date;
}

/** Inserts a session with confirmed identity. False if the operator is disabled or the password has changed. */
export async function insertSession(em: EntityManager, session: NewSession): Promise<boolean> {
  const { id, operatorId, digest, passwordHash, address, userAgent, lifetimeSeconds, now } = session;
  const inserted = await sql(
    em,
    `insert into operator_session
       (id, operator_id, token_digest, confirmed_at, ip_address, user_agent, created_at, updated_at, expires_at)
     select $1, operator.id, $3, $7, $5, left($6, 512), $7, $7, $7::timestamptz + make_interval(secs => $8)
     from operator
     where operator.id = $2 and operator.disabled_at is null and ($4::text is null or exists (
       select 1 from operator_account
       where provider_id = 'credential' and account_id = operator.id and password = $4))
     returning true`,
    [id, operatorId, digest, passwordHash, address, userAgent, now, lifetimeSeconds],
  );
  return inserted.length > 0;
}

/**
 * Finds a session by its token and records its use. Null if it has ended or the operator is disabled.
 * @param address IP address of the caller; null keeps the previous address
 */
export async function touchSession(
  database: Database,
  digest: string,
  address: string | null,
): Promise<{ id: string; operatorId: string; roles: OperatorRole[]; confirmedAt: Date | null } | null> {
  const found = await database.readRow<
    [sessionId: string, operatorId: string, roles: OperatorRole[], confirmedAt: string | null]
  >(
    {
      name: 'operator_session',
      // While the address stays the same, the time of use is written at most once a minute. Otherwise every request of an
      // operator would write to the database.
      text: `with found as (
               select session.id, session.operator_id, session.confirmed_at, session.updated_at,
                 coalesce(session.last_address, session.ip_address, '') as last_address, operator.roles
               from operator_session session join operator on operator.id = session.operator_id
               where session.token_digest = $1 and session.expires_at > now() and operator.disabled_at is null
             ), used as (
               update operator_session set updated_at = current_timestamp(3), last_address = coalesce($2, found.last_address)
               from found
               where operator_session.id = found.id
                 and (found.updated_at < now() - interval '1 minute' or found.last_address <> $2)
             )
             select id, operator_id, roles, to_json(confirmed_at)#>>'{}' from found`,
    },
    [digest, address],
  );
  if (!found) return null;
  const [id, operatorId, roles, confirmedAt] = found;
  return { id, operatorId, roles, confirmedAt: confirmedAt === null ? null : new Date(confirmedAt) };
}

/** Keeps a session from being deleted until the transaction ends. False if it has ended or belongs to another operator. */
export async function holdSession(
  em: EntityManager,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<boolean> {
  const sessions = await sql(
    em,
    'select id from operator_session where id = $1 and operator_id = $2 and expires_at > now() for key share',
    [id, operatorId],
  );
  return sessions.length > 0;
}

/** Marks a session as confirmed and gives it another token. False if the session has ended or its token was already replaced. */
export async function confirmSession(
  em: EntityManager,
  {
    id,
    operatorId,
    digestBefore,
    confirmedAt,
    digest,
  }: { id: string; operatorId: string; digestBefore: string; confirmedAt: Date; digest: string },
): Promise<boolean> {
  const renewed = await sql(
    em,
    `update operator_session set confirmed_at = $4, token_digest = $5
     where id = $1 and operator_id = $2 and token_digest = $3 returning id`,
    [id, operatorId, digestBefore, confirmedAt, digest],
  );
  return renewed.length > 0;
}

/** Ends the sessions of an operator and returns their number. The session `keptId` stays active; null ends all. */
export async function deleteSessions(
  em: EntityManager,
  operatorId: string,
  keptId: string | null = null,
): Promise<number> {
  const ended = await sql(
    em,
    'delete from operator_session where operator_id = $1 and id is distinct from $2 returning id',
    [operatorId, keptId],
  );
  return ended.length;
}

/** Ends one session of an operator. Returns 0 if it has ended or belongs to another operator. */
export async function deleteSession(em: EntityManager, operatorId: string, id: string): Promise<number> {
  const ended = await sql(em, 'delete from operator_session where operator_id = $1 and id = $2 returning id', [
    operatorId,
    id,
  ]);
  return ended.length;
}

/** Ends the session of a token and returns the id of its operator. Null if the session is unknown. */
export async function deleteSessionOfToken(em: EntityManager, digest: string): Promise<string | null> {
  const [ended] = await sql<{ operatorId: string }>(
    em,
    'delete from operator_session where token_digest = $1 returning operator_id as "operatorId"',
    [digest],
  );
  return ended?.operatorId ?? null;
}

/** Deletes expired sessions and returns their number. */
export async function deleteExpiredSessions(em: EntityManager): Promise<number> {
  return (await sql(em, 'delete from operator_session where expires_at < now() returning id')).length;
}
