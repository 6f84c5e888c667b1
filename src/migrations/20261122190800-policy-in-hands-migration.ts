import { Migration } from '@mikro-orm/migrations';
import { RESERVE_USAGE } from './20261122170200-customers-migration.ts';

/**
 * `reserve_usage` tells how the key stands with its calls per minute and whether anything is limited, in the answer that it gives anyway; and a version of a document
 * says of which earlier one it is.
 */
export class PolicyInHands20261122190800 extends Migration {
  override name = 'PolicyInHands20261122190800';

  override up(): void {
    this.addSql(RESERVE_USAGE_TELLS);
    this.addSql(`alter table "catalogue_version" add column "restored_from" int null;`);
    this.addSql(`alter table "routing_policy" add column "restored_from" int null;`);
  }

  override down(): void {
    this.addSql(`alter table "routing_policy" drop column "restored_from";`);
    this.addSql(`alter table "catalogue_version" drop column "restored_from";`);
    this.addSql(`drop function reserve_usage(jsonb);`);
    this.addSql(RESERVE_USAGE);
  }
}

/** The same as before, but for `calls` and `isLimited`. */
const RESERVE_USAGE_TELLS = `create or replace function reserve_usage(wanted jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
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
    if refused is null and payer.hard is not null then
      if most is null then
        refused := 'PRICE_UNKNOWN';
      elsif of_account.spent_micros + of_account.uncertain_micros + of_account.reserved_micros + most > payer.hard then
        refused := 'HARD_LIMIT';
        if of_account.spent_micros + of_account.uncertain_micros + most <= payer.hard then retry_after := 5; end if;
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
