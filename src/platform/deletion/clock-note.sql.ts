import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';
import type { HoldReason } from './clock-note.entity.ts';

/** A hold of deletion (deletion is stopped), as stored. */
export interface DeletionHold {
  reason: HoldReason;
  /** Start of the hold, by the clock that may be wrong. */
  since: Date;
  /** Last time, before the hold, at which the service recorded that it runs. */
  lastNotedAt: Date;
}

/** Time when the service last ran, the hold of deletion, and the database's current time. */
export interface SeenNote {
  databaseTime: Date;
  /** Time when the service last ran: the earlier of the database's and the process's clock. Null if never recorded. */
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

/** Reads when the service last ran, the hold of deletion, and the database's clock. */
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

/** Records that the service is running now. Doesn't change a hold of deletion. */
export async function writeClockNote(em: EntityManager, processTime: Date): Promise<void> {
  await sql(
    em,
    `insert into clock_note (id, noted_at, process_noted_at) values (1, clock_timestamp(), $1)
     on conflict (id) do update set noted_at = excluded.noted_at, process_noted_at = excluded.process_noted_at`,
    [processTime],
  );
}

/** Starts a hold of deletion. False if deletion is already held, which keeps the first reason. */
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

/** Ends the hold of deletion that began at `since`. False if deletion isn't held, or another hold is in force. */
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
