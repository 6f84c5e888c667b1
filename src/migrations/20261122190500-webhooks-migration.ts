import { Migration } from '@mikro-orm/migrations';

export class Webhooks20261122190500 extends Migration {
  override name = 'Webhooks20261122190500';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "webhook" ("id" varchar(255) not null, "customer_id" varchar(255) null, "url" text not null, "event_names" text[] not null default '{}', "includes_customers" boolean not null default false, "description" text null, "state" varchar(16) not null default 'ENABLED', "disabled_because" varchar(16) null, "failing_since" timestamptz(3) null, "secret" bytea not null, "previous_secret" bytea null, "previous_secret_until" timestamptz(3) null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`create index "webhook_customer_id_index" on "webhook" ("customer_id");`);
    this.addSql(
      `create table "webhook_delivery" ("id" varchar(255) not null, "webhook_id" varchar(255) not null, "event_id" varchar(64) not null, "event_name" varchar(255) not null, "payload" text not null, "is_test" boolean not null default false, "state" varchar(16) not null default 'PENDING', "tries" int not null default 0, "attempt_count" int not null default 0, "due_at" timestamptz(3) null, "occurred_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "ended_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "webhook_delivery_ended_at_index" on "webhook_delivery" ("ended_at");`);
    this.addSql(`create index "webhook_delivery_webhook_id_id_index" on "webhook_delivery" ("webhook_id", "id");`);
    this.addSql(
      `create index "webhook_delivery_due_index" on "webhook_delivery" ("due_at") where "due_at" is not null;`,
    );
    this.addSql(
      `create index "webhook_delivery_due_of_webhook_index" on "webhook_delivery" ("webhook_id", "due_at") where "due_at" is not null;`,
    );
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_webhook_id_event_id_unique" unique ("webhook_id", "event_id");`,
    );
    this.addSql(
      `create table "webhook_attempt" ("delivery_id" varchar(255) not null, "number" int not null, "started_at" timestamptz(3) not null, "outcome" varchar(24) null, "status_code" int null, "duration_ms" int null, primary key ("delivery_id", "number"));`,
    );
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_webhook_id_foreign" foreign key ("webhook_id") references "webhook" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "webhook_attempt" add constraint "webhook_attempt_delivery_id_foreign" foreign key ("delivery_id") references "webhook_delivery" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "webhook_attempt" cascade;`);
    this.addSql(`drop table if exists "webhook_delivery" cascade;`);
    this.addSql(`drop table if exists "webhook" cascade;`);
  }
}
