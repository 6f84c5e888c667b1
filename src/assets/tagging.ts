import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Asset } from './asset.entity.ts';
import { foldTag, parseTagLabel, TagInvalid } from './tag-folding.ts';

export const MAX_TAGS_PER_ASSET = 32;

export interface ParsedTag {
  key: string;
  label: string;
}

/** Reads tags as people write them: equal ones once, what is wrong with each in `issues`. */
export function parseTags(labels: readonly string[], pointer: string, max = MAX_TAGS_PER_ASSET) {
  const issues: ValueIssue[] = [];
  const tags = new Map<string, ParsedTag>();
  if (labels.length > max) issues.push({ pointer, detail: `At most ${max} tags; there were ${labels.length}.` });
  for (const [index, raw] of labels.slice(0, max).entries()) {
    try {
      const label = parseTagLabel(raw);
      const key = foldTag(label);
      if (!tags.has(key)) tags.set(key, { key, label });
    } catch (error) {
      if (!(error instanceof TagInvalid)) throw error;
      issues.push({ pointer: `${pointer}/${index}`, detail: error.message });
    }
  }
  return { tags: [...tags.values()], issues };
}

/** Joins the tags, keeping the first spelling of each, as many as an asset may have. */
export function mergeTags(...groups: (readonly ParsedTag[])[]): ParsedTag[] {
  const byKey = new Map<string, ParsedTag>();
  for (const tag of groups.flat()) if (!byKey.has(tag.key)) byKey.set(tag.key, tag);
  return [...byKey.values()].slice(0, MAX_TAGS_PER_ASSET);
}

/**
 * Gives a new asset its tags, within the transaction of `em`. An alias gives the tag it stands for. Tags are locked in the
 * order of their keys, so that two assets with the same tags never wait for each other in a circle.
 */
export async function tagAsset(em: EntityManager, asset: Asset, tags: readonly ParsedTag[]): Promise<void> {
  if (tags.length === 0) return;
  await addMissingTags(em, tags);
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
    [tags.map((tag) => tag.key), asset.id, asset.pickKey, asset.id],
  );
}

/** What the keys stand for, where there is a tag with them: an alias for another. By the key that was asked for. */
export async function meantTags(em: EntityManager, tags: readonly ParsedTag[]): Promise<Map<string, ParsedTag>> {
  if (tags.length === 0) return new Map();
  const rows = await sql<ParsedTag & { asked: string }>(
    em,
    `select tag.key as asked, meant.key, meant.label
     from tag join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id) where tag.key = any($1)`,
    [tags.map(({ key }) => key)],
  );
  return new Map(rows.map(({ asked, ...tag }) => [asked, tag]));
}

/** Tags that are none of the others. */
export function notAmong(tags: readonly ParsedTag[], others: readonly ParsedTag[]): ParsedTag[] {
  const keys = new Set(others.map(({ key }) => key));
  return tags.filter(({ key }) => !keys.has(key));
}

/**
 * Takes tags from assets and gives them others, within the transaction of `em`, which holds their rows. No alias is among them and
 * none is both; what an asset has, or has not, already stays so. Tags are locked in the order of their keys, as in `tagAsset`.
 */
export async function retagAssets(
  em: EntityManager,
  assetIds: readonly string[],
  { removed, added }: { removed: readonly ParsedTag[]; added: readonly ParsedTag[] },
): Promise<void> {
  await addMissingTags(em, added);
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
    [assetIds, added.map(({ key }) => key), removed.map(({ key }) => key)],
  );
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

async function addMissingTags(em: EntityManager, tags: readonly ParsedTag[]): Promise<void> {
  const sorted = [...tags].sort((a, b) => (a.key < b.key ? -1 : 1));
  await sql(
    em,
    `insert into tag (id, key, label, asset_count)
     select * from unnest($1::text[], $2::text[], $3::text[]) as given (id, key, label), (values (0)) as zero (asset_count)
     on conflict (key) do nothing`,
    [sorted.map(() => newId('tag')), sorted.map((tag) => tag.key), sorted.map((tag) => tag.label)],
  );
}
