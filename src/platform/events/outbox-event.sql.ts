import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';

/** An event that wasn't dispatched to its listeners yet. */
export interface WaitingEvent {
  id: number;
  type: string;
  payload: object;
  owner: string | null;
  /** Milliseconds since 1970. */
  occurredAt: number;
}

/** Inserts events in one statement. */
export async function insertEvents(
  em: EntityManager,
  events: readonly { type: string; payload: object; owner: string | null }[],
): Promise<void> {
  await sql(
    em,
    `insert into outbox_event (type, payload, owner)
     select event.type, event.payload, event.owner
     from jsonb_to_recordset($1::jsonb) as event (type varchar, payload jsonb, owner varchar)`,
    [JSON.stringify(events)],
  );
}

/** Deletes the events whose payload has this value under the name `member`. Scans the whole table. */
export async function deleteEventsOf(em: EntityManager, member: string, value: string): Promise<void> {
  await sql(em, 'delete from outbox_event where payload ->> $1 = $2', [member, value]);
}

/** Counts events that weren't dispatched yet, with the age of the oldest in seconds. Both are 0 if all were dispatched. */
export async function countWaitingEvents(em: EntityManager): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await sql<{ count: number; oldestSeconds: number }>(
    em,
    `select count(*)::int as count, coalesce(extract(epoch from now() - min(occurred_at)), 0)::float8 as "oldestSeconds"
     from outbox_event where dispatched_at is null`,
  );
  return row!;
}

/** Deletes up to `most` events that were dispatched more than `days` days ago. Returns their number. */
export async function deleteDispatchedEvents(em: EntityManager, days: number, most: number): Promise<number> {
  const deleted = await sql(
    em,
    `delete from outbox_event where id in (
       select id from outbox_event where dispatched_at < now() - make_interval(days => $1) order by id limit ${most}
     ) returning id`,
    [days],
  );
  return deleted.length;
}

/** Locks and reads the oldest events that weren't dispatched, at most `most`. Skips events that another process has locked. */
export function lockWaitingEvents(em: EntityManager, most: number): Promise<WaitingEvent[]> {
  return sql<WaitingEvent>(
    em,
    `select id, type, payload, owner, extract(epoch from occurred_at)::float8 * 1000 as "occurredAt" from outbox_event where dispatched_at is null order by id limit ${most} for update skip locked`,
  );
}

/** True if any event wasn't dispatched yet, also if another process is dispatching it. */
export async function hasWaitingEvents(em: EntityManager): Promise<boolean> {
  const [row] = await sql<{ isAny: boolean }>(
    em,
    'select exists (select from outbox_event where dispatched_at is null) as "isAny"',
  );
  return row!.isAny;
}

/** Marks events as dispatched now. Returns true if other events wait, also if another process is dispatching them. */
export async function markDispatched(em: EntityManager, ids: readonly number[]): Promise<boolean> {
  const [row] = await sql<{ isLeft: boolean }>(
    em,
    `with marked as (update outbox_event set dispatched_at = current_timestamp(3) where id = any($1))
     select exists (select from outbox_event where dispatched_at is null and id <> all($1)) as "isLeft"`,
    [ids],
  );
  return row!.isLeft;
}
