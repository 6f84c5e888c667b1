import { Migration } from '@mikro-orm/migrations';

/** What every principal has done or tried, in the chain that the log of runs is in. */
export class AuditTrail20261122230400 extends Migration {
  override name = 'AuditTrail20261122230400';

  override up(): void {
    this.addSql(
      `create table "audit_entry" ("id" varchar(255) not null, "actor" varchar(255) not null, "actor_kind" text not null, "on_behalf_of" varchar(255) null, "credential_kind" text null, "credential_id" varchar(255) null, "credential_issued_by" varchar(255) null, "action" varchar(255) not null, "outcome" text not null, "code" varchar(255) null, "subject_ids" text[] not null default '{}', "changes" jsonb null, "network" varchar(255) null, "request_id" varchar(255) not null, "happened_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`create index "audit_entry_actor_id_index" on "audit_entry" ("actor", "id");`);
    this.addSql(`create index "audit_entry_action_id_index" on "audit_entry" ("action", "id");`);
    this.addSql(`create index "audit_entry_subject_ids_index" on "audit_entry" using gin ("subject_ids");`);
    this.addSql(
      `alter table "audit_entry" add constraint "audit_entry_actor_kind_check" check ("actor_kind" in ('ANONYMOUS', 'INTEGRATION', 'PARTNER', 'CUSTOMER', 'AGENT', 'OPERATOR', 'SERVICE', 'OTHER'));`,
    );
    this.addSql(
      `alter table "audit_entry" add constraint "audit_entry_credential_kind_check" check ("credential_kind" in ('BEARER', 'LINK', 'SESSION', 'INTERNAL'));`,
    );
    this.addSql(
      `alter table "audit_entry" add constraint "audit_entry_outcome_check" check ("outcome" in ('DONE', 'REFUSED'));`,
    );
    for (const table of ['chain_entry', 'chain_pending', 'chain_blinding']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check";`);
      this.addSql(
        `alter table "${table}" add constraint "${table}_kind_check" check ("kind" in ('RUN', 'ACT', 'AUDIT_ENTRY'));`,
      );
    }

    // By whatever statement one is written, it is linked.
    this.addSql(`create function "link_audit_entry"() returns trigger language plpgsql as $$
begin
  insert into chain_pending (kind, subject_id) values ('AUDIT_ENTRY', new.id);
  return null;
end $$;`);
    this.addSql(
      `create trigger "to_be_linked" after insert on "audit_entry" for each row execute function link_audit_entry();`,
    );
    // Two things may be done to one: what is personal in it may be erased, and after a year at the least it may be let go of.
    this.addSql(`create function "keep_audit_entry"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.happened_at < now() - interval '1 year' then return old; end if;
  elsif new.changes is null and new.network is null
    and to_jsonb(new) - '{changes,network}'::text[] = to_jsonb(old) - '{changes,network}'::text[] then
    return new;
  end if;
  raise exception 'the table audit_entry is insert-only' using errcode = 'insufficient_privilege';
end $$;`);
    this.addSql(
      `create trigger "insert_only" before update or delete on "audit_entry" for each row execute function keep_audit_entry();`,
    );
    this.addSql(
      `create trigger "never_emptied" before truncate on "audit_entry" for each statement execute function refuse_change();`,
    );
    this.addSql(`revoke truncate on "audit_entry" from current_user;`);
  }
}
