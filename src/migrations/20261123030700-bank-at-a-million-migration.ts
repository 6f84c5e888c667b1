import {
  analyze,
  backfill,
  change,
  check,
  index,
  replaceIndex,
  type Step,
  SteppedMigration,
} from '../platform/database/migration-steps.ts';

const WALKED =
  'status, origin, width, height, color_cell, has_licence, created_at, updated_at, valid_from, valid_until, facets';
const ORDERS = { created: 'id', updated: 'updated_at, id', title: 'title_key, id', size: 'pixels, id' };

/**
 * What the list of the bank is filtered and ordered by, and the indexes that answer it by themselves. `asset_tag_keys_index`, by
 * which release 0.0.1 looks for pictures, is to be dropped in the next release.
 */
export class BankAtAMillion20261123030700 extends SteppedMigration {
  override name = 'BankAtAMillion20261123030700';

  override steps(): Step[] {
    return [
      change(
        `create extension if not exists pg_trgm`,
        `create function sort_key_of(words text) returns text language sql immutable parallel safe as
         $$ select left(lower(regexp_replace(normalize(words, nfkd), '[\\u0300-\\u036f]', '', 'g')), 200) $$`,
        `create function color_cell_of(color text) returns smallint language sql immutable parallel safe as
         $$ select ((rgb >> 21 << 6) | ((rgb >> 13 & 7) << 3) | (rgb >> 5 & 7))::smallint
            from (select ('x' || substr(color, 2, 6))::bit(24)::int as rgb) colors $$`,
      ),
      // As a serial column is, but without writing the table anew.
      change(
        `create sequence "tag_number_seq" as int`,
        `alter table "tag" add column "number" int null`,
        `alter table "tag" alter column "number" set default nextval('tag_number_seq')`,
        `alter sequence "tag_number_seq" owned by "tag"."number"`,
      ),
      backfill({ table: 'tag', key: 'id', set: `"number" = nextval('tag_number_seq')`, where: `"number" is null` }),
      index(`create unique index "tag_number_unique" on "tag" ("number")`),
      ...check('tag', 'tag_has_number', `"number" is not null`),
      change(
        // Without a look at the rows: the constraint says what they are.
        `alter table "tag" alter column "number" set not null`,
        `alter table "tag" drop constraint "tag_has_number"`,
        `alter table "tag" add constraint "tag_number_unique" unique using index "tag_number_unique"`,
      ),
      change(
        // What a picture is found by, as numbers: above zero those of its tags, below what else there is but a few of.
        `create function facets_of(keys text[], status text, origin text, width int, height int, licence text, color text) returns int[]
         language sql stable as $$
           select coalesce((select array_agg(number order by number) from tag where key = any(keys)), '{}') || array[
             case status when 'LIVE' then -1 when 'ARCHIVED' then -2 when 'TRASHED' then -3 else -4 end,
             case origin when 'RENDER' then -11 when 'UPLOAD' then -12 else -13 end,
             case when width > height then -21 when width < height then -22 else -23 end,
             case when licence is null then -32 else -31 end,
             -1000 - color_cell_of(color)] $$`,
        // Who writes what they are made of writes them, whatever release that is. Generated columns would do the same, and
        // would write the table anew.
        `create function write_asset_facets() returns trigger language plpgsql as $$ begin
           new.facets := facets_of(new.tag_keys, new.status, new.origin, new.width, new.height, new.licence, new.dominant_color);
           new.title_key := sort_key_of(new.title);
           new.pixels := new.width::bigint * new.height;
           new.color_cell := color_cell_of(new.dominant_color);
           new.has_licence := new.licence is not null;
           return new;
         end $$`,
        // The defaults are constants, which no row has to be written for. They stand until the row is brought along.
        `alter table "asset" add column "facets" int[] not null default '{}',
          add column "title_key" text collate "C" not null default '',
          add column "pixels" bigint not null default '0',
          add column "color_cell" smallint not null default 0,
          add column "has_licence" boolean not null default false`,
        `alter table "asset" alter column "facets" set statistics 1000`,
        `create trigger "write_facets" before insert or update of tag_keys, status, origin, title, width, height, licence, dominant_color, facets, title_key, pixels, color_cell, has_licence on "asset" for each row execute function write_asset_facets()`,
      ),
      // Before there are indexes of it, each of which would be written to for every row.
      backfill({ table: 'asset', key: 'id', set: `"facets" = "facets"`, where: `"facets" = '{}'` }),
      ...Object.entries(ORDERS).map(([name, key]) => {
        const others = name === 'updated' ? WALKED.replace(' updated_at,', '') : WALKED;
        return index(`create index "asset_${name}_walk_index" on "asset" (${key}) include (${others})`);
      }),
      index(`create index "asset_facets_index" on "asset" using gin ("facets")`),
      index(`create index "asset_words_index" on "asset" using gin ((title || chr(10) || alt) gin_trgm_ops)`),
      ...replaceIndex(
        'asset_tag_walk_index',
        `create index "asset_tag_walk_index" on "asset_tag" ("tag_id", "pick_key") include ("asset_id")`,
      ),
      index(`create index "asset_tag_list_index" on "asset_tag" ("tag_id", "asset_id")`),
      analyze('asset'),
      analyze('tag'),
    ];
  }
}
