import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { type Checkpoint, parseCheckpoint } from '../proof/checkpoint.ts';
import { parseNote } from '../proof/note.ts';

/** A checkpoint with the note it was published in. */
export interface PublishedCheckpoint extends Checkpoint {
  note: string;
}

/** The first checkpoint of at least this size; null when there is none yet. */
export async function checkpointCovering(
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

/** The newest checkpoint of any process; null when there is none yet. */
export async function newestCheckpoint(em: EntityManager, log: number): Promise<PublishedCheckpoint | null> {
  const rows = await sql<{ note: string }>(
    em,
    'select note from log_checkpoint where log = $1 order by size desc limit 1',
    [log],
  );
  return rows.map(readCheckpoint)[0] ?? null;
}

/** By the clock of the database. */
export async function publishedAtOf(em: EntityManager, log: number, size: number): Promise<Date | null> {
  const [row] = await sql<{ publishedAt: string }>(
    em,
    'select published_at as "publishedAt" from log_checkpoint where log = $1 and size = $2',
    [log, size],
  );
  return row ? new Date(row.publishedAt) : null;
}

/** The same of several checkpoints, in one statement. Gives a look-up by log and size. */
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

/** The notes of the checkpoints beyond this size, the smallest first, so many at the most. */
export async function checkpointsAfter(
  em: EntityManager,
  log: number,
  size: number,
  limit: number,
): Promise<{ size: number; note: string }[]> {
  const rows = await sql<{ size: string; note: string }>(
    em,
    'select size, note from log_checkpoint where log = $1 and size > $2 order by size limit $3',
    [log, size, limit],
  );
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** The size of the first checkpoint beyond this size, if it was published so long ago; by the clock that noted when. */
export async function checkpointWaitingSince(
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
