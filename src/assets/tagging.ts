import type { EntityManager } from '@mikro-orm/postgresql';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Asset } from './asset.entity.ts';
import { addMissing, changeTags, copyTags, findResolvedTags, joinTags, type ParsedTag } from './tag.sql.ts';
import { foldTag, parseTagLabel, TagInvalid } from './tag-folding.ts';

export const MAX_TAGS_PER_ASSET = 32;

export type { ParsedTag };

/** Parses tags as people write them. Duplicates are merged, and each invalid tag adds an issue with a pointer below `pointer`. */
export function parseTags(labels: readonly string[], pointer: string, max = MAX_TAGS_PER_ASSET) {
  const issues: ValueIssue[] = [];
  const tags = new Map<string, ParsedTag>();
  if (labels.length > max)
    issues.push({ pointer, detail: `The list has ${labels.length} tags, but the maximum is ${max}.` });
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

/** Merges lists of tags, keeping the first spelling of each tag, up to the maximum number of tags per asset. */
export function mergeTags(...groups: (readonly ParsedTag[])[]): ParsedTag[] {
  const byKey = new Map<string, ParsedTag>();
  for (const tag of groups.flat()) if (!byKey.has(tag.key)) byKey.set(tag.key, tag);
  return [...byKey.values()].slice(0, MAX_TAGS_PER_ASSET);
}

/**
 * Adds tags to a new asset, in the transaction of `em`. For an alias, its tag is added. Tags are locked in the order of their
 * keys, so that concurrent transactions can't deadlock.
 */
export async function tagAsset(em: EntityManager, asset: Asset, tags: readonly ParsedTag[]): Promise<void> {
  if (tags.length === 0) return;
  await addMissingTags(em, tags);
  const keys = tags.map(({ key }) => key);
  await joinTags(em, asset, keys);
}

/** Maps each requested key to its tag, with aliases resolved. Keys without a tag are left out. */
export async function resolveTags(em: EntityManager, tags: readonly ParsedTag[]): Promise<Map<string, ParsedTag>> {
  if (tags.length === 0) return new Map();
  const keys = tags.map(({ key }) => key);
  const rows = await findResolvedTags(em, keys);
  return new Map(rows.map(({ asked: requested, ...tag }) => [requested, tag]));
}

/** Those of `tags` whose key no tag in `others` has. */
export function notAmong(tags: readonly ParsedTag[], others: readonly ParsedTag[]): ParsedTag[] {
  const keys = new Set(others.map(({ key }) => key));
  return tags.filter(({ key }) => !keys.has(key));
}

/**
 * Adds and removes tags of assets, in the transaction of `em`, which has locked their rows. The lists contain no aliases and
 * don't overlap. Tags are locked in the order of their keys, as in `tagAsset`.
 */
export async function retagAssets(
  em: EntityManager,
  assetIds: readonly string[],
  { removed, added }: { removed: readonly ParsedTag[]; added: readonly ParsedTag[] },
): Promise<void> {
  await addMissingTags(em, added);
  const keys = (tags: readonly ParsedTag[]) => tags.map(({ key }) => key);
  await changeTags(em, assetIds, { added: keys(added), removed: keys(removed) });
  await copyTags(em, assetIds);
}

async function addMissingTags(em: EntityManager, tags: readonly ParsedTag[]): Promise<void> {
  const sorted = [...tags].sort((a, b) => (a.key < b.key ? -1 : 1));
  await addMissing(
    em,
    sorted.map((tag) => ({ ...tag, id: newId('tag') })),
  );
}
