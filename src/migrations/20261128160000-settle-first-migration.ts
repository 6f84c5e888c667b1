import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * `settle_usage` doesn't count a call whose run is in the log already. So calls are settled before their runs are written, and no
 * statement has to lock reservations beforehand.
 */
export class SettleFirst20261128160000 extends SteppedMigration {
  override name = 'SettleFirst20261128160000';

  override steps(): Step[] {
    return [change(SETTLE_USAGE, 'drop function lock_reservations(jsonb)')];
  }
}

/** The same as before, but for the call whose run is in the log: it is looked up only if there is no reservation. */
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
      -- There is no row where a crash of the database has taken it, or where it was settled long ago and is forgotten.
      values (item->>'runId', item->>'accountId', item->>'keyId',
        (select lineage_id from customer_key where id = item->>'keyId'),
        date_trunc('month', now() at time zone 'UTC'), 0, '{}', now(), now() + interval '10 minutes', now())
      on conflict (run_id) do update set settled_at = now(), note = '{}' where held.settled_at is null
      returning *, xmax = 0 as is_new into booked;
    if not found or booked.is_new and exists (select from run where id = booked.run_id) then
      answers := answers || jsonb_build_object('runId', item->>'runId', 'isCounted', false);
      continue;
    end if;

    -- The most that the provider may have billed beyond the cost. A process of an earlier release doesn't send it: then it is 0.
    -- Null means that there is no upper bound: then the reserved amount counts.
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
      -- Usually the cap isn't reached, or was announced before.
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
end $$`;
