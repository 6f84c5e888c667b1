import { Migration } from '@mikro-orm/migrations';

export class RoutingPolicy20261122170400 extends Migration {
  override name = 'RoutingPolicy20261122170400';

  override up(): void {
    this.addSql(
      `create table "routing_policy" ("id" varchar(255) not null, "number" int not null, "document" jsonb not null, "sha256" varchar(64) not null, "catalogue_version" int not null, "reason" text not null, "published_by" varchar(255) not null, "published_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`alter table "routing_policy" add constraint "routing_policy_number_unique" unique ("number");`);
    // Runs name the version that decided: it stays as it was written.
    this.addSql(
      `create trigger "insert_only" before update or delete or truncate on "routing_policy" for each statement execute function refuse_change();`,
    );
    this.addSql(`revoke update, delete, truncate on "routing_policy" from current_user;`);
  }

  override down(): void {
    this.addSql(`drop table "routing_policy";`);
  }
}
