import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

export interface BackupAttempt {
  /** Null if the attempt failed. */
  name: string | null;
  failure: string | null;
  durationMs: number;
  byteSize: number | null;
  pictures: number | null;
}

/** The last successful attempt, and the last one if that failed. */
export interface LastRuns {
  /** Seconds since the last successful backup ended. Null if there was none. */
  ageSeconds: number | null;
  name: string | null;
  durationMs: number | null;
  byteSize: number | null;
  /** Why the last attempt failed. Null if it didn't. */
  failure: string | null;
  /** Seconds since the last attempt failed. Null if it didn't. */
  failedSeconds: number | null;
}

export async function insertRun(em: EntityManager, run: BackupAttempt): Promise<void> {
  await sql(
    em,
    'insert into backup_run (name, failure, duration_ms, byte_size, pictures) values ($1, $2, $3, $4, $5)',
    [run.name, run.failure, run.durationMs, run.byteSize, run.pictures],
  );
}

export async function readLastRuns(em: EntityManager): Promise<LastRuns> {
  const [row] = await sql<LastRuns>(
    em,
    `select extract(epoch from now() - done.ended_at)::float8 as "ageSeconds", done.name,
       done.duration_ms::float8 as "durationMs", done.byte_size::float8 as "byteSize", failed.failure,
       extract(epoch from now() - failed.ended_at)::float8 as "failedSeconds"
     from (select) always
     left join lateral (select * from backup_run where failure is null order by id desc limit 1) done on true
     left join lateral (select * from backup_run order by id desc limit 1) failed on failed.failure is not null`,
  );
  return row!;
}

/** Deletes all but the newest `keep` attempts. Returns the number of deleted ones. */
export async function deleteOldRuns(em: EntityManager, keep: number): Promise<number> {
  const rows = await sql(
    em,
    `delete from backup_run where id < (select min(id) from (select id from backup_run order by id desc limit $1) kept)
       and id <> coalesce((select max(id) from backup_run where failure is null), 0) returning 1`,
    [keep],
  );
  return rows.length;
}
