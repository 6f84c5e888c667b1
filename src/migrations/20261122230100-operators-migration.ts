import { Migration } from '@mikro-orm/migrations';

export class Operators20261122230100 extends Migration {
  override name = 'Operators20261122230100';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "operator" ("id" varchar(255) not null, "name" text not null, "email" text not null, "email_verified" boolean not null default false, "roles" text[] not null, "disabled_at" timestamptz(3) null, "version" int not null default 1, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`alter table "operator" add constraint "operator_email_unique" unique ("email");`);

    this.addSql(
      `create table "operator_account" ("id" varchar(255) not null, "operator_id" varchar(255) not null, "provider_id" varchar(255) not null, "account_id" varchar(255) not null, "password" text null, "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`create index "operator_account_operator_id_index" on "operator_account" ("operator_id");`);
    this.addSql(
      `alter table "operator_account" add constraint "operator_account_provider_id_account_id_unique" unique ("provider_id", "account_id");`,
    );

    this.addSql(
      `create table "operator_link" ("id" varchar(255) not null, "kind" varchar(16) not null, "token_digest" bytea not null, "operator_id" varchar(255) null, "email" text null, "makes_admin" boolean not null default false, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "operator_link" add constraint "operator_link_token_digest_unique" unique ("token_digest");`,
    );
    this.addSql(`create index "operator_link_operator_id_index" on "operator_link" ("operator_id");`);
    this.addSql(`create unique index "operator_link_begin_unique" on "operator_link" ("kind") where kind = 'BEGIN';`);

    this.addSql(
      `create table "operator_session" ("id" varchar(255) not null, "operator_id" varchar(255) not null, "token_digest" varchar(64) not null, "confirmed_at" timestamptz(3) null, "ip_address" varchar(64) null, "user_agent" varchar(512) null, "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "operator_session_operator_id_index" on "operator_session" ("operator_id");`);
    this.addSql(
      `alter table "operator_session" add constraint "operator_session_token_digest_unique" unique ("token_digest");`,
    );
    this.addSql(`create index "operator_session_expires_at_index" on "operator_session" ("expires_at");`);

    this.addSql(
      `create table "operator_verification" ("id" varchar(255) not null, "identifier" text not null, "value" text not null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`create index "operator_verification_identifier_index" on "operator_verification" ("identifier");`);
    this.addSql(`create index "operator_verification_expires_at_index" on "operator_verification" ("expires_at");`);

    this.addSql(
      `alter table "operator_account" add constraint "operator_account_operator_id_foreign" foreign key ("operator_id") references "operator" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "operator_link" add constraint "operator_link_operator_id_foreign" foreign key ("operator_id") references "operator" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "operator_session" add constraint "operator_session_operator_id_foreign" foreign key ("operator_id") references "operator" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    for (const table of [
      'operator_verification',
      'operator_session',
      'operator_link',
      'operator_account',
      'operator',
    ]) {
      this.addSql(`drop table if exists "${table}" cascade;`);
    }
  }
}
