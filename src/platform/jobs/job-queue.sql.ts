import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';

/** SQL function that returns the queue's time. pg-boss takes every stored time from it. */
const nowIn = (schema: string) => `"${schema}".job_now()`;

/** Reads the queue's time. Milliseconds since 1970. */
export async function readQueueMs(em: EntityManager, schema: string): Promise<number> {
  const [row] = await sql<{ ms: number }>(em, `select (extract(epoch from ${nowIn(schema)}) * 1000)::float8 as ms`);
  return row!.ms;
}

/** Reads which of these queues have a job that can start now. */
export async function readDueQueues(em: EntityManager, schema: string, names: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    em,
    `select queue.name from unnest($1::text[]) as queue (name) where exists (
       select from "${schema}".job
       where job.name = queue.name and state < 'active' and not blocked and start_after <= ${nowIn(schema)})`,
    [[...names]],
  );
  return rows.map(({ name }) => name);
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
