import type { EntityManager } from '@mikro-orm/postgresql';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Asset } from './asset.entity.ts';
import { addMissing, changeTags, copyTags, findMeant, joinTags, type ParsedTag } from './tag.sql.ts';
import { foldTag, parseTagLabel, TagInvalid } from './tag-folding.ts';

export const MAX_TAGS_PER_ASSET = 32;

export type { ParsedTag };

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
  const keys = tags.map(({ key }) => key);
  await joinTags(em, asset, keys);
}

/** What the keys stand for, where there is a tag with them: an alias for another. By the key that was asked for. */
export async function meantTags(em: EntityManager, tags: readonly ParsedTag[]): Promise<Map<string, ParsedTag>> {
  if (tags.length === 0) return new Map();
  const keys = tags.map(({ key }) => key);
  const rows = await findMeant(em, keys);
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
