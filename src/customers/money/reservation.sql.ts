import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../../platform/database/database.ts';
import { hasLife, seemsAlive } from '../../platform/liveness/process-life.sql.ts';
import type { CallWindow } from '../call-windows.ts';
import type { Orphan, ReserveResult, Settlement } from '../customers-api.ts';

/** Days for which swept reservations are kept. Calls that end within this time can still be settled with their cost. */
const KEEP_SWEPT_DAYS = 31;

/** Result of the SQL function `reserve_usage` for one call. Amounts are micros of USD, null for an unknown account. */
export interface ReserveAnswer {
  /** Why nothing was reserved. Null if the amount is reserved. */
  why: Extract<ReserveResult, { isReserved: false }>['why'] | null;
  retryAfterSeconds: number | null;
  spent: number | null;
  reserved: number | null;
  uncertain: number | null;
  soft: number | null;
  hard: number | null;
  isPastSoftCap: boolean;
  isLimited?: boolean;
  /** Current one-minute window of the key. Null if the key has no call limit. */
  calls: CallWindow | null;
}

/** Reserves amounts for calls, each in the JSON form that `reserve_usage` takes. Results have the order of the calls. */
export function reserveUsage(database: Database, calls: readonly string[]): Promise<ReserveAnswer[]> {
  return database.readValue({ name: 'reserve_usage', text: 'select reserve_usage($1::jsonb)' }, [`[${calls.join()}]`]);
}

/** Settles lost calls with an unknown cost, and marks them as swept. An already settled call doesn’t change. */
export async function settleSwept(
  em: EntityManager,
  calls: readonly Pick<Orphan, 'runId' | 'accountId' | 'keyId'>[],
): Promise<void> {
  const counted = await sql<{ runId: string }>(
    em,
    `select one->>'runId' as "runId" from jsonb_array_elements(settle_usage($1::jsonb)) one where (one->>'isCounted')::boolean`,
    [JSON.stringify(calls.map(({ runId, accountId, keyId }) => ({ runId, accountId, keyId, costMicros: null })))],
  );
  await sql(em, 'update reservation set swept_at = clock_timestamp() where run_id = any($1)', [
    counted.map(({ runId }) => runId),
  ]);
}

/**
 * Corrects the amounts by calls that ended after they were swept. Returns the ids of their runs, without those that weren’t
 * swept.
 */
export async function settleLate(em: EntityManager, settlements: readonly Settlement[]): Promise<string[]> {
  const rows = await sql<{ runId: string }>(
    em,
    `select one->>'runId' as "runId" from jsonb_array_elements($1::jsonb) one where settle_swept_usage(one)`,
    [JSON.stringify(settlements.toSorted((a, b) => (a.runId < b.runId ? -1 : 1)))],
  );
  return rows.map(({ runId }) => runId);
}

/** Marks unsettled calls as lost, so that the next sweep settles them. Returns the number of these calls. */
export function releaseToSweep(database: Database, runIds: readonly string[]): Promise<number> {
  return database.readValue(
    {
      name: 'reservation_let_go',
      text: `with left_over as (
               update reservation set process_id = null, expires_at = least(expires_at, clock_timestamp())
               where run_id = any($1) and settled_at is null returning 1
             )
             select count(*)::int from left_over`,
    },
    [runIds],
  );
}

