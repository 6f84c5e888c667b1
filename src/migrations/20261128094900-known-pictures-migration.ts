import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * Pictures remember which tags were removed from them, and renders what was not applied to a picture that was in the bank
 * before. A trigger notes the removals, so that those by a process of the previous release count as well.
 */
export class KnownPictures20261128094900 extends SteppedMigration {
  override name = 'KnownPictures20261128094900';

  override steps(): Step[] {
    return [
      change(
        `create function write_removed_tags() returns trigger language plpgsql as $$ begin
           new.removed_tag_keys := array(
             select distinct key from unnest(old.removed_tag_keys || old.tag_keys) removed (key)
             where key <> all(new.tag_keys) order by key);
           return new;
         end $$`,
        `alter table "asset" add column "removed_tag_keys" text[] not null default '{}'`,
        `create trigger "write_removed_tags" before update of tag_keys on "asset" for each row
           when (old.tag_keys is distinct from new.tag_keys) execute function write_removed_tags()`,
      ),
      change(
        `alter table "render" add column "may_tag" boolean not null default false,
           add column "not_applied" jsonb not null default '[]'`,
      ),
    ];
  }
}
