import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

/**
 * Disputes of a log by its witnesses: a sentence per witness. Processes that write or sign read them with the log's state row, so
 * that all processes stop at once.
 */
export type Disputes = Readonly<Record<string, string>>;

/** Locks out other processes that open or replace a log until the transaction ends. */
export async function takeTurnAtLogs(em: EntityManager): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(hashtext('transparency log'))`);
}

/** Locks out other processes that publish checkpoints of a log until the transaction ends. */
export async function takeTurnAtPublishing(em: EntityManager, log: number): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(hashtext('transparency log'), $1)`, [log]);
}

/** Like `takeTurnAtPublishing`, but doesn't wait. False if another process has the lock. */
export async function tryTurnAtPublishing(em: EntityManager, log: number): Promise<boolean> {
  const [turn] = await sql<{ isMine: boolean }>(
    em,
    `select pg_try_advisory_xact_lock(hashtext('transparency log'), $1) as "isMine"`,
    [log],
  );
  return turn!.isMine;
}

/** Reads the first entry and the time of opening of every log, oldest log first. */
export async function readLogs(em: EntityManager): Promise<{ log: number; genesis: string; openedAt: Date }[]> {
  const rows = await sql<{ log: number; genesis: string; openedAt: string }>(
    em,
    'select log, genesis, opened_at as "openedAt" from log_state order by log',
  );
  return rows.map((row) => ({ ...row, openedAt: new Date(row.openedAt) }));
}

/** Stores the state of a new log, which has one entry. */
export async function insertState(
  em: EntityManager,
  state: { log: number; origin: string; edge: Buffer; genesis: string; openedAt: Date },
): Promise<void> {
  await sql(em, 'insert into log_state (log, origin, size, edge, genesis, opened_at) values ($1, $2, 1, $3, $4, $5)', [
    state.log,
    state.origin,
    state.edge,
    state.genesis,
    state.openedAt,
  ]);
}

/** Counts the entries of a log, published or not. 0 for an unknown log. */
export async function readSize(em: EntityManager, log: number): Promise<number> {
  const [state] = await sql<{ size: string }>(em, 'select size from log_state where log = $1', [log]);
  return Number(state?.size ?? 0);
}

/** Reads the size and the tree's edge of an existing log, and whether another log has replaced it. */
export async function readTree(
  em: EntityManager,
  log: number,
): Promise<{ size: number; edge: Buffer; isClosed: boolean }> {
  const [state] = await sql<{ size: string; edge: Buffer; isClosed: boolean }>(
    em,
    'select size, edge, closed_size is not null as "isClosed" from log_state where log = $1',
    [log],
  );
  return { ...state!, size: Number(state!.size) };
}

/** State of a log that decides whether entries may be added and checkpoints signed. */
export interface WritableState {
  size: number;
  /** True if another log has replaced this one. */
  isClosed: boolean;
  disputes: Disputes;
  /** Why a restored log accepts no entries. Null if it isn't frozen by `restore`. */
  frozenReason: string | null;
}

/** Reads the state of an existing log that decides whether it may be written. */
export async function readWritableState(em: EntityManager, log: number): Promise<WritableState> {
  const [state] = await sql<Omit<WritableState, 'size'> & { size: string }>(
    em,
    `select size, closed_size is not null as "isClosed", disputes, frozen_reason as "frozenReason"
     from log_state where log = $1`,
    [log],
  );
  return { ...state!, size: Number(state!.size) };
}

/** Locks the state of a log until the transaction ends. */
export async function lockState(em: EntityManager, log: number): Promise<void> {
  await sql(em, 'select from log_state where log = $1 for update', [log]);
}

/** Locks the state of an existing log and reads it, with the number of the newest log. */
export async function lockAndReadState(
  em: EntityManager,
  log: number,
): Promise<{ size: number; edge: Buffer; disputes: Disputes; lastLog: number }> {
  const [state] = await sql<{ size: string; edge: Buffer; disputes: Disputes; lastLog: number }>(
    em,
    `select size, edge, disputes, (select max(log) from log_state) as "lastLog"
     from log_state where log = $1 for update`,
    [log],
  );
  return { ...state!, size: Number(state!.size) };
}

/** Sets the size and the tree's edge of a log. */
export async function updateTree(em: EntityManager, log: number, size: number, edge: Buffer): Promise<void> {
  await sql(em, 'update log_state set size = $2, edge = $3 where log = $1', [log, size, edge]);
}

/** Closes a log that another one replaces. `closedSize` is the number of entries of its last published tree. */
export async function closeLog(em: EntityManager, log: number, closedSize: number): Promise<void> {
  await sql(em, 'update log_state set closed_size = $2 where log = $1', [log, closedSize]);
}

/** Reads the size of the last tree of each closed log, by number of the log. */
export async function readClosedSizes(em: EntityManager): Promise<Map<number, number>> {
  const rows = await sql<{ log: number; size: string }>(
    em,
    'select log, closed_size as size from log_state where closed_size is not null',
  );
  return new Map(rows.map(({ log, size }) => [log, Number(size)]));
}

/**
 * Reads when the only log was opened, if it has only its first entry. Null if it has more, or if there are several logs or
 * none.
 */
export async function readOpeningOfEmptyLog(em: EntityManager): Promise<string | null> {
  const [row] = await sql<{ openedAt: string | null }>(
    em,
    'select min(opened_at) as "openedAt" from log_state having sum(size) = 1',
  );
  return row?.openedAt ?? null;
}

/** Reads the disputes of a log by its witnesses. */
export async function readDisputes(em: EntityManager, log: number): Promise<Disputes> {
  const [state] = await sql<{ disputes: Disputes }>(em, 'select disputes from log_state where log = $1', [log]);
  return state?.disputes ?? {};
}

/** Stores that a witness disputes a log, with a sentence that says why. */
export async function setDispute(em: EntityManager, log: number, witness: string, what: string): Promise<void> {
  await sql(
    em,
    `update log_state set disputes = disputes || jsonb_build_object($2::text, $3::text)
     where log = $1 and disputes ->> $2 is distinct from $3`,
    [log, witness, what],
  );
}

/** Deletes the dispute of a witness. */
export async function deleteDispute(em: EntityManager, log: number, witness: string): Promise<void> {
  await sql(em, 'update log_state set disputes = disputes - $2::text where log = $1 and jsonb_exists(disputes, $2)', [
    log,
    witness,
  ]);
}

/** Numbers about the newest log, for metrics. */
export interface LogFigures {
  size: number;
  unpublished: number;
  disputes: number;
  /** Seconds since the newest checkpoint was published. Null before the first checkpoint. */
  checkpointAge: number | null;
}

/** Reads the numbers about the newest log. Undefined if no log exists. */
export async function readFigures(em: EntityManager): Promise<LogFigures | undefined> {
  const [state] = await sql<LogFigures>(
    em,
    `select state.size::float8 as size, (state.size - coalesce(newest.size, 0))::float8 as unpublished,
            (select count(*) from jsonb_object_keys(state.disputes))::float8 as disputes,
            extract(epoch from now() - newest.published_at)::float8 as "checkpointAge"
     from log_state state
     left join lateral (
       select size, published_at from log_checkpoint where log = state.log order by size desc limit 1
     ) newest on true
     order by state.log desc limit 1`,
  );
  return state;
}
