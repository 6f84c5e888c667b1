import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import { type Database, sql } from '../platform/database/database.ts';
import type { ValueIssue } from '../platform/errors.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import type { PickAssetInput } from './asset.inputs.ts';
import { MAX_PICK_TAGS, PickMatch, PickMode } from './asset.inputs.ts';
import { NoMatch } from './asset.problems.ts';
import { IS_USABLE } from './asset.reads.ts';
import { NO_TAG } from './facets.ts';
import { type Candidate, newestPicture, orderOf, type PickQuery, picturesAfter } from './pick-order.ts';
import { type AskedTags, type KnownTag, PickTags } from './pick-tags.ts';
import type { Rotations, Turn } from './rotations.ts';
import { type ParsedTag, parseTags } from './tagging.ts';

/** Of a campaign or a recipient. */
export const MAX_NAME_LENGTH = 200;
/** Enough candidates that the sticky choice is fair, few enough to read at once. */
const STICKY_CANDIDATES = 16;
/** Counting further would cost more than the hint is worth. */
const COUNT_CAP = 1_001;

export interface Pick {
  assetId: string;
  matchedTags: string[];
}

/**
 * Chooses one usable picture by tags. A picture's `pickKey` is its fixed place in a random order; choosing is walking that
 * order along the rarest tag's index, which costs a few milliseconds however large the bank is.
 */
export class Picker {
  readonly #rotations: Rotations;
  readonly #tags = new PickTags();

  constructor(rotations: Rotations) {
    this.#rotations = rotations;
  }