/** Finds processes with expired, unsettled calls but without a liveness row, which shows if a process is alive. */
export async function readUnknownProcesses(em: EntityManager): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select distinct process_id as id from reservation where settled_at is null and expires_at < clock_timestamp()
       and process_id is not null and not ${hasLife('process_id')}`,
  );
  return rows.map(({ id }) => id);
}

const ORPHAN = `jsonb_build_object('runId', run_id, 'accountId', account_id, 'keyId', key_id, 'reservedMicros', micros,
  'reservedAt', extract(epoch from reserved_at) * 1000, 'note', note)`;

interface OrphanRow extends Omit<Orphan, 'reservedAt'> {
  reservedAt: number;
}

const orphanOf = (row: OrphanRow): Orphan => ({ ...row, reservedAt: new Date(row.reservedAt) });

/** Finds the reservation of a call that isn’t settled. Null if not found. */
export async function findOpen(database: Database, runId: string): Promise<Orphan | null> {
  const rows = await database.readValue<OrphanRow[] | null>(
    {
      name: 'reservation_under_way',
      text: `select jsonb_agg(${ORPHAN}) from reservation where run_id = $1 and settled_at is null`,
    },
    [runId],
  );
  return rows?.map(orphanOf)[0] ?? null;
}

/** Reads the newest reservations that aren’t settled, at most `most`. `accountId` null means all accounts. */
export async function readOpen(
  database: Database,
  { accountId, most }: { accountId: string | null; most: number },
): Promise<Orphan[]> {
  const rows = await database.readValue<OrphanRow[] | null>(
    {
      name: 'reservations_under_way',
      text: `select jsonb_agg(${ORPHAN} order by run_id desc) from (
               select * from reservation
               where settled_at is null and ($1::text is null or account_id = $1) order by run_id desc limit $2
             ) reservation`,
    },
    [accountId, most],
  );
  return (rows ?? []).map(orphanOf);
}

/**
 * Locks expired, unsettled reservations that belong to no process until the transaction ends, and reads at most `most` of them.
 */
export function lockExpired(em: EntityManager, most: number): Promise<Orphan[]> {
  return lockOpen(em, 'process_id is null and expires_at < clock_timestamp()', [most]);
}

/** Locks unsettled reservations of these processes, expired or not, and reads at most `most` of them. */
export function lockOf(em: EntityManager, processIds: readonly string[], most: number): Promise<Orphan[]> {
  return lockOpen(em, 'process_id = any($2)', [most, processIds]);
}

async function lockOpen(em: EntityManager, condition: string, values: unknown[]): Promise<Orphan[]> {
  const rows = await sql<{ orphan: OrphanRow }>(
    em,
    `select ${ORPHAN} as orphan from reservation where settled_at is null and ${condition}
     order by run_id limit $1 for update skip locked`,
    values,
  );
  return rows.map(({ orphan }) => orphanOf(orphan));
}

/** Condition: a settled reservation is older than `minutes`, and if it was swept, older than `KEEP_SWEPT_DAYS`. */
const isOld = (minutes: string) => `settled_at is not null and expires_at < now() - make_interval(mins => ${minutes})
  and (swept_at is null or swept_at < now() - interval '${KEEP_SWEPT_DAYS} days')`;

/**
 * True if an unsettled call has expired and belongs to no living process, or a settled reservation expired more than
 * `afterMinutes` minutes ago. One short statement, because nearly every sweep finds nothing.
 */
export function needsSweep(database: Database, afterMinutes: number): Promise<boolean> {
  return database.readValue(
    {
      name: 'reservation_needs_sweep',
      text: `select exists (
               select from reservation where settled_at is null and expires_at < clock_timestamp()
                 and (process_id is null or not ${hasLife('process_id')})
             ) or exists (select from reservation where ${isOld('$1')})`,
    },
    [afterMinutes],
  );
}

/**
 * Deletes at most `most` settled reservations that expired more than `afterMinutes` minutes ago. Swept reservations are kept
 * for at least `KEEP_SWEPT_DAYS`. Returns the number of deleted reservations.
 */
export function deleteSettled(
  database: Database,
  { afterMinutes, most }: { afterMinutes: number; most: number },
): Promise<number> {
  return database.readValue(
    {
      name: 'reservation_forget_settled',
      text: `with old as (
               delete from reservation where run_id in (
                 select run_id from reservation where ${isOld('$1')} limit $2 for update skip locked
               ) returning 1
             )
             select count(*)::int from old`,
    },
    [afterMinutes, most],
  );
}

/** Names at most 100 unsettled reservations that expired over five minutes ago and belong to no living process. */
export async function readOrphanIds(em: EntityManager): Promise<string[]> {
  const rows = await sql<{ row: string }>(
    em,
    // Sweeps run every ten seconds; five minutes allow for a delayed one.
    `select 'reservation ' || run_id as row from reservation
     where settled_at is null and expires_at < now() - interval '5 minutes' and not ${seemsAlive('process_id')}
     order by run_id limit 100`,
  );
  return rows.map(({ row }) => row);
}
