import { backfill, change, check, index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

export class Pictures20261122190300 extends SteppedMigration {
  override name = 'Pictures20261122190300';

  override steps(): Step[] {
    return [
      change(
        `create table "drawn_picture" ("id" varchar(255) not null, "sha256" varchar(64) not null, "extension" varchar(8) not null, "media_type" varchar(255) not null, "byte_size" int not null, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, primary key ("id"))`,
        `create index "drawn_picture_sha256_index" on "drawn_picture" ("sha256")`,
        `create index "drawn_picture_expires_at_index" on "drawn_picture" ("expires_at")`,
      ),
      change(
        `alter table "render" add "is_engine_only" boolean not null default false`,
        `alter table "render" add "image_width" int null, add "image_height" int null, add "model" varchar(255) null, add "run_id" varchar(255) null, add "drawn" jsonb null, add "expires_at" timestamptz(3) null`,
        // Release 0.0.1 does not say how large a picture is: each has the size that was asked for. To be dropped in the next
        // release.
        `create function size_render_of_0_0_1() returns trigger language plpgsql as $$ begin
           new.image_width := new.width;
           new.image_height := new.height;
           return new;
         end $$`,
        `create trigger "size_of_0_0_1" before update of "sha256" on "render" for each row when (old.sha256 is null and new.sha256 is not null and new.image_width is null) execute function size_render_of_0_0_1()`,
      ),
      backfill({
        table: 'render',
        key: 'id',
        set: `"image_width" = "width", "image_height" = "height"`,
        where: `"sha256" is not null and "image_width" is null`,
      }),
      index(`create index "render_expires_at_index" on "render" ("expires_at") where "expires_at" is not null`),
      ...check(
        'render',
        'render_failure_reason_check',
        `"failure_reason" in ('ENGINE_ERROR', 'ENGINE_TIMEOUT', 'WORKER_LOST', 'CONTENT_REFUSED', 'NO_PROVIDER', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT', 'PROVIDER_BUSY', 'PROVIDER_REFUSED', 'PROVIDER_ANSWER_UNUSABLE', 'BUDGET_EXCEEDED', 'NOT_ALLOWED')`,
      ),
    ];
  }
}