  async pick(ctx: Context, input: PickAssetInput): Promise<Pick | NoMatch | InputInvalid> {
    const { tags, issues } = parseTags(input.tags, '/tags', MAX_PICK_TAGS);
    const { tags: unwanted, issues: notIssues } = parseTags(input.not ?? [], '/not', MAX_PICK_TAGS);
    issues.push(...notIssues, ...nameIssues(input));
    if (tags.length === 0 && issues.length === 0) issues.push({ pointer: '/tags', detail: 'Name at least one tag.' });
    if (issues.length > 0) return new InputInvalid(issues);

    const asked = await this.#tags.read(ctx.database, input.match, tags, unwanted);
    const query = queryFor(input.match, asked);
    const chosen = query && (await choose(ctx, input, query, this.#rotations));
    if (chosen) {
      const matchedTags = asked.wanted.filter((tag) => chosen.tagKeys.includes(tag.key)).map((tag) => tag.label);
      return { assetId: chosen.id, matchedTags: matchedTags.sort() };
    }
    const { wanted, unknown, avoided } = asked;
    return new NoMatch(
      unknown.map((tag) => tag.label),
      await relaxations(
        ctx.em,
        wanted,
        unknown,
        avoided.map((tag) => tag.number),
      ),
    );
  }
}

function nameIssues({ campaign, sticky }: PickAssetInput): ValueIssue[] {
  return Object.entries({ campaign, sticky })
    .filter(([, value]) => (value?.length ?? 0) > MAX_NAME_LENGTH)
    .map(([name]) => ({ pointer: `/${name}`, detail: `At most ${MAX_NAME_LENGTH} characters.` }));
}

/** What the picture has to have; null where nothing can. */
function queryFor(match: PickMatch, { wanted, unknown, avoided, fewestDropped }: AskedTags): PickQuery | null {
  if (wanted.length === 0) return null;
  const not = { not: avoided.map((tag) => tag.number), notKeys: avoided.map((tag) => tag.key) };
  if (match === PickMatch.ANY) return { tags: wanted, isAny: true, ...not };
  if (match === PickMatch.ALL) return unknown.length > 0 ? null : { tags: wanted, isAny: false, ...not };
  return fewestDropped === null ? null : { tags: wanted.slice(fewestDropped), isAny: false, ...not };
}

async function choose(
  ctx: Context,
  input: PickAssetInput,
  query: PickQuery,
  rotations: Rotations,
): Promise<Turn | null> {
  const { database } = ctx;
  if (input.sticky) return stickyChoice(database, query, `${input.campaign ?? ''}|${input.sticky}`);
  if (input.mode === PickMode.NEWEST) return newestPicture(database, query);
  if (input.mode === PickMode.RANDOM) return next(database, query, Math.random());
  const key = rotationKey(input, query);
  if (input.peek) return next(database, query, (await rotations.position(ctx, key)) ?? 0);
  return rotate(ctx, query, key, rotations);
}

/**
 * Takes a turn of one rotation, in which every fitting picture comes once before any comes again. Where nothing fits none is
 * begun, or anybody could fill the table with made-up campaigns for nothing.
 */
async function rotate(ctx: Context, query: PickQuery, key: string, rotations: Rotations): Promise<Turn | null> {
  for (;;) {
    const turn = await rotations.take(ctx, key, orderOf(query));
    if (turn !== 'NOT_BEGUN') return turn;
    if (!(await next(ctx.database, query, 0))) return null;
    await rotations.begin(ctx, key);
  }
}

/** One rotation for each campaign and query. What is asked in another order or spelling is the same query. */
function rotationKey(input: PickAssetInput, query: PickQuery): string {
  const parts = [
    input.campaign ?? '',
    String(query.isAny),
    query.tags.map((tag) => tag.key).sort(),
    [...query.notKeys].sort(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The next fitting picture after a place in the order, or the first one when there is none after it. */
async function next(database: Database, query: PickQuery, position: number): Promise<Candidate | null> {
  const order = orderOf(query);
  const [ahead] = await picturesAfter(database, order, position, 1);
  return ahead ?? (await picturesAfter(database, order, -1, 1))[0] ?? null;
}

/** The fitting picture that ranks highest for this recipient: stable while the bank grows around it. */
async function stickyChoice(database: Database, query: PickQuery, recipient: string): Promise<Candidate | null> {
  const start = createHash('sha256').update(recipient).digest().readUInt32BE() / 2 ** 32;
  const order = orderOf(query);
  const found = await picturesAfter(database, order, start, STICKY_CANDIDATES);
  // As many as are missing. Always read by the same statement: one for each number would be one more to keep.
  const missing = STICKY_CANDIDATES - found.length;
  if (missing > 0) found.push(...(await picturesAfter(database, order, -1, STICKY_CANDIDATES)).slice(0, missing));
  const rank = ({ id }: Candidate) => createHash('sha256').update(`${recipient}|${id}`).digest('hex');
  return found.sort((a, b) => (rank(a) < rank(b) ? 1 : -1))[0] ?? null;
}

/** For each tag, how many pictures would fit without it. An unknown tag, too: without it the others may well fit. */
async function relaxations(
  em: EntityManager,
  known: readonly KnownTag[],
  unknown: readonly ParsedTag[],
  not: readonly number[],
): Promise<{ tag: string; matches: number }[]> {
  const all = [...known, ...unknown];
  // Without the only tag there is nothing left to ask for.
  if (all.length === 1) return [{ tag: all[0]!.label, matches: 0 }];
  // Each count is a query of its own, with its tags as a parameter of its own: so each is planned for how rare they are.
  const counts = all.map(
    (_, at) =>
      `(select count(*)::int from (select 1 from asset where asset.facets @> $${at + 2}::int[]
          and not asset.facets && $1::int[] and ${IS_USABLE} limit ${COUNT_CAP}) fitting)`,
  );
  const numbers = new Map(known.map((tag) => [tag as ParsedTag, tag.number]));
  const rests = all.map((dropped) => all.filter((tag) => tag !== dropped).map((tag) => numbers.get(tag) ?? NO_TAG));
  const [row] = await sql<{ matches: number[] }>(em, `select array[${counts.join(', ')}] as matches`, [not, ...rests]);
  return all.map(({ label }, at) => ({ tag: label, matches: row!.matches[at]! }));
}
