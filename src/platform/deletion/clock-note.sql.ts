import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';
import type { HoldReason } from './clock-note.entity.ts';

/** A hold of deletion, as stored. */
export interface DeletionHold {
  reason: HoldReason;
  /** Start of the hold, by the clock that is in doubt. */
  since: Date;
  /** Last time that the service wrote to `clock_note` before the hold. */
  lastNotedAt: Date;
}

/** Last recorded time, hold of deletion, and the database's clock at the same moment. */
export interface SeenNote {
  databaseTime: Date;
  /** Last recorded time: the earlier of the database's and the process's. Null before the first record. */
  notedAt: Date | null;
  hold: DeletionHold | null;
}

interface NoteRow {
  databaseMs: number;
  notedMs: number | null;
  heldMs: number | null;
  reason: HoldReason | null;
  afterMs: number | null;
}

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** Reads the last recorded time, the hold of deletion and the database's clock. */
export async function readClockNote(em: EntityManager): Promise<SeenNote> {
  const [row] = await sql<NoteRow>(
    em,
    `select ${MS('clock_timestamp()')} as "databaseMs", ${MS('least(noted_at, process_noted_at)')} as "notedMs",
       ${MS('held_since')} as "heldMs", held_reason as reason, ${MS('held_after')} as "afterMs"
     from (select) as here left join clock_note on id = 1`,
  );
  const { databaseMs, notedMs, heldMs, reason, afterMs } = row!;
  return {
    databaseTime: new Date(databaseMs),
    notedAt: notedMs === null ? null : new Date(notedMs),
    hold:
      heldMs === null || reason === null || afterMs === null
        ? null
        : { reason, since: new Date(heldMs), lastNotedAt: new Date(afterMs) },
  };
}

/** Stores that the service is running now. Doesn't change a hold. */
export async function writeClockNote(em: EntityManager, processTime: Date): Promise<void> {
  await sql(
    em,
    `insert into clock_note (id, noted_at, process_noted_at) values (1, clock_timestamp(), $1)
     on conflict (id) do update set noted_at = excluded.noted_at, process_noted_at = excluded.process_noted_at`,
    [processTime],
  );
}

/** Holds deletion. False if it is already held, which keeps the first reason. */
export async function insertHold(em: EntityManager, { reason, since, lastNotedAt }: DeletionHold): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into clock_note as note (id, noted_at, process_noted_at, held_since, held_reason, held_after)
       values (1, $3, $3, $2, $1, $3)
     on conflict (id) do update
       set held_since = excluded.held_since, held_reason = excluded.held_reason, held_after = excluded.held_after
       where note.held_since is null
     returning id`,
    [reason, since, lastNotedAt],
  );
  return rows.length > 0;
}

/** Ends the hold that began at `since`. False if deletion isn't held, or another hold is in force. */
export async function deleteHold(em: EntityManager, since: Date): Promise<boolean> {
  const rows = await sql(
    em,
    `update clock_note set held_since = null, held_reason = null, held_after = null,
       noted_at = clock_timestamp(), process_noted_at = clock_timestamp()
     where id = 1 and held_since = $1 returning id`,
    [since],
  );
  return rows.length > 0;
}
