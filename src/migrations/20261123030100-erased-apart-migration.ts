import { Migration } from '@mikro-orm/migrations';

/** In the audit trail networks may be erased and values stay: each has a salt of its own. */
export class ErasedApart20261123030100 extends Migration {
  override name = 'ErasedApart20261123030100';

  override up(): void {
    this.addSql(`alter table "chain_blinding" add column "salts" jsonb null;`);
    this.addSql(`create or replace function "keep_audit_entry"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.happened_at < now() - interval '1 year' then return old; end if;
  elsif (new.changes is null or new.changes = old.changes) and (new.network is null or new.network = old.network)
    and to_jsonb(new) - '{changes,network}'::text[] = to_jsonb(old) - '{changes,network}'::text[] then
    return new;
  end if;
  raise exception 'the table audit_entry is insert-only' using errcode = 'insufficient_privilege';
end $$;`);
  }
}
