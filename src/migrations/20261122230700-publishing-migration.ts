import { Migration } from '@mikro-orm/migrations';

export class Publishing20261122230700 extends Migration {
  override name = 'Publishing20261122230700';

  override up(): void {
    this.addSql(
      `create table "publish_request" ("id" varchar(255) not null, "approval_id" varchar(255) not null, "tool" varchar(128) not null, "channel" text not null, "target_count" int not null, "run_ids" text[] not null, "asset_ids" text[] not null, "sha256" varchar(64) not null, "asked_by" varchar(255) not null, "owner" varchar(255) not null, "askers" text[] not null, "customer_id" varchar(255) null, "supersedes_id" varchar(255) null, "policy_version" int not null, "policy_sha256" varchar(64) not null, "idempotency_key" varchar(255) null, "request_hash" varchar(64) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "told_state" text null, "permit_id" varchar(255) not null, "permit_ms" int not null, "permit_issued_at" timestamptz(3) null, "permit_used_at" timestamptz(3) null, "permit_used_by" varchar(255) null, "permit_expiry_told_at" timestamptz(3) null, primary key ("id"));`,
    );
    for (const column of ['approval_id', 'supersedes_id', 'permit_id']) {
      this.addSql(
        `alter table "publish_request" add constraint "publish_request_${column}_unique" unique ("${column}");`,
      );
    }
    this.addSql(`create index "publish_request_owner_id_index" on "publish_request" ("owner", "id");`);
    this.addSql(`create index "publish_request_customer_id_id_index" on "publish_request" ("customer_id", "id");`);
    this.addSql(
      `alter table "publish_request" add constraint "publish_request_asked_by_idempotency_key_unique" unique ("asked_by", "idempotency_key");`,
    );
    this.addSql(
      `alter table "publish_request" add constraint "publish_request_channel_check" check ("channel" in ('CRM', 'EMAIL', 'MESSAGING'));`,
    );

    this.addSql(
      `alter table "publish_request" add constraint "publish_request_told_state_check" check ("told_state" in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELED', 'SUPERSEDED', 'REVOKED'));`,
    );
    this.addSql(
      `create index "publish_request_permit_issued_index" on "publish_request" ("id") where "told_state" = 'APPROVED' and "permit_used_at" is null and "permit_expiry_told_at" is null;`,
    );

    // Whatever the service does: what was asked for stays what was asked for, and a permit is used once.
    this.addSql(`create function refuse_to_ask_anew() returns trigger language plpgsql as $$
    begin
      raise exception 'publish request % is for good', old.id;
    end
    $$;`);
    this.addSql(
      `create trigger "publish_request_is_for_good" before update on "publish_request" for each row when (
        (old.approval_id, old.sha256, old.asked_by, old.owner, old.askers, old.tool, old.channel, old.permit_id, old.permit_ms)
          is distinct from
        (new.approval_id, new.sha256, new.asked_by, new.owner, new.askers, new.tool, new.channel, new.permit_id, new.permit_ms)
        or (old.permit_used_at is not null
          and (old.permit_used_at, old.permit_used_by) is distinct from (new.permit_used_at, new.permit_used_by))
      ) execute function refuse_to_ask_anew();`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "publish_request";`);
    this.addSql(`drop function if exists refuse_to_ask_anew();`);
  }
}
