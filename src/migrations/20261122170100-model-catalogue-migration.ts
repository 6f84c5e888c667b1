import { Migration } from '@mikro-orm/migrations';

export class ModelCatalogue20261122170100 extends Migration {
  override name = 'ModelCatalogue20261122170100';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "catalogue_version" ("id" varchar(255) not null, "number" int not null, "document" jsonb not null, "sha256" varchar(64) not null, "reason" text not null, "published_by" varchar(255) not null, "published_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`alter table "catalogue_version" add constraint "catalogue_version_number_unique" unique ("number");`);
    // Runs name the version that they were decided by: what it said must not change after them. As for the log.
    this.addSql(
      `create trigger "insert_only" before update or delete or truncate on "catalogue_version" for each statement execute function refuse_change();`,
    );
    this.addSql(`revoke update, delete, truncate on "catalogue_version" from current_user;`);
  }
}
