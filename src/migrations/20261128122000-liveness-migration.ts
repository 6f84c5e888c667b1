import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * Each process has a counter that shows that it lives, and what is reserved names its process, so that no clock decides which calls
 * are lost. A call that ends after it was swept gets a second record, and its cost gets into the books.
 */
export class Liveness20261128122000 extends SteppedMigration {
  override name = 'Liveness20261128122000';

  override steps(): Step[] {
    return [
      change(
        `create table "process_life" ("id" varchar(64) not null, "beats" bigint not null, "beaten_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"))`,
      ),
      change(
        `alter table "reservation" add column "process_id" varchar(64) null, add column "swept_at" timestamptz(3) null`,
      ),
      change(
        `alter table "run" add column "aborted_run_id" varchar(255) null, add column "later_run_id" varchar(255) null`,
      ),
      change(LOCK_RESERVATIONS, RESERVE_USAGE, SETTLE_SWEPT_USAGE),
    ];
  }
}

/** The locks that \`settle_usage\` begins with, for statements that write runs in between. */
const LOCK_RESERVATIONS = `create function lock_reservations(settlements jsonb) returns void language plpgsql set enable_seqscan = off as $$
declare
  run_ids text[] := array(select one->>'runId' from jsonb_array_elements(settlements) one);
begin
  perform from reservation where run_id = any(run_ids) order by run_id for update;
end $$`;

/** The same as before, but for \`processId\`, and for a minute of calls that lies ahead since the clock was set back: it is over. */
const RESERVE_USAGE = `create or replace function reserve_usage(wanted jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC');
  item jsonb;
  payer record;
  lineage text;
  key_limit bigint;
  key_calls int;
  of_account usage_period;
  of_key usage_period;
  most bigint;
  refused text;
  retry_after int;
  answers jsonb[] := '{}';
begin
  perform set_config('synchronous_commit', 'off', true);
  perform lock_usage_periods(array_agg(subject), array_agg(this_month)) from (
    select (select id from customer where id = one->>'accountId') as subject from jsonb_array_elements(wanted) one
    union all
    select (select lineage_id from customer_key where id = one->>'keyId') from jsonb_array_elements(wanted) one
  ) subjects;

  for item in select value from jsonb_array_elements(wanted) loop
    most := (item->>'micros')::bigint;
    refused := null;
    retry_after := null;
    of_account := null;
    of_key := null;
    lineage := null;
    key_calls := null;
    key_limit := null;

    select soft_cap_micros as soft, hard_limit_micros as hard, suspended_at is not null as is_suspended
      into payer from customer where id = item->>'accountId';
    if not found then
      answers := answers || jsonb_build_object('why', 'NO_ACCOUNT');
      continue;
    end if;
    select * into of_account from usage_period where subject = item->>'accountId' and month = this_month;

    if payer.is_suspended then
      refused := 'NO_ACCOUNT';
    elsif item->>'keyId' is not null then
      select lineage_id, monthly_limit_micros, calls_per_minute into lineage, key_limit, key_calls from customer_key
        where id = item->>'keyId' and customer_id = item->>'accountId'
          and revoked_at is null and expires_at > clock_timestamp();
      if not found then
        refused := 'NO_ACCOUNT';
      else
        select * into of_key from usage_period where subject = lineage and month = this_month;
        if key_calls <= of_key.window_calls and of_key.window_ends_at between clock_timestamp() and clock_timestamp() + interval '61 seconds' then
          refused := 'RATE_LIMITED';
          retry_after := greatest(1, ceil(extract(epoch from of_key.window_ends_at - clock_timestamp())));
        elsif key_limit is not null and most is null then
          refused := 'PRICE_UNKNOWN';
        elsif of_key.spent_micros + of_key.uncertain_micros + of_key.reserved_micros + most > key_limit then
          refused := 'KEY_LIMIT';
          if of_key.spent_micros + of_key.uncertain_micros + most <= key_limit then retry_after := 5; end if;
        end if;
      end if;
    end if;
    -- A limit that is used up counts before one that calls under way have reserved: only the latter can be waited for.
    if payer.hard is not null and (refused is null or refused = 'KEY_LIMIT' and retry_after is not null) then
      if most is null then
        refused := 'PRICE_UNKNOWN';
        retry_after := null;
      elsif of_account.spent_micros + of_account.uncertain_micros + most > payer.hard then
        refused := 'HARD_LIMIT';
        retry_after := null;
      elsif of_account.spent_micros + of_account.uncertain_micros + of_account.reserved_micros + most > payer.hard then
        refused := 'HARD_LIMIT';
        retry_after := 5;
      end if;
    end if;

    if refused is null then
      insert into reservation (run_id, account_id, key_id, lineage_id, month, micros, note, reserved_at, expires_at, process_id)
        values (item->>'runId', item->>'accountId', item->>'keyId', lineage, this_month, most, item->'note',
          clock_timestamp(), clock_timestamp() + make_interval(secs => (item->>'lifetimeMs')::float8 / 1000), item->>'processId')
        on conflict (run_id) do nothing;
      -- Asked a second time, it is granted as before and counted once.
      if found then
        if lineage is not null then
          update usage_period set
            reserved_micros = reserved_micros + coalesce(most, 0),
            window_calls = case when window_ends_at between clock_timestamp() and clock_timestamp() + interval '61 seconds' then window_calls + 1 else 1 end,
            window_ends_at = case when window_ends_at between clock_timestamp() and clock_timestamp() + interval '61 seconds' then window_ends_at
                                  else clock_timestamp() + interval '1 minute' end
            where subject = lineage and month = this_month
            returning * into of_key;
        end if;
        update usage_period set reserved_micros = reserved_micros + coalesce(most, 0)
          where subject = item->>'accountId' and month = this_month
          returning * into of_account;
      end if;
    end if;

    answers := answers || jsonb_build_object(
      'why', refused, 'retryAfterSeconds', retry_after,
      'spent', of_account.spent_micros, 'reserved', of_account.reserved_micros + of_account.uncertain_micros,
      'uncertain', of_account.uncertain_micros,
      'soft', payer.soft, 'hard', payer.hard,
      'isPastSoftCap', coalesce(
        of_account.spent_micros + of_account.reserved_micros + of_account.uncertain_micros > payer.soft, false),
      'isLimited', key_limit is not null or payer.hard is not null,
      'calls', case when key_calls is not null then jsonb_build_object(
        'most', key_calls,
        'used', case when of_key.window_ends_at between clock_timestamp() and clock_timestamp() + interval '61 seconds' then of_key.window_calls else 0 end,
        'endsInMs', coalesce(greatest(0, extract(epoch from of_key.window_ends_at - clock_timestamp()) * 1000), 0)) end);
  end loop;
  return to_jsonb(answers);
end $$`;

