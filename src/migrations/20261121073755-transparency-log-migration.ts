import { Migration } from '@mikro-orm/migrations';

export class TransparencyLog20261121073755 extends Migration {
  override name = 'TransparencyLog20261121073755';

  override up(): void | Promise<void> {
    // Seals from before there was a log have no place in it. No released version made any.
    this.addSql(`delete from "seal";`);

    this.addSql(
      `create table "disclaimer" ("id" varchar(255) not null, "language" varchar(35) not null, "version" int not null, "text" text not null, "sha256" varchar(64) not null, "published_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "disclaimer" add constraint "disclaimer_language_version_unique" unique ("language", "version");`,
    );

    this.addSql(
      `create table "log_checkpoint" ("log" smallint not null, "size" bigint not null, "note" text not null, "published_at" timestamptz(3) not null default current_timestamp(3), primary key ("log", "size"));`,
    );

    this.addSql(
      `create table "log_cosignature" ("log" smallint not null, "size" bigint not null, "witness" varchar(255) not null, "line" text not null, "cosigned_at" timestamptz(3) not null default current_timestamp(3), primary key ("log", "size", "witness"));`,
    );

    this.addSql(
      `create table "log_entry" ("log" smallint not null, "index" bigint not null, "key" text not null, "body" bytea not null, "leaf_hash" bytea not null, "integrated_at" timestamptz(3) not null default current_timestamp(3), primary key ("log", "index"));`,
    );
    this.addSql(`alter table "log_entry" add constraint "log_entry_key_unique" unique ("key");`);

    this.addSql(
      `create table "log_state" ("log" smallint not null, "origin" text not null, "size" bigint not null, "edge" bytea not null, "genesis" text not null, "opened_at" timestamptz(3) not null, primary key ("log"));`,
    );
    this.addSql(`alter table "log_state" add constraint "log_state_origin_unique" unique ("origin");`);

    this.addSql(
      `create table "log_tile" ("log" smallint not null, "level" smallint not null, "index" bigint not null, "hashes" bytea not null, "root" bytea not null, primary key ("log", "level", "index"));`,
    );

    this.addSql(
      `create table "seal_key" ("key_id" varchar(64) not null, "public_key" bytea not null, "valid_from" timestamptz(3) not null, "valid_until" timestamptz(3) null, "revoked_at" timestamptz(3) null, "reason" text null, primary key ("key_id"));`,
    );

    this.addSql(
      `create table "seal_status" ("id" varchar(255) not null, "seal_id" varchar(255) not null, "status" text not null, "reason" text not null, "superseded_by" varchar(255) null, "statement" text not null, "signature" bytea not null, "key_id" varchar(64) not null, "log" smallint not null, "log_index" bigint not null, "changed_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "seal_status_seal_id_index" on "seal_status" ("seal_id");`);
    this.addSql(
      `alter table "seal_status" add constraint "seal_status_log_log_index_unique" unique ("log", "log_index");`,
    );

    this.addSql(`alter table "seal" drop constraint "seal_status_check";`);
    this.addSql(
      `alter table "seal" add "disclaimer_id" varchar(255) null, add "superseded_by" varchar(255) null, add "is_private" boolean not null, add "log" smallint not null, add "time_stamp" bytea null, add "owner_token_hash" bytea null, add "retained" bytea null;`,
    );
    this.addSql(
      `alter table "seal" add constraint "seal_disclaimer_id_foreign" foreign key ("disclaimer_id") references "disclaimer" ("id") on delete set null;`,
    );
    this.addSql(`alter table "seal" alter column "log_index" set not null;`);
    this.addSql(`alter table "seal" alter column "signature" type bytea using ("signature"::bytea);`);
    this.addSql(`alter table "seal" add constraint "seal_log_log_index_unique" unique ("log", "log_index");`);
    this.addSql(
      `alter table "seal" add constraint "seal_status_check" check ("status" in ('PENDING_TIMESTAMP', 'SEALED', 'SUPERSEDED', 'REVOKED'));`,
    );

    this.addSql(
      `alter table "seal_status" add constraint "seal_status_seal_id_foreign" foreign key ("seal_id") references "seal" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "seal_status" add constraint "seal_status_status_check" check ("status" in ('REVOKED', 'SUPERSEDED'));`,
    );

    // What was logged stays as it is. The grants keep the service's own role from it, the triggers everybody who has more
    // rights than it; neither stops a superuser who means to, whom only an auditor's copy of a checkpoint finds out.
    this.addSql(`create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is insert-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;`);
    for (const table of ['log_entry', 'log_tile', 'log_checkpoint', 'log_cosignature']) {
      this.addSql(
        `create trigger "insert_only" before update or delete or truncate on "${table}" for each statement execute function refuse_change();`,
      );
      this.addSql(`revoke update, delete, truncate on "${table}" from current_user;`);
    }

    this.addSql(
      `insert into "disclaimer" ("id", "language", "version", "text", "sha256", "published_at") values ('dsc_01k9x5v3w8q2m7n4c6d1f0b3ra', 'en', 1, '${DISCLAIMER}', encode(sha256(convert_to('${DISCLAIMER}', 'UTF8')), 'hex'), current_timestamp(3));`,
    );
  }
}

/** The first version; operators publish their own on top of it. */
const DISCLAIMER =
  'A seal is a signed statement that exactly these bytes were submitted for sealing, and a record of it in a transparency log. It does not say that their content is true, lawful or complete, who wrote them, or that nobody had them before. It is evidence, not a qualified electronic seal under eIDAS. The text itself is not kept unless you ask for that. A seal can be superseded or revoked with a reason, but its entry in the log cannot be removed.';
