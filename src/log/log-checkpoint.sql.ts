import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { type Checkpoint, parseCheckpoint } from '../proof/checkpoint.ts';
import { parseNote } from '../proof/note.ts';
import { byPosition } from './by-position.ts';

/** A checkpoint with the note it was published in. */
export interface PublishedCheckpoint extends Checkpoint {
  note: string;
}

type SizedNote = Pick<PublishedCheckpoint, 'size' | 'note'>;

/** Finds the first checkpoint of at least this size. Null if not found. */
export async function findCheckpointCovering(
  em: EntityManager,
  log: number,
  size: number,
): Promise<PublishedCheckpoint | null> {
  const rows = await sql<{ note: string }>(
    em,
    'select note from log_checkpoint where log = $1 and size >= $2 order by size limit 1',
    [log, size],
  );
  return rows.map(readCheckpoint)[0] ?? null;
}

/** Reads, for each size, the first checkpoint of at least this size. Null if not found. */
export async function readCheckpointsCovering(
  em: EntityManager,
  log: number,
  sizes: readonly number[],
): Promise<(PublishedCheckpoint | null)[]> {
  const rows = await sql<{ at: string; note: string }>(
    em,
    `select asked.at, first.note from unnest($2::bigint[]) with ordinality as asked (size, at) cross join lateral
       (select note from log_checkpoint where log = $1 and size >= asked.size order by size limit 1) first`,
    [log, sizes],
  );
  return byPosition(sizes.length, rows, readCheckpoint);
}

/** Reads the size of a log's newest checkpoint. 0 if not found. */
export async function readPublishedSize(em: EntityManager, log: number): Promise<number> {
  const [newest] = await sql<{ size: string | null }>(
    em,
    'select max(size) as size from log_checkpoint where log = $1',
    [log],
  );
  return Number(newest!.size ?? 0);
}

/** Stores a checkpoint, which must be new. */
export async function insertCheckpoint(em: EntityManager, log: number, { size, note }: SizedNote): Promise<void> {
  await sql(em, 'insert into log_checkpoint (log, size, note) values ($1, $2, $3)', [log, size, note]);
}

/** Stores a checkpoint unless one of this size is already stored. */
export async function insertMissingCheckpoint(
  em: EntityManager,
  log: number,
  { size, note }: SizedNote,
): Promise<void> {
  await sql(em, 'insert into log_checkpoint (log, size, note) values ($1, $2, $3) on conflict do nothing', [
    log,
    size,
    note,
  ]);
}

/** Finds a log's newest checkpoint, by any process. Null if not found. */
export async function findNewestCheckpoint(em: EntityManager, log: number): Promise<PublishedCheckpoint | null> {
  const rows = await sql<{ note: string }>(
    em,
    'select note from log_checkpoint where log = $1 order by size desc limit 1',
    [log],
  );
  return rows.map(readCheckpoint)[0] ?? null;
}

/** Reads when a checkpoint was published, by the clock of the database. Null if not found. */
export async function readPublishedAt(em: EntityManager, log: number, size: number): Promise<Date | null> {
  const [row] = await sql<{ publishedAt: string }>(
    em,
    'select published_at as "publishedAt" from log_checkpoint where log = $1 and size = $2',
    [log, size],
  );
  return row ? new Date(row.publishedAt) : null;
}

/** True if a checkpoint was published more than `hours` ago, or more than an hour in the future because a clock was ahead. */
export async function isCheckpointOld(em: EntityManager, log: number, size: number, hours: number): Promise<boolean> {
  const [row] = await sql<{ isOld: boolean }>(
    em,
    `select published_at not between now() - make_interval(hours => $3) and now() + interval '1 hour' as "isOld"
     from log_checkpoint where log = $1 and size = $2`,
    [log, size, hours],
  );
  return row?.isOld ?? false;
}

/** Reads when several checkpoints were published. Returns a function that finds the time by log and size. */
export async function publishedTimesOf(
  em: EntityManager,
  checkpoints: readonly { log: number; size: number }[],
): Promise<(log: number, size: number) => Date | null> {
  const rows = await sql<{ log: number; size: string; publishedAt: string }>(
    em,
    `select log, size, published_at as "publishedAt" from log_checkpoint
     where (log, size) in (select * from unnest($1::smallint[], $2::bigint[]))`,
    [checkpoints.map(({ log }) => log), checkpoints.map(({ size }) => size)],
  );
  const times = new Map(rows.map(({ log, size, publishedAt }) => [`${log} ${size}`, new Date(publishedAt)]));
  return (log, size) => times.get(`${log} ${size}`) ?? null;
}

/** Reads the notes of up to `limit` checkpoints larger than this size, smallest first. */
export async function readCheckpointsAfter(
  em: EntityManager,
  log: number,
  size: number,
  limit: number,
): Promise<SizedNote[]> {
  const rows = await sql<{ size: string; note: string }>(
    em,
    'select size, note from log_checkpoint where log = $1 and size > $2 order by size limit $3',
    [log, size, limit],
  );
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Size of the first checkpoint larger than this size, if it was published more than `forMs` milliseconds ago. Null otherwise. */
export async function findCheckpointWaitingSince(
  em: EntityManager,
  log: number,
  size: number,
  forMs: number,
): Promise<number | null> {
  const rows = await sql<{ size: string; isLate: boolean }>(
    em,
    `select size, published_at < now() - make_interval(secs => $3::float8 / 1000) as "isLate" from log_checkpoint
     where log = $1 and size > $2 order by size limit 1`,
    [log, size, forMs],
  );
  return rows[0]?.isLate ? Number(rows[0].size) : null;
}

export function readCheckpoint({ note }: { note: string }): PublishedCheckpoint {
  return { ...parseCheckpoint(parseNote(note).text), note };
}