/** Corrects the books for a call that a sweep settled with an unknown cost. False if no such call is on record. */
const SETTLE_SWEPT_USAGE = `create function settle_swept_usage(item jsonb) returns boolean language plpgsql set enable_seqscan = off as $$
declare
  booked record;
  period usage_period;
  payer record;
  cost bigint;
  possible bigint;
begin
  update reservation set swept_at = null where run_id = item->>'runId' and swept_at is not null returning * into booked;
  if not found then return false; end if;
  perform lock_usage_periods(array[booked.account_id, booked.lineage_id], array[booked.month, booked.month]);
  cost := case when jsonb_typeof(item->'costMicros') = 'number' and (item->>'costMicros')::numeric between 0 and 1e15
               then ceil((item->>'costMicros')::numeric) end;
  -- As in settle_usage.
  possible := case
    when cost is null then coalesce(booked.micros, 0)
    when not item ? 'possibleMicros' then 0
    when jsonb_typeof(item->'possibleMicros') = 'number' and (item->>'possibleMicros')::numeric between 0 and 1e15
      then ceil((item->>'possibleMicros')::numeric)
    else greatest(coalesce(booked.micros, 0) - cost, 0) end;

  for period in
    update usage_period set
      spent_micros = spent_micros + coalesce(cost, 0),
      -- The sweep counted what was reserved.
      uncertain_micros = uncertain_micros + possible - coalesce(booked.micros, 0),
      calls_of_unknown_cost = calls_of_unknown_cost - 1
        + (cost is null or possible > 0 or coalesce(item->'possibleMicros' = 'null'::jsonb, false))::int,
      calls_of_estimated_cost = calls_of_estimated_cost
        + (cost is not null and coalesce((item->>'isEstimated')::boolean, false))::int,
      input_tokens = input_tokens + coalesce((item->>'inputTokens')::bigint, 0),
      output_tokens = output_tokens + coalesce((item->>'outputTokens')::bigint, 0)
      where month = booked.month and subject in (booked.account_id, booked.lineage_id)
      returning *
  loop
    continue when period.subject <> booked.account_id;
    select soft_cap_micros as soft, hard_limit_micros as hard into payer from customer where id = booked.account_id;
    if (payer.soft is not null and period.soft_cap_told < 100 and period.spent_micros >= payer.soft::numeric * 0.8)
      or (payer.hard is not null and period.hard_limit_told < 100 and period.spent_micros >= payer.hard::numeric * 0.8)
    then
      update usage_period set
        soft_cap_told = coalesce(
          tell_of_cap(subject, month, 'SOFT', payer.soft, spent_micros, soft_cap_told), soft_cap_told),
        hard_limit_told = coalesce(
          tell_of_cap(subject, month, 'HARD', payer.hard, spent_micros, hard_limit_told), hard_limit_told)
        where subject = period.subject and month = period.month;
    end if;
  end loop;
  return true;
end $$`;
