import { Migration } from '@mikro-orm/migrations';

export class Foundation20261121051707 extends Migration {
  override name = 'Foundation20261121051707';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "asset" ("id" varchar(255) not null, "kind" text not null default 'IMAGE', "origin" text not null, "status" text not null default 'LIVE', "title" text not null, "alt" text not null, "source" text null, "sha256" varchar(64) not null, "extension" varchar(8) not null, "media_type" varchar(255) not null, "byte_size" int not null, "width" int not null, "height" int not null, "thumbhash" varchar(255) not null, "dominant_color" varchar(7) not null, "perceptual_hash" varchar(16) not null, "tag_labels" text[] not null default '{}', "tag_keys" text[] not null default '{}', "licence" text null, "credit" text null, "valid_from" timestamptz(3) null, "valid_until" timestamptz(3) null, "pick_key" double precision not null default random(), "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`alter table "asset" add constraint "asset_sha256_unique" unique ("sha256");`);
    this.addSql(`create index "asset_tag_keys_index" on "asset" using gin ("tag_keys");`);
    this.addSql(`alter table "asset" add constraint "asset_kind_check" check ("kind" in ('IMAGE'));`);
    this.addSql(
      `alter table "asset" add constraint "asset_origin_check" check ("origin" in ('RENDER', 'UPLOAD', 'IMPORT'));`,
    );
    this.addSql(
      `alter table "asset" add constraint "asset_status_check" check ("status" in ('LIVE', 'ARCHIVED', 'TRASHED', 'QUARANTINED'));`,
    );

    this.addSql(
      `create table "outbox_event" ("id" bigserial primary key, "type" varchar(255) not null, "payload" jsonb not null, "occurred_at" timestamptz(3) not null default current_timestamp(3), "dispatched_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "outbox_event_waiting_index" on "outbox_event" ("id") where "dispatched_at" is null;`);

    this.addSql(
      `create table "partner" ("id" varchar(255) not null, "name" text not null, "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`alter table "partner" add constraint "partner_name_unique" unique ("name");`);

    this.addSql(
      `create table "partner_token" ("id" varchar(255) not null, "partner_id" varchar(255) not null, "token_hash" bytea not null, "hint" varchar(16) not null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`alter table "partner_token" add constraint "partner_token_token_hash_unique" unique ("token_hash");`);

    this.addSql(
      `create table "pick_cursor" ("key" varchar(64) not null, "position" double precision not null, "picks" bigint not null default '0', "updated_at" timestamptz(3) not null default current_timestamp(3), primary key ("key"));`,
    );

    this.addSql(
      `create table "render" ("id" varchar(255) not null, "status" text not null default 'QUEUED', "version" int not null default 1, "attempts" int not null default 0, "kind" text not null default 'IMAGE', "title" text not null, "source" text null, "prompt" text not null, "provider" varchar(255) not null default 'embedded', "seed" bigint not null, "width" int not null, "height" int not null, "save_to_bank" boolean not null, "tags" text[] not null default '{}', "requested_by" varchar(255) not null, "idempotency_key" varchar(255) null, "request_hash" varchar(64) not null, "understood" jsonb null, "ignored_terms" text[] not null default '{}', "asset_id" varchar(255) null, "sha256" varchar(64) null, "extension" varchar(8) null, "media_type" varchar(255) null, "byte_size" int null, "failure_reason" text null, "created_at" timestamptz(3) not null default current_timestamp(3), "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "render" add constraint "render_requested_by_idempotency_key_unique" unique ("requested_by", "idempotency_key");`,
    );
    this.addSql(
      `alter table "render" add constraint "render_status_check" check ("status" in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'BLOCKED', 'CANCELED', 'ABORTED'));`,
    );
    this.addSql(`alter table "render" add constraint "render_kind_check" check ("kind" in ('IMAGE'));`);
    this.addSql(
      `alter table "render" add constraint "render_failure_reason_check" check ("failure_reason" in ('ENGINE_ERROR', 'ENGINE_TIMEOUT', 'WORKER_LOST'));`,
    );

    this.addSql(
      `create table "rendition" ("asset_id" varchar(255) not null, "width" int not null, "sha256" varchar(64) not null, "byte_size" int not null, "height" int not null, primary key ("asset_id", "width"));`,
    );

    this.addSql(
      `create table "seal" ("id" varchar(255) not null, "subject" text not null, "asset_id" varchar(255) null, "sha256" varchar(64) not null, "byte_length" int not null, "media_type" varchar(255) not null, "status" text not null default 'SEALED', "statement" text not null, "signature" text not null, "key_id" varchar(64) not null, "log_index" bigint null, "sealed_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "seal_asset_id_index" on "seal" ("asset_id");`);
    this.addSql(`create index "seal_sha256_index" on "seal" ("sha256");`);
    this.addSql(`alter table "seal" add constraint "seal_subject_check" check ("subject" in ('TEXT', 'ASSET'));`);
    this.addSql(`alter table "seal" add constraint "seal_status_check" check ("status" in ('SEALED'));`);

    this.addSql(
      `create table "setting" ("name" varchar(255) not null, "digest" bytea not null, "updated_at" timestamptz(3) not null, "updated_by" varchar(255) not null, primary key ("name"));`,
    );

    this.addSql(
      `create table "tag" ("id" varchar(255) not null, "key" varchar(256) not null, "label" text not null, "alias_of_id" varchar(255) null, "asset_count" int not null default 0, primary key ("id"));`,
    );
    this.addSql(`alter table "tag" add constraint "tag_key_unique" unique ("key");`);

    this.addSql(
      `create table "asset_tag" ("asset_id" varchar(255) not null, "tag_id" varchar(255) not null, "pick_key" double precision not null, primary key ("asset_id", "tag_id"));`,
    );
    this.addSql(`create index "asset_tag_walk_index" on "asset_tag" ("tag_id", "pick_key");`);

    this.addSql(
      `alter table "partner_token" add constraint "partner_token_partner_id_foreign" foreign key ("partner_id") references "partner" ("id");`,
    );

    this.addSql(
      `alter table "render" add constraint "render_asset_id_foreign" foreign key ("asset_id") references "asset" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "rendition" add constraint "rendition_asset_id_foreign" foreign key ("asset_id") references "asset" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "seal" add constraint "seal_asset_id_foreign" foreign key ("asset_id") references "asset" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "tag" add constraint "tag_alias_of_id_foreign" foreign key ("alias_of_id") references "tag" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "asset_tag" add constraint "asset_tag_asset_id_foreign" foreign key ("asset_id") references "asset" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "asset_tag" add constraint "asset_tag_tag_id_foreign" foreign key ("tag_id") references "tag" ("id") on update cascade on delete cascade;`,
    );
  }
}
