import { tellChanges } from '../platform/audit/tell-changes.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { composeText } from '../proof/normal-form.ts';
import { MAX_ALT_LENGTH, MAX_TITLE_LENGTH } from './asset.service.ts';
import { type AssetTexts, lockAsset, updateTexts } from './asset.sql.ts';
import { type AssetTagsInput, MAX_RIGHTS_LENGTH, type UpdateAssetInput } from './curating.inputs.ts';
import type { AssetDifference, AssetField, ConflictFacts } from './curating.problems.ts';
import { MAX_TAGS_PER_ASSET, meantTags, notAmong, type ParsedTag, parseTags, retagAssets } from './tagging.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'asset.updated': { assetId: string; version: number; fields: AssetField[] };
  }
}

/** What of a picture can be changed. */
interface EditableDetails extends AssetTexts {
  tags: readonly ParsedTag[];
}

interface TagChange {
  set: ParsedTag[] | null;
  add: ParsedTag[];
  remove: ParsedTag[];
}

export interface AssetUpdateResult {
  isChanged: boolean;
}

/**
 * Changes what is given of a picture, and nothing when all of it is so already: whoever has lost the answer may ask again with
 * the same version. The row is held from the look to the write, so nobody's change falls in between.
 */
export async function updateAsset(
  ctx: Context,
  given: UpdateAssetInput,
): Promise<AssetUpdateResult | ConflictFacts | InputInvalid | NotFound> {
  const input = tidied(given);
  const tags = parseTagChange(input.tags);
  const issues = [...textIssues(input), ...tags.issues];
  if (issues.length > 0) return new InputInvalid(issues);

  return ctx.transactional(async (inner) => {
    const row = await lockAsset(inner.em, input.id);
    if (!row) return new NotFound(input.id);
    const stands: EditableDetails = {
      ...row,
      tags: row.tagKeys.map((key, at) => ({ key, label: row.tagLabels[at]! })),
    };
    const wanted: EditableDetails = {
      title: input.title ?? stands.title,
      alt: input.alt ?? stands.alt,
      licence: wantedText(input.licence, stands.licence),
      credit: wantedText(input.credit, stands.credit),
      validFrom: input.validFrom === undefined ? stands.validFrom : input.validFrom,
      validUntil: input.validUntil === undefined ? stands.validUntil : input.validUntil,
      tags: await wantedTags(inner, tags.change, stands.tags),
    };
    const unfit = unfitTogether(wanted, input);
    if (unfit.length > 0) return new InputInvalid(unfit);

    const differences = differencesOf(wanted, stands);
    if (differences.length === 0) return { isChanged: false };
    if (input.ifVersion != null && input.ifVersion !== row.version) {
      const isKnown = row.updatedBy !== null;
      return {
        assetId: input.id,
        ifVersion: input.ifVersion,
        version: row.version,
        changedBy: row.updatedBy,
        changedAt: isKnown ? row.updatedAt.toISOString() : null,
        differences,
      };
    }
    await updateTexts(inner.em, input.id, wanted, inner.principal.actor);
    if (differences.some(({ field }) => field === 'TAGS')) {
      await retagAssets(inner.em, [input.id], {
        removed: notAmong(stands.tags, wanted.tags),
        added: notAmong(wanted.tags, stands.tags),
      });
    }
    tell(inner, input.id, row.version + 1, differences);
    return { isChanged: true };
  });
}

/** The texts as they are stored. */
function tidied(input: UpdateAssetInput): UpdateAssetInput {
  const tidy = (text: string | null | undefined) => text && composeText(text.trim());
  const { title, alt, licence, credit } = input;
  return { ...input, title: tidy(title), alt: tidy(alt), licence: tidy(licence), credit: tidy(credit) };
}

function textIssues({ ifVersion, title, alt, licence, credit }: UpdateAssetInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  const add = (name: string, detail: string) => issues.push({ pointer: `/${name}`, detail });
  if (ifVersion != null && ifVersion < 1) add('ifVersion', 'A version is a whole number from 1.');
  for (const [name, text, most] of [
    ['title', title, MAX_TITLE_LENGTH],
    ['alt', alt, MAX_ALT_LENGTH],
  ] as const) {
    if (text === undefined) continue;
    if (text === null || text === '') add(name, `The ${name} is empty. Write one, or leave it out to keep it.`);
    else if (text.length > most) add(name, `The ${name} has at most ${most} characters.`);
  }
  for (const [name, text] of Object.entries({ licence, credit })) {
    if ((text?.length ?? 0) > MAX_RIGHTS_LENGTH) add(name, `The ${name} has at most ${MAX_RIGHTS_LENGTH} characters.`);
  }
  return issues;
}

