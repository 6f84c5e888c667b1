import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import type { StoredCode } from '../platform/encryption/row-codes.ts';
import {
  codeIn,
  STORED_ACCOUNT,
  type StoredAccount,
  type StoredAccountJson,
  storedAccountOf,
} from './codes/account.sql.ts';
import type { SessionRow } from './codes/operator-codes.ts';

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
  session: SessionRow;
  code: Uint8Array;
  address: string;
  userAgent: string;
}

/** Inserts a session. */
export async function insertSession(
  em: EntityManager,
  { session, code, address, userAgent }: NewSession,
): Promise<void> {
  const { id, operatorId, tokenDigest, confirmedAt, createdAt, expiresAt } = session;
  await sql(
    em,
    `insert into operator_session (id, operator_id, token_digest, confirmed_at, ip_address, user_agent, created_at,
       updated_at, expires_at, authentication_code)
     values ($1, $2, $3, $4, $5, left($6, 512), $7, $7, $8, $9)`,
    [id, operatorId, tokenDigest, confirmedAt, address, userAgent, createdAt, expiresAt, code],
  );
}

/** A session as stored, with its code. */
export interface StoredSession {
  readonly session: SessionRow;
  readonly code: StoredCode;
}

type StoredSessionJson = readonly [
  id: string,
  operatorId: string,
  tokenDigest: string,
  confirmedAt: string | null,
  createdAt: string,
  expiresAt: string,
  code: string | null,
];

/** SQL expression for all that a session’s code covers, and the code, from a table or alias `session`. */
const STORED_SESSION = `json_build_array(session.id, session.operator_id, session.token_digest, session.confirmed_at,
  session.created_at, session.expires_at, encode(session.authentication_code, 'hex'))`;

function storedSessionOf(json: StoredSessionJson): StoredSession {
  const [id, operatorId, tokenDigest, confirmedAt, createdAt, expiresAt, code] = json;
  return {
    session: {
      id,
      operatorId,
      tokenDigest,
      confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
      createdAt: new Date(createdAt),
      expiresAt: new Date(expiresAt),
    },
    code: codeIn(code),
  };
}

/** Reads at most `limit` sessions that haven’t ended, in the order of their ids, starting after the id `after`. */
export async function readSessions(em: EntityManager, after: string, limit: number): Promise<StoredSession[]> {
  const rows = await sql<{ stored: StoredSessionJson }>(
    em,
    `select ${STORED_SESSION} as stored from operator_session session
     where session.id > $1 and session.expires_at > now() order by session.id limit $2`,
    [after, limit],
  );
  return rows.map(({ stored }) => storedSessionOf(stored));
}

/**
 * Finds a session by its token and records its use, and finds the operator’s account. Null if the session has ended or the
 * operator is disabled.
 * @param address IP address of the caller; null keeps the previous address
 */
export async function touchSession(
  database: Database,
  digest: string,
  address: string | null,
): Promise<(StoredSession & { readonly stored: StoredAccount }) | null> {
  const found = await database.readRow<[session: StoredSessionJson, account: StoredAccountJson]>(
    {
      name: 'operator_session',
      // While the address stays the same, the time of use is written at most once a minute. Otherwise every request of an
      // operator would write to the database.
      text: `with found as (
               select session.id, session.updated_at,
                 coalesce(session.last_address, session.ip_address, '') as last_address,
                 ${STORED_SESSION} as session, ${STORED_ACCOUNT} as account
               from operator_session session join operator on operator.id = session.operator_id
               where session.token_digest = $1 and session.expires_at > now() and operator.disabled_at is null
             ), used as (
               update operator_session set updated_at = current_timestamp(3), last_address = coalesce($2, found.last_address)
               from found
               where operator_session.id = found.id
                 and (found.updated_at < now() - interval '1 minute' or found.last_address <> $2)
             )
             select session, account from found`,
    },
    [digest, address],
  );
  if (!found) return null;
  const [session, account] = found;
  return { ...storedSessionOf(session), stored: storedAccountOf(account) };
}

/**
 * Reads a session of an operator, and keeps it from being deleted until the transaction ends. Null if it has ended or belongs to
 * another operator.
 */
export async function holdSession(
  em: EntityManager,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<StoredSession | null> {
  const [held] = await sql<{ stored: StoredSessionJson }>(
    em,
    `select ${STORED_SESSION} as stored from operator_session session
     where session.id = $1 and session.operator_id = $2 and session.expires_at > now() for key share`,
    [id, operatorId],
  );
  return held ? storedSessionOf(held.stored) : null;
}

/** Reads a session of an operator by id and token, and locks it. Null if it has ended or its token was replaced. */
export async function lockSession(
  em: EntityManager,
  { id, operatorId, digest }: { id: string; operatorId: string; digest: string },
): Promise<StoredSession | null> {
  const [locked] = await sql<{ stored: StoredSessionJson }>(
    em,
    `select ${STORED_SESSION} as stored from operator_session session
     where session.id = $1 and session.operator_id = $2 and session.token_digest = $3 for update`,
    [id, operatorId, digest],
  );
  return locked ? storedSessionOf(locked.stored) : null;
}

/** Stores when a locked session was confirmed, and its new token. */
export async function confirmSession(
  em: EntityManager,
  { id, confirmedAt, tokenDigest }: SessionRow,
  code: Uint8Array,
): Promise<void> {
  await sql(
    em,
    'update operator_session set confirmed_at = $2, token_digest = $3, authentication_code = $4 where id = $1',
    [id, confirmedAt, tokenDigest, code],
  );
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
