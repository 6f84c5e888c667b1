import { Migration } from '@mikro-orm/migrations';

export class Approvals20261122190100 extends Migration {
  override name = 'Approvals20261122190100';

  override up(): void {
    this.addSql(
      `create table "approval" ("id" varchar(255) not null, "subject_kind" text not null, "subject_id" varchar(255) not null, "title" text not null, "facts" jsonb not null, "sha256" varchar(64) not null, "payload" bytea null, "asked_by" varchar(255) not null, "customer_id" varchar(255) null, "state" text not null default 'PENDING', "quorum" smallint not null default 1, "version" int not null default 1, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, "decided_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "approval_subject_kind_subject_id_index" on "approval" ("subject_kind", "subject_id");`);
    this.addSql(`create index "approval_customer_id_id_index" on "approval" ("customer_id", "id");`);
    this.addSql(`create index "approval_pending_index" on "approval" ("id") where "state" = 'PENDING';`);
    this.addSql(`create index "approval_payload_index" on "approval" ("decided_at") where "payload" is not null;`);
    this.addSql(
      `alter table "approval" add constraint "approval_subject_kind_check" check ("subject_kind" in ('RUN_OUTPUT'));`,
    );
    this.addSql(
      `alter table "approval" add constraint "approval_state_check" check ("state" in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELED'));`,
    );
    this.addSql(
      `create table "approval_decision" ("id" varchar(255) not null, "approval_id" varchar(255) not null, "verdict" text not null, "decided_by" varchar(255) not null, "reason" text null, "sha256" varchar(64) not null, "decided_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(
      `alter table "approval_decision" add constraint "approval_decision_approval_id_decided_by_unique" unique ("approval_id", "decided_by");`,
    );
    this.addSql(
      `alter table "approval_decision" add constraint "approval_decision_verdict_check" check ("verdict" in ('APPROVE', 'REJECT'));`,
    );
    this.addSql(
      `alter table "approval_decision" add constraint "approval_decision_approval_id_foreign" foreign key ("approval_id") references "approval" ("id");`,
    );
    this.addSql(`alter table "run" add column "approval_id" varchar(255) null;`);

    // Whatever the service does: a word that was given stays as it was given, and what is for good is for good.
    this.addSql(`create function refuse_to_decide_anew() returns trigger language plpgsql as $$
    begin
      raise exception '% % is for good', tg_table_name, old.id;
    end
    $$;`);
    this.addSql(
      `create trigger "approval_decision_is_for_good" before update on "approval_decision" for each row execute function refuse_to_decide_anew();`,
    );
    this.addSql(
      `create trigger "approval_state_is_for_good" before update on "approval" for each row when (old.state <> 'PENDING' and new.state is distinct from old.state) execute function refuse_to_decide_anew();`,
    );
    this.addSql(REQUEST_APPROVALS);
  }

  override down(): void {
    this.addSql(`drop function if exists request_approvals(jsonb);`);
    this.addSql(`alter table "run" drop column "approval_id";`);
    this.addSql(`drop table if exists "approval_decision";`);
    this.addSql(`drop table if exists "approval";`);
    this.addSql(`drop function if exists refuse_to_decide_anew();`);
  }
}

/**
 * Files requests for approval, each once, and announces them. To be called in the statement that writes what they are about. Gives
 * how many were new.
 */
export const REQUEST_APPROVALS = `create function request_approvals(requests jsonb) returns int language plpgsql as $$
declare
  item jsonb;
  filed int := 0;
begin
  for item in select value from jsonb_array_elements(requests) loop
    insert into approval (
        id, subject_kind, subject_id, title, facts, sha256, payload, asked_by, customer_id, expires_at)
      values (
        item->>'id', item->>'subjectKind', item->>'subjectId', item->>'title', item->'facts', item->>'sha256',
        decode(item->>'payload', 'base64'), item->>'askedBy', item->>'customerId', (item->>'expiresAt')::timestamptz)
      on conflict (id) do nothing;
    continue when not found;
    insert into outbox_event (type, payload, owner) values (
      'approval.requested',
      jsonb_build_object(
        'approvalId', item->>'id', 'subject', item->>'subjectKind', 'subjectId', item->>'subjectId'),
      item->>'askedBy');
    filed := filed + 1;
  end loop;
  return filed;
end $$;`;
