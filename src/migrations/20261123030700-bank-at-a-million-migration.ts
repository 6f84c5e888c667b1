import { Migration } from '@mikro-orm/migrations';

/**
 * What the list of the bank is filtered and ordered by, and the indexes that answer it by themselves. Of a million pictures the
 * table is written anew once (not updated row by row, which would leave it twice as large) and its indexes are built, which
 * takes some minutes.
 */
export class BankAtAMillion20261123030700 extends Migration {
  override name = 'BankAtAMillion20261123030700';

  override up(): void {
    this.addSql(`set local maintenance_work_mem = '256MB';`);
    this.addSql(`create extension if not exists pg_trgm;`);
    this.addSql(`alter table "tag" add column "number" serial not null;`);
    this.addSql(`alter table "tag" add constraint "tag_number_unique" unique ("number");`);
    this.addSql(
      `create function sort_key_of(words text) returns text language sql immutable parallel safe as
       $$ select left(lower(regexp_replace(normalize(words, nfkd), '[\\u0300-\\u036f]', '', 'g')), 200) $$;`,
    );
    this.addSql(
      `create function color_cell_of(color text) returns smallint language sql immutable parallel safe as
       $$ select ((rgb >> 21 << 6) | ((rgb >> 13 & 7) << 3) | (rgb >> 5 & 7))::smallint
          from (select ('x' || substr(color, 2, 6))::bit(24)::int as rgb) colors $$;`,
    );
    // What a picture is found by, as numbers: above zero those of its tags, below what else there is but a few of.
    this.addSql(
      `create function facets_of(keys text[], status text, origin text, width int, height int, licence text, color text) returns int[]
       language sql stable as $$
         select coalesce((select array_agg(number order by number) from tag where key = any(keys)), '{}') || array[
           case status when 'LIVE' then -1 when 'ARCHIVED' then -2 when 'TRASHED' then -3 else -4 end,
           case origin when 'RENDER' then -11 when 'UPLOAD' then -12 else -13 end,
           case when width > height then -21 when width < height then -22 else -23 end,
           case when licence is null then -32 else -31 end,
           -1000 - color_cell_of(color)] $$;`,
    );
    this.addSql(`drop index "asset_tag_keys_index";`);
    this.addSql(`alter table "asset" add column "facets" int[] not null default '{}';`);
    this.addSql(
      `alter table "asset"
        alter column "facets" type int[] using facets_of("tag_keys", "status", "origin", "width", "height", "licence", "dominant_color"),
        alter column "facets" set statistics 1000,
        add column "title_key" text collate "C" generated always as (sort_key_of("title")) stored not null,
        add column "pixels" bigint generated always as ("width"::bigint * "height") stored not null,
        add column "color_cell" smallint generated always as (color_cell_of("dominant_color")) stored not null,
        add column "has_licence" boolean generated always as ("licence" is not null) stored not null;`,
    );
    // Whoever writes what they are made of writes them: nobody can forget to.
    this.addSql(
      `create function write_asset_facets() returns trigger language plpgsql as $$ begin
         new.facets := facets_of(new.tag_keys, new.status, new.origin, new.width, new.height, new.licence, new.dominant_color);
         return new;
       end $$;`,
    );
    this.addSql(
      `create trigger "write_facets" before insert or update of tag_keys, status, origin, width, height, licence, dominant_color, facets on "asset" for each row execute function write_asset_facets();`,
    );
    const walked =
      'status, origin, width, height, color_cell, has_licence, created_at, updated_at, valid_from, valid_until, facets';
    const orders = { created: 'id', updated: 'updated_at, id', title: 'title_key, id', size: 'pixels, id' };
    for (const [name, key] of Object.entries(orders)) {
      const others = name === 'updated' ? walked.replace(' updated_at,', '') : walked;
      this.addSql(`create index "asset_${name}_walk_index" on "asset" (${key}) include (${others});`);
    }
    this.addSql(`create index "asset_facets_index" on "asset" using gin ("facets");`);
    this.addSql(`create index "asset_words_index" on "asset" using gin ((title || chr(10) || alt) gin_trgm_ops);`);
    this.addSql(`drop index "asset_tag_walk_index";`);
    this.addSql(`create index "asset_tag_walk_index" on "asset_tag" ("tag_id", "pick_key") include ("asset_id");`);
    this.addSql(`create index "asset_tag_list_index" on "asset_tag" ("tag_id", "asset_id");`);
  }

  override down(): void {
    this.addSql(`drop index "asset_tag_list_index";`);
    this.addSql(`drop index "asset_tag_walk_index";`);
    this.addSql(`create index "asset_tag_walk_index" on "asset_tag" ("tag_id", "pick_key");`);
    this.addSql(`drop index "asset_words_index";`);
    for (const name of ['created', 'updated', 'title', 'size']) this.addSql(`drop index "asset_${name}_walk_index";`);
    this.addSql(`drop trigger "write_facets" on "asset";`);
    this.addSql(`drop function write_asset_facets;`);
    this.addSql(
      `alter table "asset" drop column "facets", drop column "title_key", drop column "pixels", drop column "color_cell", drop column "has_licence";`,
    );
    this.addSql(`drop function facets_of;`);
    this.addSql(`drop function sort_key_of;`);
    this.addSql(`drop function color_cell_of;`);
    this.addSql(`alter table "tag" drop column "number";`);
    this.addSql(`create index "asset_tag_keys_index" on "asset" using gin ("tag_keys");`);
  }
}
