import { createHash } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import type { PickAssetInput } from './asset.inputs.ts';
import { MAX_PICK_TAGS, PickMode } from './asset.inputs.ts';
import { NoMatch } from './asset.problems.ts';
import { NO_TAG } from './facets.ts';
import {
  countMatches,
  type PickCandidate,
  type PickFrom,
  type PickQuery,
  type PickResult,
  pickPictures,
} from './pick.sql.ts';
import type { Rotations } from './rotations.ts';
import { parseTags } from './tagging.ts';

/** Maximum length of the name of a campaign or recipient. */
export const MAX_NAME_LENGTH = 200;
/** Number of candidates for a sticky pick: enough for a fair choice, few enough to read at once. */
const STICKY_CANDIDATES = 16;
/** Maximum number of matches to count for the hint about tags. Counting further would cost more than the hint is worth. */
const COUNT_CAP = 1_001;

export interface AssetPick {
  assetId: string;
  matchedTags: string[];
}

/**
 * Picks one usable picture by tags. The `pickKey` of a picture is its position in a fixed random order. A pick scans that order,
 * or gathers all matches if they are few, and takes a few milliseconds in a bank of any size.
 */
export class Picker {
  readonly #rotations: Rotations;

  constructor(rotations: Rotations) {
    this.#rotations = rotations;
  }

  async pick(ctx: Context, input: PickAssetInput): Promise<AssetPick | NoMatch | InputInvalid> {
    const { tags, issues } = parseTags(input.tags, '/tags', MAX_PICK_TAGS);
    const { tags: unwanted, issues: notIssues } = parseTags(input.not ?? [], '/not', MAX_PICK_TAGS);
    issues.push(...notIssues, ...nameIssues(input));
    if (tags.length === 0 && issues.length === 0) issues.push({ pointer: '/tags', detail: 'Send at least one tag.' });
    if (issues.length > 0) return new InputInvalid(issues);

    const query = { match: input.match, wanted: tags, unwanted, campaign: input.campaign ?? '' };
    const picked = await choose(ctx, input, query, this.#rotations);
    // Removes duplicates, because an alias and its tag have the same number.
    const wanted = [...new Map(picked.tags.map((tag) => [tag.number, tag])).values()];
    const [chosen] = picked.candidates;
    if (chosen) {
      const matchedTags = wanted.filter(({ number }) => chosen.facets.has(number)).map(({ label }) => label);
      return { assetId: chosen.id, matchedTags: matchedTags.sort() };
    }
    const known = new Set(picked.tags.map(({ asked }) => asked));
    const unknown = tags.filter(({ key }) => !known.has(key)).map(({ label }) => ({ label, number: NO_TAG }));
    return new NoMatch(
      unknown.map(({ label }) => label),
      await relaxations(ctx.database, [...wanted, ...unknown], picked.avoided),
    );
  }
}

function nameIssues({ campaign, sticky }: PickAssetInput): ValueIssue[] {
  return Object.entries({ campaign, sticky })
    .filter(([, value]) => (value?.length ?? 0) > MAX_NAME_LENGTH)
    .map(([name, value]) => ({
      pointer: `/${name}`,
      detail: `\`${name}\` has ${value!.length} characters, but the maximum is ${MAX_NAME_LENGTH}.`,
    }));
}

/** Finds candidates for a pick; the first is the picked one. Empty if nothing matches. */
async function choose(
  ctx: Context,
  input: PickAssetInput,
  query: PickQuery,
  rotations: Rotations,
): Promise<PickResult> {
  if (input.sticky) return stickyChoice(ctx, query, `${input.campaign ?? ''}|${input.sticky}`);
  if (input.mode === PickMode.ROTATE && !input.peek) return rotations.take(ctx, query);
  return pickFrom(ctx, query, fromOf(input), 1);
}

function fromOf({ mode }: PickAssetInput): PickFrom {
  if (mode === PickMode.NEWEST) return 'NEWEST';
  return mode === PickMode.RANDOM ? { place: Math.random() } : 'PEEK';
}

/** Finds candidates for a pick without advancing a rotation. */
async function pickFrom({ database }: Context, query: PickQuery, from: PickFrom, many: number): Promise<PickResult> {
  return (await pickPictures(database, query, from, many)) as PickResult;
}

/**
 * Finds a few matching pictures and sorts them by their rank for this recipient, the highest first. Pictures that are added later
 * seldom change which one is first.
 */
async function stickyChoice(ctx: Context, query: PickQuery, recipient: string): Promise<PickResult> {
  const start = createHash('sha256').update(recipient).digest().readUInt32BE() / 2 ** 32;
  const picked = await pickFrom(ctx, query, { place: start }, STICKY_CANDIDATES);
  const rank = ({ id }: PickCandidate) => createHash('sha256').update(`${recipient}|${id}`).digest('hex');
  return { ...picked, candidates: picked.candidates.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1)) };
}

/**
 * Counts the matches without each tag, for a request that matches nothing. Unknown tags are included, because the other tags may
 * well match without them.
 */
async function relaxations(
  database: Database,
  tags: readonly { label: string; number: number }[],
  avoided: readonly number[],
): Promise<{ tag: string; matches: number }[]> {
  // Without its only tag, the request would match everything, so nothing is counted.
  if (tags.length === 1) return [{ tag: tags[0]!.label, matches: 0 }];
  const rests = tags.map((dropped) => tags.filter((tag) => tag !== dropped).map(({ number }) => number));
  const counts = await countMatches(database, rests, avoided, COUNT_CAP);
  return tags.map(({ label }, at) => ({ tag: label, matches: counts[at]! }));
}
