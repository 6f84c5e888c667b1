import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../database/database.ts';
import { prepared } from '../database/prepared-statements.ts';

const BEAT = prepared(
  `with mine as (
     insert into process_life as life (id, beats) values ($1, 1)
     on conflict (id) do update set beats = life.beats + 1, beaten_at = clock_timestamp()
   )
   select json_object_agg(id, beats) from process_life where id <> $1`,
);

/**
 * Increases the heartbeat counter of a process and reads the counters of the others by id. Null if no other process has a row.
 */
export function beat(database: Database, id: string): Promise<Record<string, number> | null> {
  return database.readValue(BEAT, [id]);
}

/** Adds rows for processes without one, to find out whether they are alive. */
export async function insertUnknown(em: EntityManager, ids: readonly string[]): Promise<void> {
  await sql(
    em,
    `insert into process_life (id, beats, beaten_at) select id, 0, '-infinity' from unnest($1::text[]) id on conflict do nothing`,
    [ids],
  );
}

/** Deletes the rows of processes whose counters still have the given values, and returns the ids of these processes. */
export async function deleteDead(
  em: EntityManager,
  ids: readonly string[],
  beats: readonly number[],
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `delete from process_life using unnest($1::text[], $2::bigint[]) as dead (id, beats)
     where process_life.id = dead.id and process_life.beats = dead.beats returning process_life.id`,
    [ids, beats],
  );
  return rows.map(({ id }) => id);
}

/** SQL condition that a process has a row in `process_life`. @param id an SQL expression */
export const hasLife = (id: string) => `exists (select from process_life where process_life.id = ${id})`;

/**
 * SQL condition that a process seems alive by the database's clock, for checks that can't wait for its next heartbeat. After the
 * clock was set back, it stays true for longer.
 * @param id an SQL expression
 */
export const seemsAlive = (id: string) =>
  `exists (select from process_life where process_life.id = ${id} and beaten_at > now() - interval '1 minute')`;
