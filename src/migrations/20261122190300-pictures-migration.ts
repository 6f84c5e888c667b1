import { Migration } from '@mikro-orm/migrations';

export class Pictures20261122190300 extends Migration {
  override name = 'Pictures20261122190300';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "drawn_picture" ("id" varchar(255) not null, "sha256" varchar(64) not null, "extension" varchar(8) not null, "media_type" varchar(255) not null, "byte_size" int not null, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "drawn_picture_sha256_index" on "drawn_picture" ("sha256");`);
    this.addSql(`create index "drawn_picture_expires_at_index" on "drawn_picture" ("expires_at");`);
    this.addSql(`alter table "render" add "is_engine_only" boolean not null default false;`);
    this.addSql(
      `alter table "render" add "image_width" int null, add "image_height" int null, add "model" varchar(255) null, add "run_id" varchar(255) null, add "drawn" jsonb null, add "expires_at" timestamptz(3) null;`,
    );
    // Until now every picture had the size that was asked for.
    this.addSql(`update "render" set "image_width" = "width", "image_height" = "height" where "sha256" is not null;`);
    this.addSql(`create index "render_expires_at_index" on "render" ("expires_at") where "expires_at" is not null;`);
    this.addSql(`alter table "render" drop constraint "render_failure_reason_check";`);
    this.addSql(
      `alter table "render" add constraint "render_failure_reason_check" check ("failure_reason" in ('ENGINE_ERROR', 'ENGINE_TIMEOUT', 'WORKER_LOST', 'CONTENT_REFUSED', 'NO_PROVIDER', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT', 'PROVIDER_BUSY', 'PROVIDER_REFUSED', 'PROVIDER_ANSWER_UNUSABLE', 'BUDGET_EXCEEDED', 'NOT_ALLOWED'));`,
    );
  }
}
