import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import { isoTime } from '../platform/database/database-time.sql.ts';
import { insertRows } from '../platform/database/insert-rows.sql.ts';
import { prepared } from '../platform/database/prepared-statements.ts';
import type { HashedLink } from '../proof/chain.ts';
import type { JsonObject } from '../proof/json.ts';
import type { ChainKind } from './chain.entity.ts';
import type { StoredRecord } from './chained-kind.ts';

const TURN = `hashtext('chain of records')`;

/** Takes the lock for adding entries to the chain until the transaction ends. Waits while another process holds it. */
export async function takeTurn(em: EntityManager): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(${TURN})`);
}

/** Takes the lock for adding entries to the chain if it is free. False if another process holds it. */
export async function tryTurn(em: EntityManager): Promise<boolean> {
  const [turn] = await sql<{ isMine: boolean }>(em, `select pg_try_advisory_xact_lock(${TURN}) as "isMine"`);
  return turn!.isMine;
}

/** A record that waits to be added to the chain. */
export interface PendingRecord {
  kind: ChainKind;
  subjectId: string;
  isLinked: boolean;
}

/** Queues a record to be added to the chain. */
export async function insertPending(em: EntityManager, kind: ChainKind, subjectId: string): Promise<void> {
  await sql(em, 'insert into chain_pending (kind, subject_id) values ($1, $2)', [kind, subjectId]);
}

/**
 * SQL that queues records to be added to the chain. It becomes part of the statement that writes them.
 * @param source statement that selects the ids, such as `select id from written`
 */
export function toBeLinked(kind: ChainKind, source: string): string {
  return `insert into chain_pending (kind, subject_id) select '${kind}', one.id from (${source}) one`;
}

const HAS_PENDING = prepared('select exists (select from chain_pending)');

/** True if a record of any kind waits to be added to the chain. */
export function hasPending(database: Database): Promise<boolean> {
  return database.readValue(HAS_PENDING, []);
}

/** Reads at most `most` records of these kinds that wait to be added to the chain. */
export function readPending(em: EntityManager, kinds: readonly ChainKind[], most: number): Promise<PendingRecord[]> {
  return sql<PendingRecord>(
    em,
    `select pending.kind, pending.subject_id as "subjectId", entry.seq is not null as "isLinked"
     from chain_pending pending left join chain_entry entry using (kind, subject_id)
     where pending.kind = any($1) order by pending.kind, pending.subject_id limit $2`,
    [kinds, most],
  );
}

/** Removes records from the queue of those to be added to the chain. */
export async function deletePending(em: EntityManager, records: readonly PendingRecord[]): Promise<void> {
  await sql(
    em,
    `delete from chain_pending using unnest($1::text[], $2::text[]) as done (kind, subject_id)
     where chain_pending.kind = done.kind and chain_pending.subject_id = done.subject_id`,
    [records.map(({ kind }) => kind), records.map(({ subjectId }) => subjectId)],
  );
}

/**
 * Reads the sequence number and hash of the newest chain entry, null in an empty chain, and the time for the next entry, which is
 * never before the newest entry's.
 */
export async function readHeadAndTime(
  em: EntityManager,
): Promise<{ seq: number | null; hash: string | null; now: string }> {
  const [row] = await sql<{ seq: string | null; hash: string | null; now: string }>(
    em,
    `select entry.seq, entry.hash, ${isoTime("greatest(date_trunc('milliseconds', clock_timestamp()), entry.recorded_at)")} as now
     from (select) one left join (select seq, hash, recorded_at from chain_entry order by seq desc limit 1) entry on true`,
  );
  return { ...row!, seq: row!.seq === null ? null : Number(row!.seq) };
}

/** Adds entries to the chain. */
export async function insertLinks(em: EntityManager, links: readonly HashedLink[]): Promise<void> {
  const rows = links.map(({ subjectId, recordedAt, ...link }) => ({
    ...link,
    subject_id: subjectId,
    recorded_at: recordedAt,
  }));
  await insertRows(em, 'chain_entry', rows);
}

const LINKS = `select seq, kind, subject_id as "subjectId", digest, previous, hash,
  ${isoTime('recorded_at')} as "recordedAt" from chain_entry`;

type LinkRow = Omit<HashedLink, 'seq'> & { seq: string };

const linkOf = (row: LinkRow): HashedLink => ({ ...row, seq: Number(row.seq) });

/** Finds the newest chain entry. Null in an empty chain. */
export async function findHead(em: EntityManager): Promise<HashedLink | null> {
  const [head] = await sql<LinkRow>(em, `${LINKS} order by seq desc limit 1`);
  return head ? linkOf(head) : null;
}

/** Reads at most `limit` chain entries after number `after` up to and including `upTo`, in order. */
export async function readLinks(
  em: EntityManager,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<HashedLink[]> {
  const rows = await sql<LinkRow>(em, `${LINKS} where seq > $1 and seq <= $2 order by seq limit $3`, [
    after,
    upTo,
    limit,
  ]);
  return rows.map(linkOf);
}

/** Finds the chain entry of a record. Null if the record isn't in the chain. */
export async function findLink(em: EntityManager, kind: ChainKind, subjectId: string): Promise<HashedLink | null> {
  const [row] = await sql<LinkRow>(em, `${LINKS} where kind = $1 and subject_id = $2`, [kind, subjectId]);
  return row ? linkOf(row) : null;
}

/** True if a record waits to be added to the chain. */
export async function isPending(em: EntityManager, kind: ChainKind, subjectId: string): Promise<boolean> {
  const rows = await sql(em, 'select 1 from chain_pending where kind = $1 and subject_id = $2', [kind, subjectId]);
  return rows.length > 0;
}

/** Records of one kind with ids from `fromId` to before `untilId`. */
export interface RecordRange {
  kind: ChainKind;
  fromId: string;
  untilId: string;
}

/** Finds the first and last sequence number of the records in a range. Null if none is in the chain. */
export async function findPlaces(
  em: EntityManager,
  { kind, fromId, untilId }: RecordRange,
): Promise<{ first: number; last: number } | null> {
  const [row] = await sql<{ first: string | null; last: string | null }>(
    em,
    'select min(seq) as first, max(seq) as last from chain_entry where kind = $1 and subject_id >= $2 and subject_id < $3',
    [kind, fromId, untilId],
  );
  return row?.first && row.last ? { first: Number(row.first), last: Number(row.last) } : null;
}

/** Salts and stored commitments of one record. */
export interface Blinding {
  subjectId: string;
  salt: string | null;
  salts: Readonly<Record<string, string>> | null;
  commitments: Record<string, string> | null;
  erasedAt: string | null;
}

/** Reads the salts of records, by the ids of the records. */
export async function readBlindings(
  em: EntityManager,
  kind: ChainKind,
  ids: readonly string[],
): Promise<Map<string, Blinding>> {
  const rows = await sql<Blinding>(
    em,
    `select subject_id as "subjectId", salt, salts, commitments,
       ${isoTime('erased_at')} as "erasedAt"
     from chain_blinding where kind = $1 and subject_id = any($2)`,
    [kind, [...ids]],
  );
  return new Map(rows.map((row) => [row.subjectId, row]));
}

/** Erases the shared salt of records, and the separate salts of members that aren't in `salts`. Stores `commitments` instead. */
export async function eraseSalts(
  em: EntityManager,
  kind: ChainKind,
  records: readonly { id: string; salts: Record<string, string> | null; commitments: Record<string, string> }[],
): Promise<void> {
  await sql(
    em,
    `update chain_blinding set salt = null, salts = one.salts, commitments = one.commitments, erased_at = clock_timestamp()
     from json_to_recordset($2) as one (id text, salts jsonb, commitments jsonb)
     where kind = $1 and subject_id = one.id`,
    [kind, JSON.stringify(records)],
  );
}

/** Deletes the salts of the records of one kind in a range of ids. */
export async function deleteBlindings(em: EntityManager, { kind, fromId, untilId }: RecordRange): Promise<void> {
  await sql(em, 'delete from chain_blinding where kind = $1 and subject_id >= $2 and subject_id < $3', [
    kind,
    fromId,
    untilId,
  ]);
}

/** Stores an act on the records, such as an erasure. */
export async function insertAct(em: EntityManager, id: string, record: Record<string, unknown>): Promise<void> {
  await sql(em, 'insert into chain_act (id, record) values ($1, $2::jsonb)', [id, JSON.stringify(record)]);
}

/** The content of an act. Someone who changes the database can store JSON that isn’t an object. */
const ACT = `case jsonb_typeof(act.record) when 'object' then act.record else '{}' end`;

/** Reads acts on the records, such as erasures, by id. */
export function readActs(em: EntityManager, ids: readonly string[]): Promise<StoredRecord[]> {
  return sql(em, `select id, ${ACT} as record from chain_act act where id = any($1)`, [[...ids]]);
}

/**
 * Reads the ranges of ids of a kind whose records were deleted when their retention ended. Each range includes its start and
 * excludes its end.
 */
export function readDeletedRanges(em: EntityManager, kind: ChainKind): Promise<{ fromId: string; untilId: string }[]> {
  return sql(
    em,
    `select record->>'fromId' as "fromId", record->>'untilId' as "untilId" from chain_act
     where record->>'act' = 'RETENTION' and record->>'of' = $1 order by id`,
    [kind],
  );
}

/** A stored act with its chain entry. The entry is null while the act waits to be added to the chain. */
export interface StoredAct {
  id: string;
  record: JsonObject;
  entry: { seq: number; digest: string; recordedAt: string } | null;
}

/**
 * Reads at most `limit` acts in the order of their ids, after the id `after`. Leaves out acts that aren’t in the chain and don’t
 * wait for it.
 */
export async function readActsAfter(em: EntityManager, after: string, limit: number): Promise<StoredAct[]> {
  const rows = await sql<{ id: string; record: JsonObject; seq: string | null; digest: string; recordedAt: string }>(
    em,
    `select act.id, ${ACT} as record, entry.seq, entry.digest,
       ${isoTime('entry.recorded_at')} as "recordedAt"
     from chain_act act left join chain_entry entry on entry.kind = 'ACT' and entry.subject_id = act.id
     where act.id > $1 and (
       entry.seq is not null or exists (select from chain_pending where kind = 'ACT' and subject_id = act.id))
     order by act.id limit $2`,
    [after, limit],
  );
  return rows.map(({ id, record, seq, digest, recordedAt }) => ({
    id,
    record,
    entry: seq === null ? null : { seq: Number(seq), digest, recordedAt },
  }));
}

/**
 * Reads the next `limit` ids of records, in order after the id `after`, and which of them have no chain entry and don’t wait for
 * one.
 * @param options.table table of the records, from the code and never from a caller
 */
export async function readUnlinkedIds(
  em: EntityManager,
  { kind, table, after, limit }: { kind: ChainKind; table: string; after: string; limit: number },
): Promise<{ last: string | null; unlinked: string[] }> {
  const [row] = await sql<{ last: string | null; unlinked: string[] }>(
    em,
    `select max(one.id) as last, coalesce(json_agg(one.id order by one.id) filter (where
         not exists (select from chain_entry where kind = $1 and subject_id = one.id)
         and not exists (select from chain_pending where kind = $1 and subject_id = one.id)), '[]') as unlinked
     from (select id from ${table} where id > $2 order by id limit $3) one`,
    [kind, after, limit],
  );
  return row!;
}

/**
 * Finds the sequence number of the newest act on records of one kind in a range of ids. Null if there was none, or it isn’t in the
 * chain yet.
 */
export async function findLastAct(em: EntityManager, { kind, fromId, untilId }: RecordRange): Promise<number | null> {
  const [row] = await sql<{ seq: string | null }>(
    em,
    `select max(entry.seq) as seq
     from chain_act act join chain_entry entry on entry.kind = 'ACT' and entry.subject_id = act.id
     where act.record->>'of' = $1 and (
       (act.record->>'fromId' < $3 and act.record->>'untilId' > $2)
       or exists (
         select from jsonb_array_elements_text(
           case jsonb_typeof(act.record->'ids') when 'array' then act.record->'ids' else '[]' end) one (id) where one.id >= $2 and one.id < $3))`,
    [kind, fromId, untilId],
  );
  return row?.seq == null ? null : Number(row.seq);
}

/** Finds the id before which a member was erased from all records. Null if the member was never erased. */
export async function findErasedUntil(em: EntityManager, kind: ChainKind, member: string): Promise<string | null> {
  const [row] = await sql<{ untilId: string | null }>(
    em,
    `select max(record->>'untilId') as "untilId" from chain_act
     where record->>'act' = 'ERASURE' and record->>'of' = $1 and record->>'member' = $2`,
    [kind, member],
  );
  return row?.untilId ?? null;
}
