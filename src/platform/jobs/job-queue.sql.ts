import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../database/database.ts';
import { prepared } from '../database/prepared-statements.ts';

/** SQL function that returns the queue's time. pg-boss takes every stored time from it. */
const nowIn = (schema: string) => `"${schema}".job_now()`;

/** State of the queues at one moment. */
export interface QueueState {
  /** The queue's time. Milliseconds since 1970. */
  ms: number;
  /** Names of the queues that have a job that can start now. */
  due: string[];
  /** True if a running job has no heartbeat any more, or has passed its time limit. False if `searches` is false. */
  hasLost: boolean;
}

/**
 * Reads the state of these queues.
 *
 * @param searches true to search all queues for jobs of dead workers, which reads the whole table
 */
export async function readQueueState(
  database: Database,
  schema: string,
  { names, searches }: { names: readonly string[]; searches: boolean },
): Promise<QueueState> {
  const now = nowIn(schema);
  const hasLost = `exists (
    select from "${schema}".job where state = 'active' and (started_on + make_interval(secs => expire_seconds) < ${now}
      or heartbeat_on + make_interval(secs => heartbeat_seconds) < ${now}))`;
  const row = await database.readRow<[ms: number, due: string[], hasLost: boolean]>(
    prepared(
      `select (extract(epoch from ${now}) * 1000)::float8,
         array(select queue.name from unnest($1::text[]) as queue (name) where exists (
           select from "${schema}".job
           where job.name = queue.name and state < 'active' and not blocked and start_after <= ${now})),
         ${searches ? hasLost : 'false'}`,
    ),
    [[...names]],
  );
  const [ms, due, isAnyLost] = row!;
  return { ms, due, hasLost: isAnyLost };
}

/** Counts the jobs that wait to start or for their next attempt, by queue. Queues without such jobs are absent. */
export function countWaitingJobs(
  em: EntityManager,
  schema: string,
): Promise<{ name: string; ready: number; deferred: number }[]> {
  return sql(
    em,
    `select name, (count(*) filter (where start_after <= ${nowIn(schema)}))::int as ready,
       (count(*) filter (where start_after > ${nowIn(schema)}))::int as deferred
     from "${schema}".job where state < 'active' and not blocked group by name`,
  );
}

/**
 * Makes jobs due that would wait more than `afterSeconds` from now, and sets start, heartbeat and monitoring times in the future
 * to now. Returns the number of jobs that became due. Used after the clock was set back.
 */
export async function pullForward(em: EntityManager, schema: string, afterSeconds: number): Promise<number> {
  const now = nowIn(schema);
  const [row] = await sql<{ due: number }>(
    em,
    `with due as (
       update "${schema}".job set start_after = ${now}
       where state in ('created', 'retry') and start_after > ${now} + make_interval(secs => $1) returning 1
     ), running as (
       update "${schema}".job set started_on = least(started_on, ${now}), heartbeat_on = least(heartbeat_on, ${now})
       where state = 'active' and greatest(started_on, heartbeat_on) > ${now}
     ), looked_after as (
       update "${schema}".queue set monitor_on = least(monitor_on, ${now}),
         monitor_claim_on = least(monitor_claim_on, ${now})
       where greatest(monitor_on, monitor_claim_on) > ${now}
     )
     select count(*)::int as due from due`,
    [afterSeconds],
  );
  return row!.due;
}

/** Minimum seconds for which a waiting job is kept after the clock was set, or after a backup was restored. */
const KEPT_SECONDS = 7 * 24 * 3600;

/**
 * Statement that sets the start and heartbeat times of running jobs to now, and keeps waiting jobs for at least a week from now.
 * Used after the clock was set, and after a backup was restored.
 */
export function renewTimes(schema: string): string {
  const now = nowIn(schema);
  return `with running as (
       update "${schema}".job set started_on = ${now}, heartbeat_on = ${now} where state = 'active'
     )
     update "${schema}".job set keep_until = ${now} + make_interval(secs => ${KEPT_SECONDS})
     where state in ('created', 'retry') and keep_until < ${now} + make_interval(secs => ${KEPT_SECONDS})`;
}

/** A date later than any real clock, and within the range that PostgreSQL can subtract. */
const NEVER = '9000-01-01';

/** Prevents pg-boss from deleting old jobs by itself. Does nothing before pg-boss has started once. */
export async function postponeDeletion(em: EntityManager, schema: string): Promise<void> {
  const [row] = await sql<{ isThere: boolean }>(em, 'select to_regclass($1) is not null as "isThere"', [
    `"${schema}".queue`,
  ]);
  if (!row!.isThere) return;
  await sql(em, `update "${schema}".queue set maintain_on = '${NEVER}' where maintain_on is distinct from '${NEVER}'`);
}

/** Lets pg-boss delete old jobs the next time it runs its maintenance. */
export async function allowDeletion(em: EntityManager, schema: string): Promise<void> {
  await sql(em, `update "${schema}".queue set maintain_on = null`);
}
