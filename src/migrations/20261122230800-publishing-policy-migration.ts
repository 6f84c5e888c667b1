import { Migration } from '@mikro-orm/migrations';

/** The policy of publishing in its versions, and the tools that write to the outside. */
export class PublishingPolicy20261122230800 extends Migration {
  override name = 'PublishingPolicy20261122230800';

  override up(): void {
    this.addSql(
      `create table "publishing_policy" ("id" varchar(255) not null, "number" int not null, "document" jsonb not null, "sha256" varchar(64) not null, "reason" text not null, "published_by" varchar(255) not null, "restored_from" int null, "published_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`alter table "publishing_policy" add constraint "publishing_policy_number_unique" unique ("number");`);
    this.addSql(
      `create trigger "insert_only" before update or delete or truncate on "publishing_policy" for each statement execute function refuse_change();`,
    );
    this.addSql(`revoke update, delete, truncate on "publishing_policy" from current_user;`);
    this.addSql(
      `create table "outward_tool" ("id" varchar(255) not null, "name" varchar(128) not null, "match" text not null, "channel" text not null, "target_pointers" text[] not null, "target_prefix" varchar(80) not null, "marked_for" varchar(255) not null, "marked_by" varchar(255) not null, "marked_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"), constraint "outward_tool_match_check" check ("match" in ('EXACT', 'PREFIX')), constraint "outward_tool_channel_check" check ("channel" in ('CRM', 'EMAIL', 'MESSAGING')));`,
    );
    this.addSql(
      `alter table "outward_tool" add constraint "outward_tool_name_match_marked_for_unique" unique ("name", "match", "marked_for");`,
    );
  }

  override down(): void {
    this.addSql(`drop table "outward_tool";`);
    this.addSql(`drop table "publishing_policy";`);
  }
}
