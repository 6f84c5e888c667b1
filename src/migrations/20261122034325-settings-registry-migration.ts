import { Migration } from '@mikro-orm/migrations';

export class SettingsRegistry20261122034325 extends Migration {
  override name = 'SettingsRegistry20261122034325';

  override up(): void | Promise<void> {
    this.addSql(`alter table "setting" add "value" jsonb null, add "enveloped" bytea null;`);
    this.addSql(`alter table "setting" alter column "digest" drop not null;`);
    this.addSql(
      `create table "setting_earlier_secret" ("setting" varchar(255) not null, "digest" bytea not null, "valid_until" timestamptz(3) not null, primary key ("setting", "digest"));`,
    );
    this.addSql(
      `create table "setting_change" ("number" bigserial primary key, "setting" varchar(255) not null, "from_origin" varchar(16) not null, "from_value" jsonb null, "to_origin" varchar(16) not null, "to_value" jsonb null, "overlap_hours" int null, "changed_at" timestamptz(3) not null, "changed_by" varchar(255) not null);`,
    );
    this.addSql(`create index "setting_change_setting_number_index" on "setting_change" ("setting", "number");`);
    // As for the log: the history stays as it was written.
    this.addSql(
      `create trigger "insert_only" before update or delete or truncate on "setting_change" for each statement execute function refuse_change();`,
    );
    this.addSql(`revoke update, delete, truncate on "setting_change" from current_user;`);
  }
}
