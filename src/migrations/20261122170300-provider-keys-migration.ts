import { Migration } from '@mikro-orm/migrations';

export class ProviderKeys20261122170300 extends Migration {
  override name = 'ProviderKeys20261122170300';

  override up(): void {
    this.addSql(
      `create table "provider_key" ("id" varchar(255) not null, "customer_id" varchar(255) null, "provider" varchar(16) not null, "secret" bytea not null, "hint" varchar(4) not null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "failing_since" timestamptz(3) null, "failing_reason" text null, primary key ("id"));`,
    );
    this.addSql(
      `create unique index "provider_key_owner_unique" on "provider_key" (coalesce("customer_id", ''), "provider");`,
    );
    this.addSql(
      `create table "own_server" ("id" varchar(255) not null, "customer_id" varchar(255) not null, "base_url" text not null, "model" text null, "secret" bytea null, "hint" varchar(4) null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`alter table "own_server" add constraint "own_server_customer_id_unique" unique ("customer_id");`);
  }

  override down(): void {
    this.addSql(`drop table if exists "own_server" cascade;`);
    this.addSql(`drop table if exists "provider_key" cascade;`);
  }
}
