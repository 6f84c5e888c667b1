import { Migration } from '@mikro-orm/migrations';

export class Chain20261122190600 extends Migration {
  override name = 'Chain20261122190600';

  override up(): void {
    this.addSql(`create table "chain_act" ("id" varchar(255) not null, "record" jsonb not null, primary key ("id"));`);
    this.addSql(
      `create table "chain_anchor" ("id" varchar(255) not null, "seq" bigint not null, "hash" varchar(64) not null, "statement" text not null, "signature" bytea not null, "key_id" varchar(64) not null, "log" smallint not null, "log_index" bigint not null, "anchored_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "chain_anchor_seq_index" on "chain_anchor" ("seq");`);
    this.addSql(
      `alter table "chain_anchor" add constraint "chain_anchor_log_log_index_unique" unique ("log", "log_index");`,
    );
    this.addSql(
      `create table "chain_blinding" ("kind" text not null, "subject_id" varchar(255) not null, "salt" varchar(64) null, "commitments" jsonb null, "erased_at" timestamptz(3) null, primary key ("kind", "subject_id"));`,
    );
    this.addSql(
      `create table "chain_entry" ("seq" bigint not null, "kind" text not null, "subject_id" varchar(255) not null, "digest" varchar(64) not null, "previous" varchar(64) not null, "hash" varchar(64) not null, "recorded_at" timestamptz(3) not null, primary key ("seq"));`,
    );
    this.addSql(
      `alter table "chain_entry" add constraint "chain_entry_kind_subject_id_unique" unique ("kind", "subject_id");`,
    );
    this.addSql(
      `create table "chain_pending" ("kind" text not null, "subject_id" varchar(255) not null, primary key ("kind", "subject_id"));`,
    );
    this.addSql(
      `create table "run_month_let_go" ("month" varchar(7) not null, "customer_id" varchar(255) not null, "runs" int not null, "charged_micros" bigint not null, primary key ("month", "customer_id"));`,
    );
    this.addSql(`alter table "run" alter column "input_sha256" drop not null;`);
    this.addSql(
      `alter table "chain_blinding" add constraint "chain_blinding_kind_check" check ("kind" in ('RUN', 'ACT'));`,
    );
    this.addSql(`alter table "chain_entry" add constraint "chain_entry_kind_check" check ("kind" in ('RUN', 'ACT'));`);
    this.addSql(
      `alter table "chain_pending" add constraint "chain_pending_kind_check" check ("kind" in ('RUN', 'ACT'));`,
    );

    // A row comes and goes for each run: without this, whoever looks for what waits would wade through what is done.
    this.addSql(
      `alter table "chain_pending" set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);`,
    );
    for (const table of ['chain_act', 'chain_anchor', 'chain_entry', 'run_month_let_go']) {
      this.addSql(
        `create trigger "insert_only" before update or delete or truncate on "${table}" for each statement execute function refuse_change();`,
      );
      this.addSql(`revoke update, delete, truncate on "${table}" from current_user;`);
    }
    // Runs from before there was a chain stand in it as they are now.
    this.addSql(`insert into "chain_pending" ("kind", "subject_id") select 'RUN', "id" from "run";`);

    // Lets go of a month of a partitioned table, and of nothing else: the name is made here and not by the caller.
    this.addSql(`create function "drop_month_partition"("parent" text, "month" text) returns boolean
    language plpgsql as $$
    declare
      name text := parent || '_' || replace(month, '-', '_');
    begin
      if month !~ '^[0-9]{4}-[0-9]{2}$' or to_regclass(quote_ident(name)) is null then return false; end if;
      execute format('alter table %I detach partition %I', parent, name);
      execute format('drop table %I', name);
      return true;
    end
    $$;`);
  }
}
