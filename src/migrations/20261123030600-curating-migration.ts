import { change, check, index, type Step, SteppedMigration, validate } from '../platform/database/migration-steps.ts';

/** Versions of pictures, the trash, what was erased for good, and renders that were tried again. */
export class Curating20261123030600 extends SteppedMigration {
  override name = 'Curating20261123030600';

  override steps(): Step[] {
    return [
      // A default that is a constant is not written into a million rows: the table is locked for a moment.
      change(
        `alter table "asset" add column "version" int not null default 1, add column "updated_by" varchar(255) null, add column "trashed_at" timestamptz(3) null, add column "trashed_from" text null`,
      ),
      ...check('asset', 'asset_trashed_from_check', `"trashed_from" in ('LIVE', 'ARCHIVED', 'TRASHED', 'QUARANTINED')`),
      index(`create index "asset_trashed_at_index" on "asset" ("trashed_at") where "trashed_at" is not null`),
      change(
        `create table "purged_asset" ("id" varchar(255) not null, "sha256" varchar(64) not null, "purged_at" timestamptz(3) not null default current_timestamp(3), "purged_by" varchar(255) not null, primary key ("id"))`,
        `create table "purged_blob" ("key" varchar(80) not null, "asset_id" varchar(255) not null, "purged_at" timestamptz(3) not null default current_timestamp(3), "gone_at" timestamptz(3) null, primary key ("key"))`,
        `create index "purged_blob_asset_id_index" on "purged_blob" ("asset_id")`,
      ),
      change(
        `alter table "seal" add column "bytes_purged_at" timestamptz(3) null`,
        // Many are sealed by one statement: none of them is to fail because the picture of another was erased a moment ago.
        `create function "note_purged_bytes"() returns trigger language plpgsql as $$
    begin
      perform from asset where id = new.asset_id for key share;
      if not found then
        new.asset_id := null;
        new.bytes_purged_at := current_timestamp(3);
      end if;
      return new;
    end
    $$`,
        `create trigger "note_purged_bytes" before insert on "seal" for each row when (new.asset_id is not null) execute function note_purged_bytes()`,
      ),
      index(`create index "render_asset_id_index" on "render" ("asset_id") where "asset_id" is not null`),
      change(`alter table "render" add column "retry_of_id" varchar(255) null`),
      index(`create unique index "render_retry_of_id_unique" on "render" ("retry_of_id")`),
      change(
        `alter table "render" add constraint "render_retry_of_id_unique" unique using index "render_retry_of_id_unique"`,
        `alter table "render" add constraint "render_retry_of_id_foreign" foreign key ("retry_of_id") references "render" ("id") on delete set null not valid`,
      ),
      validate('render', 'render_retry_of_id_foreign'),
    ];
  }
}
