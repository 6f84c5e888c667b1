import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import type { EncryptedSample } from '../platform/encryption/encryption-canary.ts';
import type { SealSubject } from './seal.entity.ts';

/** Locks publishing a disclaimer in this language until the transaction ends. Waits for other transactions with this lock. */
export async function lockDisclaimer(em: EntityManager, language: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`disclaimer ${language}`]);
}

/** Records on seals that the sealed bytes are erased, by the erased assets or by their digests. The seals stay. */
export async function markBytesPurged(
  em: EntityManager,
  assetIds: readonly string[],
  digests: readonly string[],
): Promise<void> {
  await sql(
    em,
    `update seal set bytes_purged_at = current_timestamp(3), asset_id = null
     where subject = 'ASSET' and (asset_id = any($1) or sha256 = any($2))`,
    [assetIds, digests],
  );
}

/** Reads one of the encrypted texts. Null if no seal has one. */
export async function findRetained(em: EntityManager): Promise<EncryptedSample | null> {
  const [row] = await sql<EncryptedSample>(
    em,
    'select retained as encrypted, id as context from seal where retained is not null limit 1',
  );
  return row ?? null;
}

export async function deleteSeals(em: EntityManager, ids: readonly string[]): Promise<void> {
  await sql(em, 'delete from seal where id = any($1)', [ids]);
}

/** Deletes the seals of a log from this log index on. */
export async function deleteSealsFrom(em: EntityManager, log: number, logIndex: number): Promise<void> {
  await sql(em, 'delete from seal where log = $1 and log_index >= $2', [log, logIndex]);
}

/** Deletes the status changes of a log from this log index on. Returns the ids of the seals they changed. */
export async function deleteChangesFrom(em: EntityManager, log: number, logIndex: number): Promise<string[]> {
  const changed = await sql<{ sealId: string }>(
    em,
    'delete from seal_status where log = $1 and log_index >= $2 returning seal_id as "sealId"',
    [log, logIndex],
  );
  return changed.map(({ sealId }) => sealId);
}

/** Status of the seal in the outer query by its status changes. Revoked takes precedence over superseded, in either order. */
const STATUS_BY_CHANGES = `(select status from seal_status where seal_id = seal.id order by status limit 1)`;

/** Sets the status of seals from their status changes. */
export async function copyStatuses(em: EntityManager, ids: readonly string[]): Promise<void> {
  await sql(
    em,
    `update seal set
       status = coalesce(${STATUS_BY_CHANGES}, 'SEALED'),
       superseded_by = (select superseded_by from seal_status where seal_id = seal.id and status = 'SUPERSEDED')
     where id = any($1)`,
    [ids],
  );
}

/** A seal's status changes, and its status in the row and by these changes. */
export interface StatusesOfSeal {
  id: string;
  statement: string;
  status: string;
  /** Null without a status change. */
  statusByChanges: string | null;
  changes: string[];
}

/** Reads the statuses of seals by id. */
export function readStatuses(em: EntityManager, ids: readonly string[]): Promise<StatusesOfSeal[]> {
  return sql(
    em,
    `select id, statement, status, ${STATUS_BY_CHANGES} as "statusByChanges",
       (select coalesce(json_agg(seal_status.status), '[]') from seal_status where seal_id = seal.id) as changes
     from seal where id = any($1)`,
    [[...ids]],
  );
}

/**
 * Stores the time stamp of a seal and stops waiting for it. Null: the time stamp isn't usable. A time stamp that is already
 * stored stays.
 */
export async function updateTimeStamp(em: EntityManager, id: string, timeStamp: Uint8Array | null): Promise<void> {
  await sql(
    em,
    `update seal set time_stamp = $2, status = case status when 'PENDING_TIMESTAMP' then 'SEALED' else status end
     where id = $1 and time_stamp is null`,
    [id, timeStamp],
  );
}

const SEALED_ASSETS = {
  name: 'sealed_assets',
  text: `select coalesce(json_agg(id), '[]') from unnest($1::text[]) as wanted (id)
             where exists (select from seal where asset_id = wanted.id)`,
};

/** Finds those of the assets that have a seal. */
export function findSealedAssets(database: Database, assetIds: readonly string[]): Promise<string[]> {
  return database.readValue<string[]>(SEALED_ASSETS, [assetIds]);
}

/** Reads the id of the newest seal. Null if no seal exists. */
export async function findNewest(em: EntityManager): Promise<string | null> {
  const [newest] = await sql<{ id: string }>(em, 'select id from seal order by id desc limit 1');
  return newest?.id ?? null;
}

/** Which seals to find for each value of a column: the first ones by id, or the last ones. */
export interface SealsOfEach {
  of: 'sha256' | 'asset_id' | 'run_id';
  /** Only seals of this kind of content. Default: all. */
  subject?: SealSubject;
  order: 'asc' | 'desc';
  most: number;
}

/** Reads up to `most` seals for each value of a column, ordered by id. Rows have the columns of `seal`. */
export function findSealsOfEach(
  em: EntityManager,
  values: readonly string[],
  { of, subject, order, most }: SealsOfEach,
): Promise<Record<string, unknown>[]> {
  const direction = order === 'desc' ? ' desc' : '';
  return sql<Record<string, unknown>>(
    em,
    `select found.* from unnest($1::text[]) as wanted (value)
     cross join lateral (select * from seal where ${of} = wanted.value${subject ? ` and subject = '${subject}'` : ''} order by id${direction} limit ${most}) found order by found.id`,
    [values],
  );
}

/** A seal or a status change of a seal, with its signing key and the log entry at its index. */
export interface LoggedStatementRow {
  id: string;
  log: number;
  logIndex: string;
  statement: string;
  signature: Buffer;
  /** Public key that signed the statement. Null if the key is unknown. */
  publicKey: Buffer | null;
  /** Body of the log entry. Null if the log has no entry at this index. */
  body: Buffer | null;
  /** Columns of a seal. Null in the row of a status change. */
  sha256: string | null;
  byteLength: number | null;
  submitter: string | null;
  /** Columns of a status change. Null in the row of a seal. */
  sealId: string | null;
  status: string | null;
  changedBy: string | null;
}

const LOGGED = {
  seal: `select s.id, s.log, s.log_index as "logIndex", s.statement, s.signature, k.public_key as "publicKey", e.body,
    s.sha256, s.byte_length as "byteLength", s.submitter, null as "sealId", null as status, null as "changedBy"
  from seal s`,
  seal_status: `select s.id, s.log, s.log_index as "logIndex", s.statement, s.signature, k.public_key as "publicKey", e.body,
    null as sha256, null as "byteLength", null as submitter, s.seal_id as "sealId", s.status, s.changed_by as "changedBy"
  from seal_status s`,
};

export type LoggedTable = keyof typeof LOGGED;

/** Reads the next seals, or the next status changes, after a position in the logs, in the order of their log entries. */
export function findLogged(
  em: EntityManager,
  table: LoggedTable,
  after: readonly [log: number, logIndex: string],
  most: number,
): Promise<LoggedStatementRow[]> {
  return sql<LoggedStatementRow>(
    em,
    `${LOGGED[table]} left join seal_key k on k.key_id = s.key_id
  left join log_entry e on e.log = s.log and e.index = s.log_index
  where (s.log, s.log_index) > ($1, $2) order by s.log, s.log_index limit ${most}`,
    after,
  );
}

export async function countLogged(em: EntityManager, table: LoggedTable): Promise<number> {
  const [row] = await sql<{ total: number }>(em, `select count(*)::float8 as total from ${table}`);
  return row?.total ?? 0;
}
