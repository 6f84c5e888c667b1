import { Migration } from '@mikro-orm/migrations';

/** Versions of pictures, the trash, what was erased for good, and renders that were tried again. */
export class Curating20261123030600 extends Migration {
  override name = 'Curating20261123030600';

  override up(): void {
    // A default that is a constant is not written into a million rows: the table is locked for a moment.
    this.addSql(
      `alter table "asset" add column "version" int not null default 1, add column "updated_by" varchar(255) null, add column "trashed_at" timestamptz(3) null, add column "trashed_from" text null;`,
    );
    // Nothing is trashed from anywhere yet, so that no row has to be looked at.
    this.addSql(
      `alter table "asset" add constraint "asset_trashed_from_check" check ("trashed_from" in ('LIVE', 'ARCHIVED', 'TRASHED', 'QUARANTINED'));`,
    );
    this.addSql(`create index "asset_trashed_at_index" on "asset" ("trashed_at") where "trashed_at" is not null;`);

    this.addSql(
      `create table "purged_asset" ("id" varchar(255) not null, "sha256" varchar(64) not null, "purged_at" timestamptz(3) not null default current_timestamp(3), "purged_by" varchar(255) not null, primary key ("id"));`,
    );
    this.addSql(
      `create table "purged_blob" ("key" varchar(80) not null, "asset_id" varchar(255) not null, "purged_at" timestamptz(3) not null default current_timestamp(3), "gone_at" timestamptz(3) null, primary key ("key"));`,
    );
    this.addSql(`create index "purged_blob_asset_id_index" on "purged_blob" ("asset_id");`);
    this.addSql(`alter table "seal" add column "bytes_purged_at" timestamptz(3) null;`);

    // Many are sealed by one statement: none of them is to fail because the picture of another was erased a moment ago.
    this.addSql(`create function "note_purged_bytes"() returns trigger language plpgsql as $$
    begin
      perform from asset where id = new.asset_id for key share;
      if not found then
        new.asset_id := null;
        new.bytes_purged_at := current_timestamp(3);
      end if;
      return new;
    end
    $$;`);
    this.addSql(
      `create trigger "note_purged_bytes" before insert on "seal" for each row when (new.asset_id is not null) execute function note_purged_bytes();`,
    );

    this.addSql(`create index "render_asset_id_index" on "render" ("asset_id") where "asset_id" is not null;`);
    this.addSql(`alter table "render" add column "retry_of_id" varchar(255) null;`);
    this.addSql(`alter table "render" add constraint "render_retry_of_id_unique" unique ("retry_of_id");`);
    this.addSql(
      `alter table "render" add constraint "render_retry_of_id_foreign" foreign key ("retry_of_id") references "render" ("id") on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`alter table "render" drop column "retry_of_id";`);
    this.addSql(`drop index "render_asset_id_index";`);
    this.addSql(`drop trigger "note_purged_bytes" on "seal";`);
    this.addSql(`drop function "note_purged_bytes";`);
    this.addSql(`alter table "seal" drop column "bytes_purged_at";`);
    this.addSql(`drop table "purged_blob";`);
    this.addSql(`drop table "purged_asset";`);
    this.addSql(`drop index "asset_trashed_at_index";`);
    this.addSql(
      `alter table "asset" drop column "version", drop column "updated_by", drop column "trashed_at", drop column "trashed_from";`,
    );
  }
}
