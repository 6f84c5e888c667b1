import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

/** A log entry with its stored leaf hash. */
export interface StoredEntry {
  index: number;
  body: Buffer;
  leafHash: Buffer;
}

/** Number of a log, and index of an entry in it. */
export interface EntryPosition {
  log: number;
  index: number;
}

/** Stores entries from index `first` on. Each array has one value per entry, in order. */
export async function insertEntries(
  em: EntityManager,
  { log, first }: { log: number; first: number },
  { keys, bodies, leafHashes }: { keys: readonly string[]; bodies: readonly Buffer[]; leafHashes: readonly Buffer[] },
): Promise<void> {
  await sql(
    em,
    `insert into log_entry (log, index, key, body, leaf_hash)
     select $1, $2 + ordinality - 1, key, body, leaf_hash
     from unnest($3::text[], $4::bytea[], $5::bytea[]) with ordinality as leaf (key, body, leaf_hash, ordinality)`,
    [log, first, keys, bodies, leafHashes],
  );
}

/** Stores the first entry of a log. */
export async function insertFirstEntry(
  em: EntityManager,
  entry: { log: number; key: string; body: Buffer; leafHash: Buffer },
): Promise<void> {
  await sql(em, 'insert into log_entry (log, index, key, body, leaf_hash) values ($1, 0, $2, $3, $4)', [
    entry.log,
    entry.key,
    entry.body,
    entry.leafHash,
  ]);
}

/** Reads up to `most` entries from index `first` to before `end`, in order. */
export async function readEntries(
  em: EntityManager,
  { log, first, end, most }: { log: number; first: number; end: number; most: number },
): Promise<StoredEntry[]> {
  const rows = await sql<{ index: string; body: Buffer; leafHash: Buffer }>(
    em,
    `select index, body, leaf_hash as "leafHash" from log_entry
     where log = $1 and index >= $2 and index < $3 order by index limit $4`,
    [log, first, end, most],
  );
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}

/** Reads the bodies of the entries from index `first` to before `end`, in order. */
export async function readBodies(em: EntityManager, log: number, first: number, end: number): Promise<Buffer[]> {
  const rows = await sql<{ body: Buffer }>(
    em,
    'select body from log_entry where log = $1 and index >= $2 and index < $3 order by index',
    [log, first, end],
  );
  return rows.map(({ body }) => body);
}

/** Reads the bodies of the entries with these indexes, by index. */
export async function readBodiesAt(
  em: EntityManager,
  log: number,
  indexes: readonly number[],
): Promise<Map<number, Buffer>> {
  const rows = await sql<{ index: string; body: Buffer }>(
    em,
    'select index, body from log_entry where log = $1 and index = any($2::bigint[])',
    [log, indexes],
  );
  return new Map(rows.map(({ index, body }) => [Number(index), body]));
}

/** Finds the body of an entry. Null if not found. */
export async function findBody(em: EntityManager, { log, index }: EntryPosition): Promise<Buffer | null> {
  const rows = await sql<{ body: Buffer }>(em, 'select body from log_entry where log = $1 and index = $2', [
    log,
    index,
  ]);
  return rows[0]?.body ?? null;
}

/** Reads the leaf hashes of the entries from index `first` to before `end`, in order. */
export async function readLeafHashes(em: EntityManager, log: number, first: number, end: number): Promise<Buffer[]> {
  const rows = await sql<{ hash: Buffer }>(
    em,
    `select leaf_hash as hash from log_entry
     where log = $1 and index >= $2 and index < $3 order by index`,
    [log, first, end],
  );
  return rows.map(({ hash }) => hash);
}

/** Reads the positions of the entries with these keys, in any log. Keys without an entry are left out. */
export async function readPlaces(em: EntityManager, keys: readonly string[]): Promise<Map<string, EntryPosition>> {
  const rows = await sql<{ key: string; log: number; index: string }>(
    em,
    'select key, log, index from log_entry where key = any($1)',
    [keys],
  );
  return new Map(rows.map(({ key, log, index }) => [key, { log, index: Number(index) }]));
}

/** Finds the index of the entry with a key in a log. Null if not found. */
export async function findIndex(em: EntityManager, log: number, key: string): Promise<number | null> {
  const [entry] = await sql<{ index: string }>(em, 'select index from log_entry where key = $1 and log = $2', [
    key,
    log,
  ]);
  return entry ? Number(entry.index) : null;
}
