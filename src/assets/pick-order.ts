import type { Database, PreparedStatement } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared.ts';
import { IS_USABLE } from './asset.reads.ts';
import type { KnownTag } from './pick-tags.ts';

/** The tags that a picture must have (all of them, or one where `isAny`) and those it must not have. */
export interface PickQuery {
  /** The rarest first. */
  tags: readonly KnownTag[];
  isAny: boolean;
  /** Among the facets of a picture. */
  not: readonly number[];
  notKeys: readonly string[];
}

/** A picture that fits. */
export interface Candidate {
  id: string;
  /** Its place in the order. */
  pickKey: number;
  tagKeys: string[];
}

/**
 * The order of the fitting pictures, as SQL in which its values are `$1` and on. Places and limits are SQL, too; rows have
 * `id`, `"pickKey"` and `"tagKeys"`.
 */
export interface PickOrder {
  /**
   * Two CTEs, of which the one of this name has the first fitting pictures after a place: those among so many places as nearly
   * always suffice. The planner sees no value in it that would change its mind, so it plans it once.
   * Null where nothing is walked along.
   */
  walk: ((name: string, from: string, place: string, limit: number) => string) | null;
  /** All the fitting pictures after a place. To be planned anew each time: what is quickest depends on how rare the tags are. */
  after(place: string, limit: string): string;
  values: readonly unknown[];
}

/** Along the rarest tag, or along each of the tags where one is enough. */
export function orderOf(query: PickQuery): PickOrder {
  return query.isAny ? alongEach(query) : alongRarest(query);
}

/** Whether a walk ended before it had so many pictures and before the tag's pictures did: there may be more. */
export function isCut(name: string, many: string, limit: number): string {
  return `((select count(*) from ${name}) < ${many} and (select count(*) from ${name}_walked) = ${walkedFor(limit)})`;
}

/** Rows of a CTE as one JSON array, in the order. */
export function listed(name: string): string {
  return `(select coalesce(json_agg(json_build_object('id', id, 'pickKey', "pickKey", 'tagKeys', "tagKeys") order by "pickKey", id), '[]') from ${name})`;
}

/** Fitting pictures after a place. */
export async function picturesAfter(
  database: Database,
  { walk, after, values }: PickOrder,
  place: number,
  limit: number,
): Promise<Candidate[]> {
  const at = `$${values.length + 1}::float8`;
  const read = (statement: PreparedStatement) =>
    database.readRow<[Candidate[], boolean]>(statement, [...values, place]);
  if (walk) {
    const walked = walk('fitting', `(select ${at} as place) start`, 'start.place', limit);
    const row = await read(
      prepared(`with ${walked} select ${listed('fitting')}, ${isCut('fitting', String(limit), limit)}`),
    );
    const [found, isMore] = row!;
    if (!isMore) return found;
  }
  const text = `with fitting as materialized (${after(at, String(limit))}) select ${listed('fitting')}`;
  return (await read({ name: undefined, text }))![0];
}

const CANDIDATE = 'asset.id, asset.pick_key as "pickKey", asset.tag_keys as "tagKeys"';

/** Places of a tag's walk that are looked at, for so many pictures, before all with the tags are gathered instead. */
const walkedFor = (limit: number) => 400 + 30 * limit;

function alongEach({ tags, not }: PickQuery): PickOrder {
  const along = (place: string, limit: string) => `select ${CANDIDATE}
     from asset_tag join asset on asset.id = asset_tag.asset_id
     where asset_tag.tag_id = walked.id and asset_tag.pick_key > ${place} and not asset.facets && $2::int[] and ${IS_USABLE}
     order by asset_tag.pick_key limit ${limit}`;
  return {
    walk: null,
    after: (place, limit) =>
      `select distinct on ("pickKey", id) found.* from unnest($1::text[]) as walked (id), lateral (${along(place, limit)}) found
       order by "pickKey", id limit ${limit}`,
    values: [tags.map((tag) => tag.id), not],
  };
}

/**
 * Along the rarest tag's index; where that did not suffice, few pictures have all the tags, and another index gathers those.
 * What PostgreSQL guesses of how often tags go together decides nothing: where it guesses too few it would read and sort every
 * picture of the tag, a second for a frequent one.
 */
function alongRarest({ tags, not }: PickQuery): PickOrder {
  const fits = (has: string, hasNot: string) =>
    `asset.facets @> ${has} and not asset.facets && ${hasNot} and ${IS_USABLE}`;
  // Behind a SELECT no value is seen by the planner. What it guesses without is the same each time, so it keeps its plan.
  const unseen = fits('(select $2::int[])', '(select $3::int[])');
  return {
    walk: (name, from, place, limit) => `${name}_walked as materialized (
         select walked.* from ${from}, lateral (
           select asset_id, pick_key from asset_tag where tag_id = (select $1::text) and pick_key > ${place}
           order by pick_key limit ${walkedFor(limit)}
         ) walked
       ), ${name} as materialized (
         select ${CANDIDATE} from ${name}_walked walked,
           lateral (select * from asset where asset.id = walked.asset_id and ${unseen} offset 0) asset
         limit ${limit}
       )`,
    after: (place, limit) => `select ${CANDIDATE} from asset
       where $1::text is not null and asset.pick_key > ${place} and ${fits('$2::int[]', '$3::int[]')}
       order by asset.pick_key, asset.id limit ${limit}`,
    values: [tags[0]!.id, tags.map((tag) => tag.number), not],
  };
}

/** The fitting picture that came in last. */
export async function newestPicture(database: Database, query: PickQuery): Promise<Candidate | null> {
  const operator = query.isAny ? '&&' : '@>';
  const text = `with fitting as materialized (
      select ${CANDIDATE} from asset where asset.facets ${operator} $1::int[]
        and not asset.facets && $2::int[] and ${IS_USABLE} order by asset.id desc limit 1
    ) select ${listed('fitting')}`;
  const values = [query.tags.map((tag) => tag.number), query.not];
  const row = await database.readRow<[Candidate[]]>({ name: undefined, text }, values);
  return row![0][0] ?? null;
}
