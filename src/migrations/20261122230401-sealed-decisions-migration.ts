import { Migration } from '@mikro-orm/migrations';

/** Every decision about a request for approval is a signed statement in the transparency log, and in the chain. */
export class SealedDecisions20261122230401 extends Migration {
  override name = 'SealedDecisions20261122230401';

  override up(): void {
    this.addSql(
      `create table "decision_seal" ("id" varchar(255) not null, "approval_id" varchar(255) not null, "statement" text not null, "signature" bytea not null, "key_id" varchar(64) not null, "log" smallint not null, "log_index" bigint not null, "sealed_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "decision_seal_approval_id_index" on "decision_seal" ("approval_id");`);
    this.addSql(
      `alter table "decision_seal" add constraint "decision_seal_log_log_index_unique" unique ("log", "log_index");`,
    );
    this.addSql(`alter table "approval_decision" add column "position" smallint null;`);
    this.addSql(
      `alter table "approval_decision" add constraint "approval_decision_approval_id_position_unique" unique ("approval_id", "position");`,
    );
    for (const table of ['chain_entry', 'chain_pending', 'chain_blinding']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check";`);
      this.addSql(
        `alter table "${table}" add constraint "${table}_kind_check" check ("kind" in ('RUN', 'ACT', 'AUDIT_ENTRY', 'DECISION'));`,
      );
    }
    this.addSql(`create function "link_decision_seal"() returns trigger language plpgsql as $$
begin
  insert into chain_pending (kind, subject_id) values ('DECISION', new.id);
  return null;
end $$;`);
    this.addSql(
      `create trigger "to_be_linked" after insert on "decision_seal" for each row execute function link_decision_seal();`,
    );
    this.addSql(
      `create trigger "insert_only" before update or delete or truncate on "decision_seal" for each statement execute function refuse_change();`,
    );
    this.addSql(`revoke update, delete, truncate on "decision_seal" from current_user;`);
  }
}
