import { change, index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** What the lists of renders, tags, seals and partners' links are filtered and ordered by. */
export class Lists20261123030500 extends SteppedMigration {
  override name = 'Lists20261123030500';

  override steps(): Step[] {
    return [
      // A part of every PostgreSQL, which the owner of a database may add to it.
      change(`create extension if not exists pg_trgm`),
      index(`create index "render_created_at_id_index" on "render" ("created_at", "id")`),
      index(`create index "render_requested_by_created_at_id_index" on "render" ("requested_by", "created_at", "id")`),
      index(`create index "render_status_created_at_id_index" on "render" ("status", "created_at", "id")`),
      index(`create index "render_in_bank_index" on "render" ("created_at", "id") where "asset_id" is not null`),
      index(`create index "render_beside_bank_index" on "render" ("created_at", "id") where "asset_id" is null`),
      index(
        `create index "render_ended_id_index" on "render" ((coalesce("completed_at", 'infinity'::timestamptz)), "id")`,
      ),
      index(
        `create index "render_requested_by_ended_id_index" on "render" ("requested_by", (coalesce("completed_at", 'infinity'::timestamptz)), "id")`,
      ),
      index(
        `create index "render_status_ended_id_index" on "render" ("status", (coalesce("completed_at", 'infinity'::timestamptz)), "id")`,
      ),
      index(`create index "render_asset_id_id_index" on "render" ("asset_id", "id") where "asset_id" is not null`),
      index(`create index "render_prompt_index" on "render" using gin ("prompt" gin_trgm_ops) with (fastupdate = off)`),
      index(`create index "tag_asset_count_id_index" on "tag" ("asset_count", "id")`),
      index(`create index "tag_key_c_id_index" on "tag" ("key" collate "C", "id")`),
      index(`create index "tag_alias_of_id_index" on "tag" ("alias_of_id") where "alias_of_id" is not null`),
      index(`create index "seal_sealed_at_id_index" on "seal" ("sealed_at", "id")`),
      index(`create index "seal_subject_sealed_at_id_index" on "seal" ("subject", "sealed_at", "id")`),
      index(`create index "seal_key_id_sealed_at_id_index" on "seal" ("key_id", "sealed_at", "id")`),
      index(`create index "seal_not_plain_index" on "seal" ("status", "sealed_at", "id") where "status" <> 'SEALED'`),
      index(`create index "partner_token_partner_id_id_index" on "partner_token" ("partner_id", "id")`),
    ];
  }
}
