import { reportChanges } from '../platform/audit/report-changes.ts';
import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { composeText } from '../proof/normal-form.ts';
import { MAX_ALT_LENGTH, MAX_TITLE_LENGTH } from './asset.service.ts';
import { type AssetTexts, lockAsset, updateTexts } from './asset.sql.ts';
import { type AssetTagsInput, MAX_RIGHTS_LENGTH, type UpdateAssetInput } from './curating.inputs.ts';
import type { AssetDifference, AssetField, ConflictFacts } from './curating.problems.ts';
import { MAX_TAGS_PER_ASSET, notAmong, type ParsedTag, parseTags, resolveTags, retagAssets } from './tagging.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'asset.updated': { assetId: string; version: number; fields: AssetField[] };
  }
}

/** Editable fields of a picture. */
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
 * Updates the given fields of a picture. Changes nothing if they all have the requested values already, so a retry with the same
 * version is safe. The row stays locked from read to write, so concurrent changes can't be lost.
 */
export async function updateAsset(
  ctx: Context,
  given: UpdateAssetInput,
): Promise<AssetUpdateResult | ConflictFacts | InputInvalid | NotFound> {
  const input = withNormalizedTexts(given);
  const tags = parseTagChange(input.tags);
  const issues = [...textIssues(input), ...tags.issues];
  if (issues.length > 0) return new InputInvalid(issues);

  return ctx.transactional(async (inner) => {
    const row = await lockAsset(inner.em, input.assetId);
    if (!row) return new NotFound(input.assetId);
    const current: EditableDetails = {
      ...row,
      tags: row.tagKeys.map((key, at) => ({ key, label: row.tagLabels[at]! })),
    };
    const requested: EditableDetails = {
      title: input.title ?? current.title,
      alt: input.alt ?? current.alt,
      licence: wantedText(input.licence, current.licence),
      credit: wantedText(input.credit, current.credit),
      validFrom: input.validFrom === undefined ? current.validFrom : input.validFrom,
      validUntil: input.validUntil === undefined ? current.validUntil : input.validUntil,
      tags: await wantedTags(inner, tags.change, current.tags),
    };
    const unfit = unfitTogether(requested, input);
    if (unfit.length > 0) return new InputInvalid(unfit);

    const differences = differencesOf(requested, current);
    if (differences.length === 0) return { isChanged: false };
    if (input.ifVersion != null && input.ifVersion !== row.version) {
      const isKnown = row.updatedBy !== null;
      return {
        assetId: input.assetId,
        ifVersion: input.ifVersion,
        version: row.version,
        changedBy: row.updatedBy,
        changedAt: isKnown ? row.updatedAt.toISOString() : null,
        differences,
      };
    }
    await updateTexts(inner.em, input.assetId, requested, inner.principal.actor);
    if (differences.some(({ field }) => field === 'TAGS')) {
      await retagAssets(inner.em, [input.assetId], {
        removed: notAmong(current.tags, requested.tags),
        added: notAmong(requested.tags, current.tags),
      });
    }
    reportUpdate(inner, input.assetId, row.version + 1, differences);
    return { isChanged: true };
  });
}

/** Returns the input with its texts in the form in which they are stored. */
function withNormalizedTexts(input: UpdateAssetInput): UpdateAssetInput {
  const tidy = (text: string | null | undefined) => text && composeText(text.trim());
  const { title, alt, licence, credit } = input;
  return { ...input, title: tidy(title), alt: tidy(alt), licence: tidy(licence), credit: tidy(credit) };
}

