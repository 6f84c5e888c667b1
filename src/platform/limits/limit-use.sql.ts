import type { Database } from '../database/database.ts';
import type { CounterRequest, CounterState } from './counter.ts';

/** Returns an unused amount to a rate limit whose time window hasn't ended. */
export async function giveBackUse(database: Database, key: Buffer, amount: number): Promise<void> {
  await database.readValue(
    {
      name: 'limit_give_back',
      text: 'update limit_use set used = greatest(0, used - $2) where key = $1 and ends_at > now()',
    },
    [key, amount],
  );
}

/** Deletes the usage of ended time windows. Returns the number of deleted rows. */
export function deleteEndedUse(database: Database): Promise<number> {
  return database.readValue<number>(
    {
      name: 'limit_forget_ended',
      text: `with ended as (delete from limit_use where ends_at <= now() returning 1) select count(*)::int from ended`,
    },
    [],
  );
}

/**
 * Takes each amount if its rate limit has room, and returns the usage of each limit by its key in hex. Locks the rows in the same
 * order in all processes, to avoid deadlocks.
 */
export function takeUse(
  database: Database,
  requests: readonly CounterRequest[],
): Promise<Record<string, CounterState>> {
  return database.readValue<Record<string, CounterState>>({ name: 'limit_take', text: TAKE }, [
    requests.map(({ key }) => key),
    requests.map(({ amount }) => amount),
    requests.map(({ most }) => most),
    requests.map(({ windowSeconds }) => windowSeconds),
  ]);
}

/** Maximum difference between the start times of two concurrent statements. */
const AHEAD = `interval '1 minute'`;

/**
 * SQL condition that a time window has ended. A window that ends later than one started now was started before the clock was set
 * back.
 */
const IS_OVER = `(use.ends_at <= now() or use.ends_at > excluded.ends_at + ${AHEAD})`;

const TAKE = `with asked as (
    select * from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::int[]) as asked (key, amount, most, seconds)
  ), taken as (
    insert into limit_use as use (key, used, ends_at)
    select key, amount, now() + make_interval(secs => seconds) from asked where amount <= most order by key
    on conflict (key) do update set
      used = case when ${IS_OVER} then 0 else use.used end + excluded.used,
      ends_at = case when ${IS_OVER} then excluded.ends_at else use.ends_at end
    where case when ${IS_OVER} then 0 else use.used end + excluded.used
          <= (select most from asked where asked.key = use.key)
    returning key, used, ends_at
  ), standing as (
    select key, true as is_taken, used, ends_at from taken
    union all
    select asked.key, false, coalesce(use.used, 0), coalesce(use.ends_at, now() + make_interval(secs => seconds))
    from asked left join limit_use use on use.key = asked.key and use.ends_at > now()
      and use.ends_at <= now() + make_interval(secs => seconds) + ${AHEAD}
    where asked.key not in (select key from taken)
  )
  select json_object_agg(encode(key, 'hex'), json_build_object(
    'isTaken', is_taken, 'used', used, 'secondsLeft', extract(epoch from ends_at - now())
  )) from standing`;
