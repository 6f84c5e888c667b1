import { Migration } from '@mikro-orm/migrations';
import { REQUEST_APPROVALS } from './20261122190100-approvals-migration.ts';

/** Approvals are one module for all that people decide: outputs, publish requests and changes; and who may never decide stands with each. */
export class ApprovalsOfAllKinds20261122230600 extends Migration {
  override name = 'ApprovalsOfAllKinds20261122230600';

  override up(): void {
    this.addSql(`alter table "approval" drop constraint "approval_subject_kind_check";`);
    this.addSql(
      `alter table "approval" add constraint "approval_subject_kind_check" check ("subject_kind" in ('RUN_OUTPUT', 'PUBLISH_REQUEST', 'CHANGE'));`,
    );
    this.addSql(`alter table "approval" drop constraint "approval_state_check";`);
    this.addSql(
      `alter table "approval" add constraint "approval_state_check" check ("state" in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELED', 'SUPERSEDED', 'REVOKED'));`,
    );
    this.addSql(
      `alter table "approval" add column "barred" text[] not null default '{}', add column "policy_version" int null, add column "policy_sha256" varchar(64) null;`,
    );
    this.addSql(`update "approval" set "barred" = array["asked_by"];`);
    this.addSql(`create index "approval_due_index" on "approval" ("expires_at", "id") where "state" = 'PENDING';`);
    this.addSql(
      `alter table "approval_decision" add column "issued_by" varchar(255) null, add column "credential_kind" text null;`,
    );
    this.addSql(
      `alter table "approval_decision" add constraint "approval_decision_credential_kind_check" check ("credential_kind" in ('BEARER', 'LINK', 'SESSION', 'INTERNAL'));`,
    );

    // What was approved can be revoked, and nothing else follows on a state that is for good.
    this.addSql(`drop trigger "approval_state_is_for_good" on "approval";`);
    this.addSql(
      `create trigger "approval_state_is_for_good" before update on "approval" for each row when (old.state <> 'PENDING' and new.state is distinct from old.state and not (old.state = 'APPROVED' and new.state = 'REVOKED')) execute function refuse_to_decide_anew();`,
    );
    // By what rules it is decided was said when it was asked for.
    this.addSql(
      `create trigger "approval_terms_are_for_good" before update on "approval" for each row when (old.barred is distinct from new.barred or old.quorum <> new.quorum or old.asked_by <> new.asked_by) execute function refuse_to_decide_anew();`,
    );
    this.addSql(REQUEST_APPROVALS_WITH_BARRED);
  }

  override down(): void {
    this.addSql(`drop function request_approvals(jsonb);`);
    this.addSql(REQUEST_APPROVALS);
    this.addSql(`drop trigger "approval_terms_are_for_good" on "approval";`);
    this.addSql(`drop trigger "approval_state_is_for_good" on "approval";`);
    this.addSql(
      `create trigger "approval_state_is_for_good" before update on "approval" for each row when (old.state <> 'PENDING' and new.state is distinct from old.state) execute function refuse_to_decide_anew();`,
    );
    this.addSql(`alter table "approval_decision" drop column "issued_by", drop column "credential_kind";`);
    this.addSql(`drop index "approval_due_index";`);
    this.addSql(
      `alter table "approval" drop column "barred", drop column "policy_version", drop column "policy_sha256";`,
    );
  }
}

/** The same as before, with who may never decide it. */
const REQUEST_APPROVALS_WITH_BARRED = `create or replace function request_approvals(requests jsonb) returns int language plpgsql as $$
declare
  item jsonb;
  filed int := 0;
begin
  for item in select value from jsonb_array_elements(requests) loop
    insert into approval (
        id, subject_kind, subject_id, title, facts, sha256, payload, asked_by, barred, customer_id, expires_at)
      values (
        item->>'id', item->>'subjectKind', item->>'subjectId', item->>'title', item->'facts', item->>'sha256',
        decode(item->>'payload', 'base64'), item->>'askedBy',
        array(select jsonb_array_elements_text(coalesce(item->'barred', jsonb_build_array(item->>'askedBy')))),
        item->>'customerId', (item->>'expiresAt')::timestamptz)
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
