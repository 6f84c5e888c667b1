import { Migration } from '@mikro-orm/migrations';

/**
 * What providers may have billed for answers that never came stands beside the charges; a refusal tells whether calls under way
 * have reserved the rest of a limit; a provider may forbid a single request. Columns can be null and constraints are not
 * validated, so no table is rewritten or read.
 */
export class CostsOfLostAnswers20261127060100 extends Migration {
  override name = 'CostsOfLostAnswers20261127060100';

  override up(): void {
    this.addSql(
      `alter table "run" add column "possible_cost_micros" bigint null, add column "usage_discrepancy" jsonb null;`,
    );
    this.addSql(`alter table "attempt" add column "possible_cost_micros" bigint null;`);
    for (const table of ['run', 'attempt']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_failure_check";`);
      this.addSql(
        `alter table "${table}" add constraint "${table}_failure_check" check ("failure" in (${FAILURES})) not valid;`,
      );
    }
    this.addSql(RESERVE_USAGE);
    this.addSql(SETTLE_USAGE);
  }
}

const FAILURES = `'RATE_LIMITED', 'QUOTA', 'KEY_REFUSED', 'FORBIDDEN', 'INVALID_REQUEST', 'CONTEXT_LENGTH', 'CONTENT_FILTER', 'MODEL_NOT_FOUND', 'PROVIDER_ERROR', 'UNREACHABLE', 'CONNECT_TIMEOUT', 'FIRST_TOKEN_TIMEOUT', 'IDLE_TIMEOUT', 'TOTAL_TIMEOUT', 'TRUNCATED', 'GARBAGE', 'BREAKER_OPEN', 'BULKHEAD_FULL', 'CANCELED', 'ADDRESS_NOT_ALLOWED', 'OUTPUT_INVALID', 'UNKNOWN'`;

/** The same as before, but for `uncertain`, and for an account's limit that counts before a key's that is only reserved. */
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
        if key_calls <= of_key.window_calls and of_key.window_ends_at > clock_timestamp() then
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
      insert into reservation (run_id, account_id, key_id, lineage_id, month, micros, note, reserved_at, expires_at)
        values (item->>'runId', item->>'accountId', item->>'keyId', lineage, this_month, most, item->'note',
          clock_timestamp(), clock_timestamp() + make_interval(secs => (item->>'lifetimeMs')::float8 / 1000))
        on conflict (run_id) do nothing;
      -- Asked a second time, it is granted as before and counted once.
      if found then
        if lineage is not null then
          update usage_period set
            reserved_micros = reserved_micros + coalesce(most, 0),
            window_calls = case when window_ends_at > clock_timestamp() then window_calls + 1 else 1 end,
            window_ends_at = case when window_ends_at > clock_timestamp() then window_ends_at
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
        'used', case when of_key.window_ends_at > clock_timestamp() then of_key.window_calls else 0 end,
        'endsInMs', coalesce(greatest(0, extract(epoch from of_key.window_ends_at - clock_timestamp()) * 1000), 0)) end);
  end loop;
  return to_jsonb(answers);
end $$;`;

/** The same as before, but for `possibleMicros`. */
const SETTLE_USAGE = `create or replace function settle_usage(settlements jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  run_ids text[] := array(select one->>'runId' from jsonb_array_elements(settlements) one);
  item jsonb;
  booked record;
  period usage_period;
  payer record;
  cost bigint;
  possible bigint;
  answers jsonb[] := '{}';
begin
  -- Reservations before periods, as the sweep does, and each in one order.
  perform from reservation where run_id = any(run_ids) order by run_id for update;
  perform lock_usage_periods(array_agg(subject), array_agg(month))
    from reservation cross join lateral unnest(array[account_id, lineage_id]) as subject where run_id = any(run_ids);

  for item in select value from jsonb_array_elements(settlements) loop
    -- What is no amount is no known cost; it must not keep the runs of the same statement from being written.
    cost := case when jsonb_typeof(item->'costMicros') = 'number' and (item->>'costMicros')::numeric between 0 and 1e15
                 then ceil((item->>'costMicros')::numeric) end;

    insert into reservation as held (run_id, account_id, key_id, lineage_id, month, micros, note, reserved_at, expires_at, settled_at)
      -- There is no row where a crash of the database has taken it, and not the call.
      values (item->>'runId', item->>'accountId', item->>'keyId',
        (select lineage_id from customer_key where id = item->>'keyId'),
        date_trunc('month', now() at time zone 'UTC'), 0, '{}', now(), now() + interval '10 minutes', now())
      on conflict (run_id) do update set settled_at = now(), note = '{}' where held.settled_at is null
      returning * into booked;
    if not found then
      answers := answers || jsonb_build_object('runId', item->>'runId', 'isCounted', false);
      continue;
    end if;

    -- What the provider may have billed beyond the cost, at most. A process of an earlier version doesn't say, so there is none;
    -- null is no upper bound: then what was reserved counts.
    possible := case
      when cost is null then coalesce(booked.micros, 0)
      when not item ? 'possibleMicros' then 0
      when jsonb_typeof(item->'possibleMicros') = 'number' and (item->>'possibleMicros')::numeric between 0 and 1e15
        then ceil((item->>'possibleMicros')::numeric)
      else greatest(coalesce(booked.micros, 0) - cost, 0) end;

    for period in
      insert into usage_period as known (
          subject, month, spent_micros, uncertain_micros, calls, calls_of_unknown_cost, calls_of_estimated_cost,
          input_tokens, output_tokens)
        select subject, booked.month, coalesce(cost, 0), possible,
          1, (cost is null or possible > 0 or coalesce(item->'possibleMicros' = 'null'::jsonb, false))::int, (cost is not null and coalesce((item->>'isEstimated')::boolean, false))::int,
          coalesce((item->>'inputTokens')::bigint, 0), coalesce((item->>'outputTokens')::bigint, 0)
        from unnest(array[booked.lineage_id, booked.account_id]) as subject where subject is not null
        on conflict (subject, month) do update set
          spent_micros = known.spent_micros + excluded.spent_micros,
          reserved_micros = known.reserved_micros - coalesce(booked.micros, 0),
          uncertain_micros = known.uncertain_micros + excluded.uncertain_micros,
          calls = known.calls + 1,
          calls_of_unknown_cost = known.calls_of_unknown_cost + excluded.calls_of_unknown_cost,
          calls_of_estimated_cost = known.calls_of_estimated_cost + excluded.calls_of_estimated_cost,
          input_tokens = known.input_tokens + excluded.input_tokens,
          output_tokens = known.output_tokens + excluded.output_tokens
        returning *
    loop
      continue when period.subject <> booked.account_id;
      select soft_cap_micros as soft, hard_limit_micros as hard into payer from customer where id = booked.account_id;
      -- Told of already or not reached yet: that is all there is to it, nearly always.
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
    answers := answers || jsonb_build_object('runId', item->>'runId', 'isCounted', true);
  end loop;
  return to_jsonb(answers);
end $$;`;
