import { reportChanges } from '../platform/audit/report-changes.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { publishAll } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { incrementVersions, lockTagged, type TaggedRow } from './asset.sql.ts';
import { assetIdIssues } from './asset-ids.ts';
import type { TagAssetsInput } from './curating.inputs.ts';
import { MAX_TAGS_PER_ASSET, notAmong, type ParsedTag, parseTags, resolveTags, retagAssets } from './tagging.ts';

/** Result of tagging one picture. */
export interface TaggedAsset {
  id: string;
  isChanged: boolean;
  /** Why the picture couldn't be tagged. Null if its tags are as requested now. */
  problem: NotFound | InputInvalid | null;
}

/**
 * Adds and removes tags of pictures; their other tags stay. One transaction checks each picture's current state. Rows are locked
 * in the order of ids, then tags in the order of keys, so that concurrent changes can't deadlock.
 */
export async function tagAssets(
  ctx: Context,
  { ids, add, remove }: TagAssetsInput,
): Promise<readonly TaggedAsset[] | InputInvalid> {
  const given = { add: parseTags(add ?? [], '/add'), remove: parseTags(remove ?? [], '/remove') };
  const issues = [...assetIdIssues(ids), ...given.add.issues, ...given.remove.issues];
  if (issues.length === 0 && given.add.tags.length + given.remove.tags.length === 0) issues.push(NO_TAG);
  if (issues.length > 0) return new InputInvalid(issues);

  return ctx.transactional(async (inner) => {
    const held = await lockTagged(inner.em, ids);
    const wanted = await resolveTagEdit(inner, given.add.tags, given.remove.tags);
    const known = new Map(held.map((one) => [one.id, taggingOutcome(one, wanted)]));
    const changed = held.flatMap(({ id }) => {
      const { after, before, problem } = known.get(id)!;
      return problem || after === null ? [] : [{ id, before, after }];
    });
    if (changed.length > 0) await write(inner, changed, wanted);
    return ids.map((id) => {
      const one = known.get(id);
      if (!one) return { id, isChanged: false, problem: new NotFound(id) };
      return { id, isChanged: one.problem === null && one.after !== null, problem: one.problem };
    });
  });
}

const NO_TAG: ValueIssue = {
  pointer: '/add',
  detail: '`add` and `remove` are empty. Send at least one tag to add or to remove.',
};

interface TagEdit {
  added: readonly ParsedTag[];
  removed: readonly ParsedTag[];
}

/** Resolves aliases to their tags. A tag that is requested both to be added and to be removed is added. */
async function resolveTagEdit(
  { em }: Context,
  add: readonly ParsedTag[],
  remove: readonly ParsedTag[],
): Promise<TagEdit> {
  const tags = await resolveTags(em, [...add, ...remove]);
  const each = (some: readonly ParsedTag[]) => [
    ...new Map(some.map((tag) => tags.get(tag.key) ?? tag).map((tag) => [tag.key, tag])).values(),
  ];
  const added = each(add);
  return { added, removed: notAmong(each(remove), added) };
}

interface TaggingOutcome {
  before: readonly string[];
  /** The picture's tags after the change. Null if no tag changes or there is a problem. */
  after: readonly string[] | null;
  problem: InputInvalid | null;
}

function taggingOutcome({ tagKeys, tagLabels }: TaggedRow, { added, removed }: TagEdit): TaggingOutcome {
  const current = tagKeys.map((key, at): ParsedTag => ({ key, label: tagLabels[at]! }));
  const come = notAmong(added, current);
  const kept = notAmong(current, removed);
  const after = [...kept, ...come];
  if (come.length === 0 && kept.length === current.length) return { before: tagLabels, after: null, problem: null };
  if (after.length > MAX_TAGS_PER_ASSET) {
    const detail = `The picture would have ${after.length} tags, but the maximum is ${MAX_TAGS_PER_ASSET}. Remove some in the same request.`;
    return { before: tagLabels, after: null, problem: new InputInvalid([{ pointer: '/add', detail }]) };
  }
  return { before: tagLabels, after: after.map(({ label }) => label), problem: null };
}

async function write(
  ctx: Context,
  changed: readonly { id: string; before: readonly string[]; after: readonly string[] }[],
  wanted: TagEdit,
): Promise<void> {
  const ids = changed.map(({ id }) => id);
  await retagAssets(ctx.em, ids, wanted);
  const versions = await incrementVersions(ctx.em, ids, ctx.principal.actor);
  reportChanges(
    ids,
    changed.map(({ id, before, after }) => ({ subjectId: id, field: 'tags', before, after })),
  );
  const owner = ownerOf(ctx.principal);
  await publishAll(
    ctx.em,
    versions.map(({ id, version }) => ({
      type: 'asset.updated',
      payload: { assetId: id, version, fields: ['TAGS'] },
      owner,
    })),
  );
}
