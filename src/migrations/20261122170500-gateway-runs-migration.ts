import { Migration } from '@mikro-orm/migrations';

export class GatewayRuns20261122170500 extends Migration {
  override name = 'GatewayRuns20261122170500';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "attempt" ("id" varchar(255) not null, "run_id" varchar(255) not null, "number" int not null, "status" text not null, "deployment" varchar(255) not null, "provider" varchar(255) not null, "response_model" varchar(255) null, "response_id" varchar(255) null, "credential_source" text not null, "provider_key_id" varchar(255) null, "failure" text null, "status_code" int null, "input_tokens" int null, "cached_input_tokens" int null, "output_tokens" int null, "reasoning_tokens" int null, "images" int null, "cost_micros" bigint null, "charged_micros" bigint null, "is_estimated" boolean not null, "waited_ms" real not null, "started_at" timestamptz(3) not null, "headers_ms" real null, "first_part_ms" real null, "duration_ms" real not null, primary key ("id")) partition by range ("id");`,
    );
    this.addSql(`create index "attempt_run_id_index" on "attempt" ("run_id");`);
    this.addSql(
      `alter table "attempt" add constraint "attempt_status_check" check ("status" in ('SUCCEEDED', 'FAILED', 'CANCELED'));`,
    );
    this.addSql(
      `alter table "attempt" add constraint "attempt_credential_source_check" check ("credential_source" in ('SERVICE', 'CUSTOMER', 'SANDBOX'));`,
    );
    this.addSql(
      `alter table "attempt" add constraint "attempt_failure_check" check ("failure" in ('RATE_LIMITED', 'QUOTA', 'KEY_REFUSED', 'INVALID_REQUEST', 'CONTEXT_LENGTH', 'CONTENT_FILTER', 'MODEL_NOT_FOUND', 'PROVIDER_ERROR', 'UNREACHABLE', 'CONNECT_TIMEOUT', 'FIRST_TOKEN_TIMEOUT', 'IDLE_TIMEOUT', 'TOTAL_TIMEOUT', 'TRUNCATED', 'GARBAGE', 'BREAKER_OPEN', 'BULKHEAD_FULL', 'CANCELED', 'ADDRESS_NOT_ALLOWED', 'OUTPUT_INVALID', 'UNKNOWN'));`,
    );
    this.addSql(
      `create table "run" ("id" varchar(255) not null, "kind" text not null, "status" text not null, "surface" text not null, "task" varchar(255) not null, "task_version" int not null, "customer_id" varchar(255) not null, "customer_key_id" varchar(255) null, "requested_by" varchar(255) not null, "deployment" varchar(255) null, "model" varchar(255) null, "credential_source" text null, "provider_key_id" varchar(255) null, "attempt_count" int null, "finish_reason" text null, "failure" text null, "input_tokens" int null, "cached_input_tokens" int null, "output_tokens" int null, "reasoning_tokens" int null, "images" int null, "cost_micros" bigint null, "charged_micros" bigint null, "is_estimated" boolean not null, "started_at" timestamptz(3) not null, "ended_at" timestamptz(3) not null, "first_part_ms" real null, "duration_ms" real null, "overhead_ms" real null, "input_bytes" int not null, "input_sha256" varchar(64) not null, "output_bytes" int null, "output_sha256" varchar(64) null, "is_streamed" boolean not null, "is_simulated" boolean not null, "is_not_final" boolean not null, "is_past_soft_cap" boolean not null, "policy_version" int not null, "catalogue_version" int not null, "decision" jsonb not null, primary key ("id")) partition by range ("id");`,
    );
    this.addSql(`create index "run_customer_id_id_index" on "run" ("customer_id", "id");`);
    this.addSql(`create index "run_task_id_index" on "run" ("task", "id");`);
    this.addSql(`create index "run_not_succeeded_index" on "run" ("status", "id") where "status" <> 'SUCCEEDED';`);
    this.addSql(`alter table "run" add constraint "run_kind_check" check ("kind" in ('TEXT', 'IMAGE'));`);
    this.addSql(
      `alter table "run" add constraint "run_status_check" check ("status" in ('SUCCEEDED', 'FAILED', 'CANCELED', 'ABORTED'));`,
    );
    this.addSql(
      `alter table "run" add constraint "run_surface_check" check ("surface" in ('GRAPHQL', 'CHAT_COMPLETIONS', 'RESPONSES'));`,
    );
    this.addSql(
      `alter table "run" add constraint "run_credential_source_check" check ("credential_source" in ('SERVICE', 'CUSTOMER', 'SANDBOX'));`,
    );
    this.addSql(
      `alter table "run" add constraint "run_finish_reason_check" check ("finish_reason" in ('STOP', 'LENGTH', 'CONTENT_FILTER', 'TOOL_CALLS', 'OTHER'));`,
    );
    this.addSql(
      `alter table "run" add constraint "run_failure_check" check ("failure" in ('RATE_LIMITED', 'QUOTA', 'KEY_REFUSED', 'INVALID_REQUEST', 'CONTEXT_LENGTH', 'CONTENT_FILTER', 'MODEL_NOT_FOUND', 'PROVIDER_ERROR', 'UNREACHABLE', 'CONNECT_TIMEOUT', 'FIRST_TOKEN_TIMEOUT', 'IDLE_TIMEOUT', 'TOTAL_TIMEOUT', 'TRUNCATED', 'GARBAGE', 'BREAKER_OPEN', 'BULKHEAD_FULL', 'CANCELED', 'ADDRESS_NOT_ALLOWED', 'OUTPUT_INVALID', 'UNKNOWN'));`,
    );
    this.addSql(
      `create table "run_content" ("run_id" varchar(255) not null, "prompt" jsonb not null, "answer" jsonb not null, "expires_at" timestamptz(3) null, primary key ("run_id"));`,
    );
    this.addSql(`create index "run_content_expires_at_index" on "run_content" ("expires_at");`);

    // The first id that could have been given at a time: an id holds the milliseconds in its first ten digits.
    this.addSql(`create function "first_id_at"("prefix" text, "at" timestamptz) returns text language sql stable as $$
      select prefix || '_' || string_agg(
        substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch from at) * 1000)::bigint >> (5 * digit)) & 31)::int + 1, 1),
        '' order by digit desc
      ) || repeat('0', 16)
      from generate_series(0, 9) as digit
    $$;`);
    // What was written before the month had a partition lies in the default one, and comes along. A row that is written there
    // meanwhile makes the attachment fail, and with it all of this: it is done the next time.
    this.addSql(`create function "make_month_partition"("parent" text, "prefix" text, "at" timestamptz) returns boolean
    language plpgsql as $$
    declare
      month timestamp := date_trunc('month', at at time zone 'utc');
      name text := parent || '_' || to_char(month, 'YYYY_MM');
      first_id text := first_id_at(prefix, month at time zone 'utc');
      end_id text := first_id_at(prefix, (month + interval '1 month') at time zone 'utc');
    begin
      if to_regclass(quote_ident(name)) is not null then return false; end if;
      execute format('create table %I (like %I including defaults including constraints)', name, parent);
      execute format(
        'with moved as (delete from %I where id >= %L and id < %L returning *) insert into %I select * from moved',
        parent || '_default', first_id, end_id, name
      );
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first_id, end_id);
      return true;
    end
    $$;`);
    this.addSql(`create table "run_default" partition of "run" default;`);
    this.addSql(`create table "attempt_default" partition of "attempt" default;`);
    this.addSql(`select make_month_partition(parent, prefix, now() + make_interval(months => ahead))
      from (values ('run', 'run'), ('attempt', 'att')) as logs(parent, prefix), generate_series(0, 2) as ahead;`);
  }
}
