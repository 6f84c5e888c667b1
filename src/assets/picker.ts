import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import type { ValueIssue } from '../platform/errors.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import type { PickAssetInput } from './asset.inputs.ts';
import { MAX_PICK_TAGS, PickMatch, PickMode } from './asset.inputs.ts';
import { NoMatch } from './asset.problems.ts';
import { IS_USABLE } from './asset.reads.ts';
import { NO_TAG } from './facets.ts';
import type { Rotations, Turn, TurnOrder } from './rotations.ts';
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

interface KnownTag extends ParsedTag {
  id: string;
  /** What it is among the facets of a picture. */
  number: number;
  assetCount: number;
}

/** The tags that a picture must have (all of them, or one where `isAny`) and those it must not have. */
interface Query {
  tags: readonly KnownTag[];
  isAny: boolean;
  /** Among the facets of a picture. */
  not: readonly number[];
  notKeys: readonly string[];
}

interface Candidate extends Turn {
  pickKey: number;
}

/**
 * Chooses one usable picture by tags. A picture's `pickKey` is its fixed place in a random order; choosing is walking that
 * order along the rarest tag's index, which costs a few milliseconds however large the bank is.
 */
export async function pickAsset(
  ctx: Context,
  input: PickAssetInput,
  rotations: Rotations,
): Promise<Pick | NoMatch | InputInvalid> {
  const { tags: wanted, issues } = parseTags(input.tags, '/tags', MAX_PICK_TAGS);
  const { tags: unwanted, issues: notIssues } = parseTags(input.not ?? [], '/not', MAX_PICK_TAGS);
  issues.push(...notIssues, ...nameIssues(input));
  if (wanted.length === 0 && issues.length === 0) issues.push({ pointer: '/tags', detail: 'Name at least one tag.' });
  if (issues.length > 0) return new InputInvalid(issues);

  const em = ctx.em;
  const known = await findTags(em, wanted);
  const unknown = wanted.filter((tag) => !known.has(tag.key));
  const tags = [...new Map([...known.values()].map((tag) => [tag.id, tag])).values()];
  tags.sort((a, b) => a.assetCount - b.assetCount);
  const avoided = [...(await findTags(em, unwanted)).values()];

  const query = await queryFor(em, input.match, tags, { hasUnknown: unknown.length > 0, avoided });
  const candidate = query && (await choose(ctx, input, query, rotations));
  if (candidate) {
    const matchedTags = tags.filter((tag) => candidate.tagKeys.includes(tag.key)).map((tag) => tag.label);
    return { assetId: candidate.id, matchedTags: matchedTags.sort() };
  }
  return new NoMatch(
    unknown.map((tag) => tag.label),
    await relaxations(
      em,
      tags,
      unknown,
      avoided.map((tag) => tag.number),
    ),
  );
}

function nameIssues({ campaign, sticky }: PickAssetInput): ValueIssue[] {
  return Object.entries({ campaign, sticky })
    .filter(([, value]) => (value?.length ?? 0) > MAX_NAME_LENGTH)
    .map(([name]) => ({ pointer: `/${name}`, detail: `At most ${MAX_NAME_LENGTH} characters.` }));
}

/**
 * What the picture has to have; null where nothing can. BEST lets the rarest tag go first: it is the one that most likely
 * nothing else goes with.
 */
async function queryFor(
  em: EntityManager,
  match: PickMatch,
  tags: readonly KnownTag[],
  { hasUnknown, avoided }: { hasUnknown: boolean; avoided: readonly KnownTag[] },
): Promise<Query | null> {
  if (tags.length === 0) return null;
  const not = { not: avoided.map((tag) => tag.number), notKeys: avoided.map((tag) => tag.key) };
  if (match === PickMatch.ANY) return { tags, isAny: true, ...not };
  if (match === PickMatch.ALL) return hasUnknown ? null : { tags, isAny: false, ...not };
  const dropped = await fewestDropped(em, tags, not.not);
  return dropped === null ? null : { tags: tags.slice(dropped), isAny: false, ...not };
}

/**
 * How many of the rarest tags have to be let go until something fits; null where nothing ever does. The series is gone through
 * in its order, as the outer side of a nested loop, and no further than to the first that fits.
 */
async function fewestDropped(
  em: EntityManager,
  tags: readonly KnownTag[],
  not: readonly number[],
): Promise<number | null> {
  const [first] = await sql<{ dropped: number }>(
    em,
    `select dropped from generate_series(0, cardinality($1::text[]) - 1) as dropped, lateral (
       select 1 from asset_tag join asset on asset.id = asset_tag.asset_id
       where asset_tag.tag_id = ($1::text[])[dropped + 1] and asset.facets @> ($2::int[])[dropped + 1:]
         and not asset.facets && $3::int[] and ${IS_USABLE} limit 1
     ) fitting limit 1`,
    [tags.map((tag) => tag.id), tags.map((tag) => tag.number), not],
  );
  return first?.dropped ?? null;
}

async function choose(ctx: Context, input: PickAssetInput, query: Query, rotations: Rotations): Promise<Turn | null> {
  const { em } = ctx;
  if (input.sticky) return stickyChoice(em, query, `${input.campaign ?? ''}|${input.sticky}`);
  if (input.mode === PickMode.NEWEST) return newest(em, query);
  if (input.mode === PickMode.RANDOM) return next(em, query, Math.random());
  const key = rotationKey(input, query);
  if (input.peek) return next(em, query, (await rotations.position(ctx, key)) ?? 0);
  return rotate(ctx, query, key, rotations);
}

/**
 * Takes a turn of one rotation, in which every fitting picture comes once before any comes again. Where nothing fits none is
 * begun, or anybody could fill the table with made-up campaigns for nothing.
 */