function textIssues({ ifVersion, title, alt, licence, credit }: UpdateAssetInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  const add = (name: string, detail: string) => issues.push({ pointer: `/${name}`, detail });
  if (ifVersion != null && ifVersion < 1) add('ifVersion', `\`ifVersion\` is ${ifVersion}, but versions start at 1.`);
  for (const [name, text, most] of [
    ['title', title, MAX_TITLE_LENGTH],
    ['alt', alt, MAX_ALT_LENGTH],
  ] as const) {
    if (text === undefined) continue;
    if (text === null || text === '')
      add(name, `\`${name}\` is empty. Send a text, or omit the field to keep the current one.`);
    else if (text.length > most) add(name, `\`${name}\` has ${text.length} characters, but the maximum is ${most}.`);
  }
  for (const [name, text] of Object.entries({ licence, credit })) {
    if ((text?.length ?? 0) > MAX_RIGHTS_LENGTH)
      add(name, `\`${name}\` has ${text!.length} characters, but the maximum is ${MAX_RIGHTS_LENGTH}.`);
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
    issues.push({
      pointer: '/tags/set',
      detail:
        '`tags.set` replaces all tags, so it can’t be combined with `add` or `remove`. Send `set` alone, or `add` and `remove`.',
    });
  }
  return { change, issues };
}

/** Returns the text to store: null for null or an empty text, and the current text if the field was left out. */
function wantedText(given: string | null | undefined, current: string | null): string | null {
  return given === undefined ? current : given || null;
}

/** Returns the picture's tags after the change. Aliases are resolved to their tags, both when adding and removing. */
async function wantedTags(
  { em }: Context,
  change: TagChange | null,
  current: readonly ParsedTag[],
): Promise<readonly ParsedTag[]> {
  if (!change) return current;
  const { set, add, remove } = change;
  const resolved = await resolveTags(em, [...(set ?? []), ...add, ...remove]);
  const given = (tags: readonly ParsedTag[]) => tags.map((tag) => resolved.get(tag.key) ?? tag);
  const removed = new Set(given(remove).map(({ key }) => key));
  const requested = set ? given(set) : [...current.filter(({ key }) => !removed.has(key)), ...given(add)];
  return [...new Map(requested.map((tag) => [tag.key, tag])).values()];
}

/** Issues that depend on the stored values of a picture together with the new ones. */
function unfitTogether({ validFrom, validUntil, tags }: EditableDetails, input: UpdateAssetInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (validFrom && validUntil && validFrom >= validUntil) {
    const pointer = input.validUntil === undefined ? '/validFrom' : '/validUntil';
    const detail = `\`validUntil\` (${validUntil.toISOString()}) must be after \`validFrom\` (${validFrom.toISOString()}).`;
    issues.push({ pointer, detail });
  }
  if (tags.length > MAX_TAGS_PER_ASSET) {
    const detail = `The picture would have ${tags.length} tags, but the maximum is ${MAX_TAGS_PER_ASSET}. Remove some in the same request.`;
    issues.push({ pointer: '/tags/add', detail });
  }
  return issues;
}

function differencesOf(requested: EditableDetails, current: EditableDetails): AssetDifference[] {
  const [one, other] = [comparable(requested), comparable(current)];
  return (Object.keys(one) as AssetField[])
    .filter((field) => JSON.stringify(one[field].compared) !== JSON.stringify(other[field].compared))
    .map((field) => ({ field, requested: one[field].shown, current: other[field].shown }));
}

function comparable({ title, alt, licence, credit, validFrom, validUntil, tags }: EditableDetails) {
  const sorted = [...tags].sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = (value: string | null) => ({ compared: value, shown: value === null ? [] : [value] });
  return {
    TITLE: text(title),
    ALT: text(alt),
    // Tags are compared by key, because different spellings of a tag have the same key.
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

function reportUpdate(ctx: Context, assetId: string, version: number, differences: readonly AssetDifference[]): void {
  reportChanges(
    [assetId],
    differences.map(({ field, requested, current }) => {
      const audited =
        field === 'TAGS' ? (values: string[]) => values : (values: string[]) => auditTextOf(field, values);
      return { subjectId: assetId, field: NAME_IN_AUDIT[field], before: audited(current), after: audited(requested) };
    }),
  );
  publish(ctx, 'asset.updated', { assetId, version, fields: differences.map(({ field }) => field) });
}

/** Value of a field for the audit trail. Descriptions are content, so only their length is recorded there. */
function auditTextOf(field: AssetField, values: string[]): string | null {
  const value = values[0] ?? null;
  return field === 'ALT' && value !== null ? `${value.length} characters` : value;
}
