import { reportChanges } from '../platform/audit/report-changes.ts';
import type { Context } from '../platform/context.ts';
import { publish } from '../platform/events/outbox.ts';
import { AssetStatus } from './asset.entity.ts';
import { incrementVersions, type KnownAsset, lockKnown } from './asset.sql.ts';
import { type NotApplied, NotAppliedField, NotAppliedReason } from './not-applied.ts';
import { MAX_TAGS_PER_ASSET, notAmong, type ParsedTag, resolveTags, retagAssets } from './tagging.ts';

/** Details of a picture that the caller gave, without those chosen by the service. */
export interface UploadDetails {
  title: string | null;
  alt: string | null;
  source: string | null;
  tags: readonly ParsedTag[];
}

/** The caller on whose behalf a picture is added. */
export interface AddingCaller {
  /** Actor to record in the row of the asset. */
  actor: string;
  /** True if the caller can tag this asset. */
  mayTag: (assetId: string) => Promise<boolean>;
}

/**
 * Adds the caller's tags to an existing asset with the same bytes, as far as they are allowed, in the transaction of the context.
 * The title, the description and the source of the asset stay. Returns the details that were not applied.
 */
export async function addToKnown(
  ctx: Context,
  assetId: string,
  given: UploadDetails,
  giver: AddingCaller,
): Promise<NotApplied[]> {
  const known = await lockKnown(ctx.em, assetId);
  if (!known) return [];
  const resolved = await resolveTags(ctx.em, given.tags);
  const wanted = [
    ...new Map(given.tags.map((tag) => resolved.get(tag.key) ?? tag).map((tag) => [tag.key, tag])).values(),
  ];
  const has = known.tagKeys.map((key, at): ParsedTag => ({ key, label: known.tagLabels[at]! }));
  const missing = notAmong(wanted, has);
  const { added, refused } = await decideTags(ctx, known, missing, giver);
  if (added.length > 0) await write(ctx, known, added, giver.actor);
  return [...keptTexts(known, given), ...refused];
}

interface TagDecision {
  added: readonly ParsedTag[];
  refused: readonly NotApplied[];
}

async function decideTags(
  ctx: Context,
  known: KnownAsset,
  missing: readonly ParsedTag[],
  giver: AddingCaller,
): Promise<TagDecision> {
  if (missing.length === 0) return { added: [], refused: [] };
  if (known.status !== AssetStatus.LIVE) return { added: [], refused: tagsRefused(missing, NotAppliedReason.NOT_LIVE) };
  if (!(await giver.mayTag(known.id))) {
    return { added: [], refused: tagsRefused(missing, NotAppliedReason.NOT_PERMITTED) };
  }
  const removed = known.removedTagKeys.map((key) => ({ key, label: key }));
  const meantByRemoved = await resolveTags(ctx.em, removed);
  const stillRemoved = removed.map((tag) => meantByRemoved.get(tag.key) ?? tag);
  const allowed = notAmong(missing, stillRemoved);
  const room = Math.max(0, MAX_TAGS_PER_ASSET - known.tagKeys.length);
  return {
    added: allowed.slice(0, room),
    refused: [
      ...tagsRefused(notAmong(missing, allowed), NotAppliedReason.REMOVED),
      ...tagsRefused(allowed.slice(room), NotAppliedReason.TOO_MANY),
    ],
  };
}

function tagsRefused(tags: readonly ParsedTag[], reason: NotAppliedReason): NotApplied[] {
  if (tags.length === 0) return [];
  return [{ field: NotAppliedField.TAGS, values: tags.map(({ label }) => label), reason }];
}

function keptTexts(known: KnownAsset, given: UploadDetails): NotApplied[] {
  const texts = [
    [NotAppliedField.TITLE, given.title, known.title],
    [NotAppliedField.ALT, given.alt, known.alt],
    [NotAppliedField.SOURCE, given.source, known.source],
  ] as const;
  return texts.flatMap(([field, text, stays]) =>
    text === null || text === stays ? [] : [{ field, values: [text], reason: NotAppliedReason.KEPT }],
  );
}

async function write(ctx: Context, known: KnownAsset, added: readonly ParsedTag[], actor: string): Promise<void> {
  const { id, tagLabels: before } = known;
  await retagAssets(ctx.em, [id], { removed: [], added });
  const [changed] = await incrementVersions(ctx.em, [id], actor);
  reportChanges(
    [id],
    [{ subjectId: id, field: 'tags', before, after: [...before, ...added.map(({ label }) => label)] }],
  );
  publish(ctx, 'asset.updated', { assetId: id, version: changed!.version, fields: ['TAGS'] });
}
