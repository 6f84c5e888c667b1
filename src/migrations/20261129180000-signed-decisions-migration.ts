import { change, index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Requests for approval and decisions are signed with a key that the database doesn’t have. */
export class SignedDecisions20261129180000 extends SteppedMigration {
  override name = 'SignedDecisions20261129180000';

  override steps(): Step[] {
    return [
      change(
        `create table "decision_key" ("key_id" varchar(64) not null, "public_key" bytea not null, "created_at" timestamptz(3) not null, "retired_at" timestamptz(3) null, primary key ("key_id"));`,
        `create table "baseline_record" ("kind" text not null, "id" varchar(255) not null, "digest" varchar(64) not null, "state" text null, "signature" bytea not null, "key_id" varchar(64) not null, constraint "baseline_record_kind_check" check ("kind" in ('REQUEST', 'DECISION')), constraint "baseline_record_state_check" check ("state" in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELED', 'SUPERSEDED', 'REVOKED')), primary key ("kind", "id"));`,
        `create table "evidence_baseline" ("id" varchar(255) not null, "statement" text not null, "signature" bytea not null, "key_id" varchar(64) not null, "log" smallint not null, "log_index" bigint not null, "logged_at" timestamptz(3) not null, primary key ("id"));`,
        `alter table "evidence_baseline" add constraint "evidence_baseline_log_log_index_unique" unique ("log", "log_index");`,
        `create table "decision_key_endorsement" ("key_id" varchar(64) not null, "endorsed_by" varchar(64) not null, "signature" bytea not null, primary key ("key_id", "endorsed_by"));`,
      ),
      change(
        `alter table "approval" add column "terms_signature" bytea null, add column "terms_key_id" varchar(64) null;`,
        REQUEST_SIGNED_APPROVALS,
      ),
      change(
        `alter table "approval_decision" add column "signature" bytea null, add column "key_id" varchar(64) null;`,
      ),
      index(
        `create unique index "approval_decision_once_index" on "approval_decision" ("approval_id", "decided_by", ("signature" is null))`,
      ),
      change(
        `alter table "approval_decision" drop constraint "approval_decision_approval_id_decided_by_unique";`,
        `create trigger "approval_decision_stays" before delete on "approval_decision" for each row execute function refuse_to_decide_anew();`,
        `create trigger "approval_decisions_stay" before truncate on "approval_decision" for each statement execute function refuse_to_decide_anew();`,
      ),
    ];
  }
}

/** As before, with the signature of the terms. Requests of processes of the previous release have none. */
const REQUEST_SIGNED_APPROVALS = `create or replace function request_approvals(requests jsonb) returns int language plpgsql as $$
declare
  item jsonb;
  filed int := 0;
begin
  for item in select value from jsonb_array_elements(requests) loop
    insert into approval (
        id, subject_kind, subject_id, title, facts, sha256, payload, asked_by, barred, customer_id, expires_at,
        terms_signature, terms_key_id)
      values (
        item->>'id', item->>'subjectKind', item->>'subjectId', item->>'title', item->'facts', item->>'sha256',
        decode(item->>'payload', 'base64'), item->>'askedBy',
        array(select jsonb_array_elements_text(coalesce(item->'barred', jsonb_build_array(item->>'askedBy')))),
        item->>'customerId', (item->>'expiresAt')::timestamptz,
        decode(item->>'termsSignature', 'base64'), item->>'termsKeyId')
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
