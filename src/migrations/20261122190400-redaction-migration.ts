import { Migration } from '@mikro-orm/migrations';

export class Redaction20261122190400 extends Migration {
  override name = 'Redaction20261122190400';

  override up(): void {
    this.addSql(
      `create table "redaction_names" ("customer_id" varchar(255) not null, "names" bytea not null, "name_count" int not null, "updated_by" varchar(255) not null, "updated_at" timestamptz(3) not null default current_timestamp(3), primary key ("customer_id"));`,
    );
    // How many places of each kind were redacted before anything left; null where nothing was looked for.
    this.addSql(`alter table "run" add column "redactions" jsonb null;`);
  }

  override down(): void {
    this.addSql(`alter table "run" drop column "redactions";`);
    this.addSql(`drop table if exists "redaction_names" cascade;`);
  }
}
