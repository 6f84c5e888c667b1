import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../../platform/database/database.ts';
import type { AnswerState } from './idempotent-answer.entity.ts';

/** Stored state of an idempotency key: the request and the run that claimed it, and the answer. */
export interface IdempotencyRow {
  readonly kind: string;
  readonly requestSha256: string;
  readonly runId: string;
  readonly state: AnswerState;
  /** Encrypted answer. Null unless `state` is KEPT. */
  readonly answer: Buffer | null;
  /** Seconds since the key was claimed. */
  readonly seconds: number;
}

// An expired row that isn't deleted yet counts as missing.
const CLAIM = {
  name: 'idempotent_claim',
  text: `insert into idempotent_answer (id, kind, request_sha256, run_id, state, claimed_at, expires_at)
    values ($1, $2, $3, $4, 'UNDER_WAY', now(), now() + interval '1 day')
    on conflict (id) do update set kind = excluded.kind, request_sha256 = excluded.request_sha256,
      run_id = excluded.run_id, state = excluded.state, answer = null, claimed_at = excluded.claimed_at,
      expires_at = excluded.expires_at
      where idempotent_answer.expires_at <= now()
    returning true`,
};

/** Claims a key for a run. False when another request has claimed it. */
export async function claimKey(
  database: Database,
  { id, kind, requestSha256, runId }: Pick<IdempotencyRow, 'kind' | 'requestSha256' | 'runId'> & { id: string },
): Promise<boolean> {
  return (await database.readValue<true | undefined>(CLAIM, [id, kind, requestSha256, runId])) === true;
}

const FIND = {
  name: 'idempotent_find',
  text: `select kind, request_sha256, run_id, state, answer, extract(epoch from now() - claimed_at)::float8
    from idempotent_answer where id = $1 and expires_at > now()`,
};

/** Reads the row of a key. Null when it doesn't exist, or has expired. */
export async function findAnswer(database: Database, id: string): Promise<IdempotencyRow | null> {
  const row = await database.readRow<[string, string, string, AnswerState, Buffer | null, number]>(FIND, [id]);
  if (!row) return null;
  const [kind, requestSha256, runId, state, answer, seconds] = row;
  return { kind, requestSha256, runId, state, answer, seconds };
}

const TAKE_OVER = {
  name: 'idempotent_take_over',
  text: `update idempotent_answer set run_id = $3, claimed_at = now(), expires_at = now() + interval '1 day'
    where id = $1 and run_id = $2 and state = 'UNDER_WAY' returning true`,
};

/**
 * Moves a key without a stored result to another run. The caller must have checked that the first run spent nothing. False if
 * `runId` no longer holds the key, or its result has been recorded.
 */
export async function takeOverKey(database: Database, id: string, runId: string, nextRunId: string): Promise<boolean> {
  return (await database.readValue<true | undefined>(TAKE_OVER, [id, runId, nextRunId])) === true;
}

const KEEP = {
  name: 'idempotent_keep',
  text: `update idempotent_answer set state = $3, answer = $4, expires_at = now() + interval '1 day'
    where id = $1 and run_id = $2`,
};

/** Stores the result of a run under its key for a day. `encrypted` is null if the answer itself isn't kept. */
export async function keepAnswer(
  database: Database,
  { id, runId }: { id: string; runId: string },
  state: AnswerState,
  encrypted: Uint8Array | null,
): Promise<void> {
  await database.readRows(KEEP, [id, runId, state, encrypted]);
}

const FREE = { name: 'idempotent_free', text: 'delete from idempotent_answer where id = $1 and run_id = $2' };

/** Deletes a key that this run has claimed. */
export async function freeKey(database: Database, { id, runId }: { id: string; runId: string }): Promise<void> {
  await database.readRows(FREE, [id, runId]);
}

const RUN = {
  name: 'idempotent_run',
  text: `select status, cost_micros, ended_at > now() - interval '1 minute' from run where id = $1`,
};

/** Recorded end of a run. */
export interface LoggedEnd {
  status: string;
  /** Null when the cost is unknown. */
  costMicros: number | null;
  /** True if the run ended less than a minute ago. */
  isJust: boolean;
}

/** Finds how a run ended. Null when it isn't recorded. */
export async function findEnd(database: Database, runId: string): Promise<LoggedEnd | null> {
  const run = await database.readRow<[status: string, costMicros: string | null, isJust: boolean]>(RUN, [runId]);
  if (!run) return null;
  const [status, costMicros, isJust] = run;
  return { status, costMicros: costMicros === null ? null : Number(costMicros), isJust };
}

/** Deletes up to `most` expired answers. Returns their number. */
export async function deleteExpired(em: EntityManager, most: number): Promise<number> {
  const rows = await sql(
    em,
    `delete from idempotent_answer where id in (
       select id from idempotent_answer where expires_at <= now() limit ${most} for update skip locked
     ) returning 1`,
  );
  return rows.length;
}

/** Deletes the answers of runs. */
export async function deleteAnswersOf(em: EntityManager, runIds: readonly string[]): Promise<void> {
  await sql(em, 'delete from idempotent_answer where run_id = any($1)', [runIds]);
}
