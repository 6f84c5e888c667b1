import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql, type TextRow } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared-statements.ts';

/** A tag: its label, which people see, and its key, which is the label in a form that is the same for all spellings. */
export interface ParsedTag {
  key: string;
  label: string;
}

/** Inserts the tags that don't exist. */
export async function addMissing(em: EntityManager, tags: readonly (ParsedTag & { id: string })[]): Promise<void> {
  await sql(
    em,
    `insert into tag (id, key, label, asset_count)
     select * from unnest($1::text[], $2::text[], $3::text[]) as given (id, key, label), (values (0)) as zero (asset_count)
     on conflict (key) do nothing`,
    [tags.map(({ id }) => id), tags.map(({ key }) => key), tags.map(({ label }) => label)],
  );
}

/** Adds the tags with these keys to a new asset. For an alias, its tag is added. Tags are locked in the order of their keys. */
export async function joinTags(
  em: EntityManager,
  asset: { id: string; pickKey: unknown },
  keys: readonly string[],
): Promise<void> {
  await sql(
    em,
    `with given as (
       select distinct coalesce(target.id, tag.id) as id
       from tag left join tag target on target.id = tag.alias_of_id where tag.key = any($1)
     ), locked as (
       select tag.id, tag.key, tag.label from tag join given using (id) order by tag.key for update
     ), counted as (
       update tag set asset_count = asset_count + 1 from locked where tag.id = locked.id
     ), joined as (
       insert into asset_tag (asset_id, tag_id, pick_key) select $2, id, $3 from locked
     )
     update asset set tag_keys = names.keys, tag_labels = names.labels
     from (select array_agg(key order by key) as keys, array_agg(label order by key) as labels from locked) names
     where asset.id = $4`,
    [keys, asset.id, asset.pickKey, asset.id],
  );
}

/** Reads the tags with these keys. For an alias, reads the tag that it refers to. `asked` is the key in the request. */
export function findResolvedTags(
  em: EntityManager,
  keys: readonly string[],
): Promise<(ParsedTag & { asked: string })[]> {
  return sql(
    em,
    `select tag.key as asked, meant.key, meant.label
     from tag join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id) where tag.key = any($1)`,
    [keys],
  );
}

/** Adds tags to assets and removes others, and updates the counts of the tags. Tags are locked in the order of their keys. */
export async function changeTags(
  em: EntityManager,
  assetIds: readonly string[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await sql(
    em,
    `with locked as (
       select tag.id, tag.key = any($2) as is_added from tag where tag.key = any($2) or tag.key = any($3)
       order by tag.key for update
     ), gone as (
       delete from asset_tag using locked
       where asset_tag.asset_id = any($1) and asset_tag.tag_id = locked.id and not locked.is_added
       returning asset_tag.tag_id, -1 as difference
     ), come as (
       insert into asset_tag (asset_id, tag_id, pick_key)
       select asset.id, locked.id, asset.pick_key from asset, locked where asset.id = any($1) and locked.is_added
       on conflict do nothing returning tag_id, 1 as difference
     )
     update tag set asset_count = asset_count + counted.difference from (
       select tag_id, sum(difference) as difference from (select * from gone union all select * from come) each group by tag_id
     ) counted where tag.id = counted.tag_id`,
    [assetIds, added, removed],
  );
}

/** Copies the keys and labels of the assets' tags into the rows of the assets. */
export async function copyTags(em: EntityManager, assetIds: readonly string[]): Promise<void> {
  await sql(
    em,
    `update asset set tag_keys = names.keys, tag_labels = names.labels from (
       select one.id, coalesce(array_agg(tag.key order by tag.key) filter (where tag.id is not null), '{}') as keys,
         coalesce(array_agg(tag.label order by tag.key) filter (where tag.id is not null), '{}') as labels
       from unnest($1::text[]) one (id)
         left join asset_tag on asset_tag.asset_id = one.id left join tag on tag.id = asset_tag.tag_id
       group by one.id
     ) names where asset.id = names.id`,
    [assetIds],
  );
}

/** SQL of a tag's key, in the collation of the index, which sorts the same on every server. */
export const TAG_KEY = 'tag.key collate "C"';

/** Reads up to `most` aliases of each tag, in the order of their keys. Rows have the columns of the table `tag`. */
export function findAliases(
  em: EntityManager,
  tagIds: readonly string[],
  most: number,
): Promise<Record<string, unknown>[]> {
  return sql<Record<string, unknown>>(
    em,
    `select found.* from unnest($1::text[]) as wanted (id) cross join lateral (
       select * from tag where alias_of_id = wanted.id order by ${TAG_KEY} limit ${most}) found
     order by found.key collate "C"`,
    [tagIds],
  );
}

/**
 * Finds up to `most` assets of each tag: the first in the fixed random order of picks, which has an index and gives the same
 * assets each time.
 */
export function findTaggedAssets(
  em: EntityManager,
  tagIds: readonly string[],
  most: number,
): Promise<{ tagId: string; assetId: string }[]> {
  return sql(
    em,
    `select wanted.id as "tagId", found.asset_id as "assetId" from unnest($1::text[]) as wanted (id) cross join lateral (
       select asset_id from asset_tag where tag_id = wanted.id order by pick_key limit ${most}) found`,
    [tagIds],
  );
}

/** Reads the label of the tag that most assets have. Null when no tag exists. */
export async function findMostUsed(em: EntityManager): Promise<string | null> {
  const [tag] = await sql<{ label: string }>(em, 'select label from tag order by asset_count desc limit 1');
  return tag?.label ?? null;
}

const COUNTS = prepared(
  `select tag.key, meant.number, meant.asset_count, greatest(pg_class.reltuples, 1)
   from pg_class left join tag on tag.key = any($1) left join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id)
   where pg_class.oid = 'asset'::regclass`,
);

/**
 * Reads the key, the number and the picture count of each existing tag with one of these keys, and the estimated number of
 * assets. One row with a null key when none of the tags exists.
 */
export async function readCounts(database: Database, keys: readonly string[]): Promise<readonly TextRow[]> {
  const { rows } = await database.readRows(COUNTS, [keys]);
  return rows;
}
