import { Migration } from '@mikro-orm/migrations';

export class Customers20261122170200 extends Migration {
  override name = 'Customers20261122170200';

  override up(): void {
    this.addSql(
      `create table "customer" ("id" varchar(255) not null, "name" text not null, "plan" text not null, "is_house" boolean not null default false, "soft_cap_micros" bigint null, "hard_limit_micros" bigint null, "suspended_at" timestamptz(3) null, "version" int not null default 1, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`alter table "customer" add constraint "customer_name_unique" unique ("name");`);
    this.addSql(
      `alter table "customer" add constraint "customer_plan_check" check ("plan" in ('BASE', 'PRO', 'ENTERPRISE'));`,
    );
    // Its id is given, so that nobody has to look for it.
    this.addSql(
      `insert into "customer" ("id", "name", "plan", "is_house", "created_by") values ('cus_00000000000000000000000000', 'House', 'ENTERPRISE', true, 'migration');`,
    );

    this.addSql(
      `create table "customer_key" ("id" varchar(255) not null, "customer_id" varchar(255) not null, "name" text not null, "token_hash" bytea not null, "hint" varchar(16) not null, "lineage_id" varchar(255) not null, "tasks" text[] null, "monthly_limit_micros" bigint null, "calls_per_minute" int null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "customer_key_customer_id_index" on "customer_key" ("customer_id");`);
    this.addSql(`alter table "customer_key" add constraint "customer_key_token_hash_unique" unique ("token_hash");`);
    this.addSql(
      `alter table "customer_key" add constraint "customer_key_customer_id_foreign" foreign key ("customer_id") references "customer" ("id");`,
    );

    // Half of each page is left free, so that a row that changes with every call is changed within its page.
    this.addSql(
      `create table "usage_period" ("subject" varchar(255) not null, "month" date not null, "spent_micros" bigint not null default 0, "reserved_micros" bigint not null default 0, "uncertain_micros" bigint not null default 0, "calls" bigint not null default 0, "calls_of_unknown_cost" bigint not null default 0, "calls_of_estimated_cost" bigint not null default 0, "input_tokens" bigint not null default 0, "output_tokens" bigint not null default 0, "soft_cap_told" smallint not null default 0, "hard_limit_told" smallint not null default 0, "window_ends_at" timestamptz(3) null, "window_calls" int not null default 0, primary key ("subject", "month")) with (fillfactor = 50);`,
    );
    this.addSql(
      `create table "reservation" ("run_id" varchar(255) not null, "account_id" varchar(255) not null, "key_id" varchar(255) null, "lineage_id" varchar(255) null, "month" date not null, "micros" bigint null, "note" jsonb not null, "reserved_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "settled_at" timestamptz(3) null, primary key ("run_id")) with (fillfactor = 50);`,
    );
    this.addSql(`create index "reservation_expires_at_index" on "reservation" ("expires_at");`);

    this.addSql(LOCK_USAGE_PERIODS);
    this.addSql(RESERVE_USAGE);
    this.addSql(TELL_OF_CAP);
    this.addSql(SETTLE_USAGE);
  }

  override down(): void {
    this.addSql(`drop function if exists settle_usage(jsonb);`);
    this.addSql(`drop function if exists tell_of_cap(text, date, text, bigint, bigint, smallint);`);
    this.addSql(`drop function if exists reserve_usage(jsonb);`);
    this.addSql(`drop function if exists lock_usage_periods(text[], date[]);`);
    this.addSql(`drop table if exists "reservation";`);
    this.addSql(`drop table if exists "usage_period";`);
    this.addSql(`drop table if exists "customer_key";`);
    this.addSql(`drop table if exists "customer";`);
  }
}

/**
 * Plans are made once for each connection, mostly while the tables are new and empty: read from end to end they would be as they
 * grow, which was most of what a call cost the database.
 */
const BY_INDEX = 'set enable_seqscan = off';

/** Whoever changes several rows locks them in one order, so that no two wait for each other. */
const LOCK_USAGE_PERIODS = `create function lock_usage_periods(subjects text[], months date[]) returns void language plpgsql as $$
declare
  wanted record;
begin
  for wanted in
    select distinct subject, month from unnest(subjects, months) as one (subject, month)
    where subject is not null order by subject, month
  loop
    perform from usage_period where subject = wanted.subject and month = wanted.month for update;
    if not found then
      insert into usage_period (subject, month) values (wanted.subject, wanted.month) on conflict do nothing;
      perform from usage_period where subject = wanted.subject and month = wanted.month for update;
    end if;
  end loop;
end $$;`;

/**
 * Sets money aside for each of a list, one after the other, so that each sees what those before it took. Its transaction is not
 * waited for to be on the disk.
 */
export const RESERVE_USAGE = `create function reserve_usage(wanted jsonb) returns jsonb language plpgsql ${BY_INDEX} as $$
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
            where subject = lineage and month = this_month;
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
        of_account.spent_micros + of_account.reserved_micros + of_account.uncertain_micros > payer.soft, false));
  end loop;
  return to_jsonb(answers);
end $$;`;

/** Announces that a cap is reached to 80 or 100 percent, each once. Gives how far it has been told of. */
const TELL_OF_CAP = `create function tell_of_cap(
  account text, of_month date, cap text, cap_micros bigint, spent bigint, told smallint
) returns smallint language plpgsql as $$
declare
  percent smallint;
begin
  foreach percent in array array[80, 100]::smallint[] loop
    if told < percent and spent::numeric * 100 >= cap_micros::numeric * percent then
      insert into outbox_event (type, payload, owner) values (
        'customers.cap-reached',
        jsonb_build_object('customerId', account, 'month', to_char(of_month, 'YYYY-MM'), 'cap', cap, 'percent', percent,
          'capMicros', cap_micros, 'spentMicros', spent),
        'customer:' || account);
      told := percent;
    end if;
  end loop;
  return told;
end $$;`;

/**
 * Takes what calls cost into the books and releases what was set aside for them, each once. To be called in the statement that
 * writes the runs; that one waits for the disk as any other does.
 */
const SETTLE_USAGE = `create function settle_usage(settlements jsonb) returns jsonb language plpgsql ${BY_INDEX} as $$
declare
  run_ids text[] := array(select one->>'runId' from jsonb_array_elements(settlements) one);
  item jsonb;
  booked record;
  period usage_period;
  payer record;
  cost bigint;
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

    for period in
      insert into usage_period as known (
          subject, month, spent_micros, uncertain_micros, calls, calls_of_unknown_cost, calls_of_estimated_cost,
          input_tokens, output_tokens)
        select subject, booked.month, coalesce(cost, 0), case when cost is null then coalesce(booked.micros, 0) else 0 end,
          1, (cost is null)::int, (cost is not null and coalesce((item->>'isEstimated')::boolean, false))::int,
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