function parseTagChange(tags: AssetTagsInput | null | undefined): { change: TagChange | null; issues: ValueIssue[] } {
  if (!tags) return { change: null, issues: [] };
  const issues: ValueIssue[] = [];
  const parsed = (name: keyof AssetTagsInput) => {
    const found = parseTags(tags[name] ?? [], `/tags/${name}`);
    issues.push(...found.issues);
    return found.tags;
  };
  const change = { set: tags.set ? parsed('set') : null, add: parsed('add'), remove: parsed('remove') };
  if (change.set && change.add.length + change.remove.length > 0) {
    issues.push({ pointer: '/tags/set', detail: 'Send either `set`, or `add` and `remove`.' });
  }
  return { change, issues };
}

/** Of what may be none: an empty text is none, and what was left out stays. */
function wantedText(given: string | null | undefined, stands: string | null): string | null {
  return given === undefined ? stands : given || null;
}

/** An alias gives, and takes away, the tag that it stands for. */
async function wantedTags(
  { em }: Context,
  change: TagChange | null,
  stands: readonly ParsedTag[],
): Promise<readonly ParsedTag[]> {
  if (!change) return stands;
  const { set, add, remove } = change;
  const meant = await meantTags(em, [...(set ?? []), ...add, ...remove]);
  const given = (tags: readonly ParsedTag[]) => tags.map((tag) => meant.get(tag.key) ?? tag);
  const removed = new Set(given(remove).map(({ key }) => key));
  const wanted = set ? given(set) : [...stands.filter(({ key }) => !removed.has(key)), ...given(add)];
  return [...new Map(wanted.map((tag) => [tag.key, tag])).values()];
}

/** What can be told only beside what stands there. */
function unfitTogether({ validFrom, validUntil, tags }: EditableDetails, input: UpdateAssetInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (validFrom && validUntil && validFrom >= validUntil) {
    const pointer = input.validUntil === undefined ? '/validFrom' : '/validUntil';
    const detail = `It would be valid from ${validFrom.toISOString()} until ${validUntil.toISOString()}, which is never. Send both, the first before the second.`;
    issues.push({ pointer, detail });
  }
  if (tags.length > MAX_TAGS_PER_ASSET) {
    const detail = `It would have ${tags.length} tags, and may have ${MAX_TAGS_PER_ASSET}. Remove some as well.`;
    issues.push({ pointer: '/tags/add', detail });
  }
  return issues;
}

function differencesOf(wanted: EditableDetails, stands: EditableDetails): AssetDifference[] {
  const [one, other] = [told(wanted), told(stands)];
  return (Object.keys(one) as AssetField[])
    .filter((field) => JSON.stringify(one[field].compared) !== JSON.stringify(other[field].compared))
    .map((field) => ({ field, wanted: one[field].shown, stands: other[field].shown }));
}

function told({ title, alt, licence, credit, validFrom, validUntil, tags }: EditableDetails) {
  const sorted = [...tags].sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = (value: string | null) => ({ compared: value, shown: value === null ? [] : [value] });
  return {
    TITLE: text(title),
    ALT: text(alt),
    // In another spelling it is the same one.
    TAGS: { compared: sorted.map(({ key }) => key), shown: sorted.map(({ label }) => label) },
    LICENCE: text(licence),
    CREDIT: text(credit),
    VALID_FROM: text(validFrom?.toISOString() ?? null),
    VALID_UNTIL: text(validUntil?.toISOString() ?? null),
  } satisfies Record<AssetField, { compared: unknown; shown: string[] }>;
}

const NAME_IN_AUDIT: Record<AssetField, string> = {
  TITLE: 'title',
  ALT: 'alt',
  TAGS: 'tags',
  LICENCE: 'licence',
  CREDIT: 'credit',
  VALID_FROM: 'validFrom',
  VALID_UNTIL: 'validUntil',
};

function tell(ctx: Context, assetId: string, version: number, differences: readonly AssetDifference[]): void {
  tellChanges(
    [assetId],
    differences.map(({ field, wanted, stands }) => {
      const said = field === 'TAGS' ? (values: string[]) => values : (values: string[]) => saidOf(field, values);
      return { subjectId: assetId, field: NAME_IN_AUDIT[field], before: said(stands), after: said(wanted) };
    }),
  );
  publish(ctx, 'asset.updated', { assetId, version, fields: differences.map(({ field }) => field) });
}

/** The trail keeps no descriptions, which are content: that one was changed is told by how long it was. */
function saidOf(field: AssetField, values: string[]): string | null {
  const value = values[0] ?? null;
  return field === 'ALT' && value !== null ? `${value.length} characters` : value;
}