async function rotate(ctx: Context, query: Query, key: string, rotations: Rotations): Promise<Turn | null> {
  for (;;) {
    const turn = await rotations.take(ctx, key, orderOf(query));
    if (turn !== 'NOT_BEGUN') return turn;
    if (!(await next(ctx.em, query, 0))) return null;
    await rotations.begin(ctx, key);
  }
}

/** One rotation for each campaign and query. What is asked in another order or spelling is the same query. */
function rotationKey(input: PickAssetInput, query: Query): string {
  const parts = [
    input.campaign ?? '',
    String(query.isAny),
    query.tags.map((tag) => tag.key).sort(),
    [...query.notKeys].sort(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The next fitting picture after a place in the order, or the first one when there is none after it. */
async function next(em: EntityManager, query: Query, position: number): Promise<Candidate | null> {
  return (await walk(em, query, position, 1))[0] ?? (await walk(em, query, -1, 1))[0] ?? null;
}

/** The fitting picture that ranks highest for this recipient: stable while the bank grows around it. */
async function stickyChoice(em: EntityManager, query: Query, recipient: string): Promise<Candidate | null> {
  const start = createHash('sha256').update(recipient).digest().readUInt32BE() / 2 ** 32;
  const found = await walk(em, query, start, STICKY_CANDIDATES);
  if (found.length < STICKY_CANDIDATES) found.push(...(await walk(em, query, -1, STICKY_CANDIDATES - found.length)));
  const rank = ({ id }: Candidate) => createHash('sha256').update(`${recipient}|${id}`).digest('hex');
  return found.sort((a, b) => (rank(a) < rank(b) ? 1 : -1))[0] ?? null;
}

const CANDIDATE = 'asset.id, asset.pick_key as "pickKey", asset.tag_keys as "tagKeys"';

/** Fitting pictures after a place in the order. */
function walk(em: EntityManager, query: Query, place: number, limit: number): Promise<Candidate[]> {
  const { after, values } = orderOf(query);
  return sql(em, after(`$${values.length + 1}`, String(limit)), [...values, place]);
}

/** Places of a tag's walk that are looked at, for so many pictures, before all with the tags are gathered instead. */
const walkedFor = (limit: string) => `(400 + 30 * ${limit})`;

/** The order of the fitting pictures: along the rarest tag, or along each of the tags where one is enough. */
function orderOf(query: Query): TurnOrder {
  return query.isAny ? alongEach(query) : alongRarest(query);
}

function alongEach({ tags, not }: Query): TurnOrder {
  const along = (place: string, limit: string) => `select ${CANDIDATE}
     from asset_tag join asset on asset.id = asset_tag.asset_id
     where asset_tag.tag_id = walked.id and asset_tag.pick_key > ${place} and not asset.facets && $2::int[] and ${IS_USABLE}
     order by asset_tag.pick_key limit ${limit}`;
  return {
    after: (place, limit) =>
      `select distinct on ("pickKey", id) found.* from unnest($1::text[]) as walked (id), lateral (${along(place, limit)}) found
       order by "pickKey", id limit ${limit}`,
    values: [tags.map((tag) => tag.id), not],
  };
}

/**
 * Along the rarest tag's index for so many places as nearly always suffice. Where they do not, few pictures have all the tags,
 * and another index gathers those. What PostgreSQL guesses of how often tags go together decides nothing: where it guesses too
 * few it would read and sort every picture of the tag, a second for a frequent one.
 */
function alongRarest({ tags, not }: Query): TurnOrder {
  const fits = `asset.facets @> $2::int[] and not asset.facets && $3::int[] and ${IS_USABLE}`;
  const after = (place: string, limit: string) => `
     with walked as materialized (
       select asset_id, pick_key from asset_tag where tag_id = $1 and pick_key > ${place} order by pick_key limit ${walkedFor(limit)}
     ), fitting as materialized (
       select ${CANDIDATE} from walked, lateral (select * from asset where asset.id = walked.asset_id and ${fits} offset 0) asset
       limit ${limit}
     ), cut as materialized (
       select (select count(*) from fitting) < ${limit} and (select count(*) from walked) = ${walkedFor(limit)} as is_cut
     )
     select * from fitting where not (select is_cut from cut)
     union all (
       select ${CANDIDATE} from asset where (select is_cut from cut) and asset.pick_key > ${place} and ${fits}
       order by asset.pick_key, asset.id limit ${limit}
     )`;
  return { after, values: [tags[0]!.id, tags.map((tag) => tag.number), not] };
}

async function newest(em: EntityManager, query: Query): Promise<Candidate | null> {
  const operator = query.isAny ? '&&' : '@>';
  const [candidate] = await sql<Candidate>(
    em,
    `select ${CANDIDATE} from asset where asset.facets ${operator} $1::int[]
       and not asset.facets && $2::int[] and ${IS_USABLE} order by asset.id desc limit 1`,
    [query.tags.map((tag) => tag.number), query.not],
  );
  return candidate ?? null;
}

/** The tags that are meant by the keys that were asked for: an alias and what it stands for are both the same one. */
async function findTags(em: EntityManager, tags: readonly ParsedTag[]): Promise<Map<string, KnownTag>> {
  if (tags.length === 0) return new Map();
  const rows = await sql<KnownTag & { asked: string }>(
    em,
    `select tag.key as asked, meant.id, meant.number, meant.key, meant.label, meant.asset_count as "assetCount"
     from tag join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id) where tag.key = any($1)`,
    [tags.map((tag) => tag.key)],
  );
  return new Map(rows.map(({ asked, ...tag }) => [asked, tag]));
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
