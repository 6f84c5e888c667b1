import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared-statements.ts';
import type { PickMatch } from './asset.inputs.ts';
import type { ParsedTag } from './tag.sql.ts';

/** Conditions under which pictures can be picked. */
export interface PickQuery {
  match: PickMatch;
  wanted: readonly ParsedTag[];
  unwanted: readonly ParsedTag[];
  /** Name of the campaign. Each campaign has its own rotations. */
  campaign: string;
}

/**
 * Where a pick starts: at the rotation's next turn (`TAKE` advances the rotation, `PEEK` doesn't), at the newest picture, or at a
 * place from 0 to 1 in the fixed random order of pictures.
 */
export type PickFrom = 'TAKE' | 'PEEK' | 'NEWEST' | { place: number };

/** A tag of the request, and the tag that it means: a different one if the requested tag is an alias. */
interface FoundTag {
  asked: string;
  /** The tag's number among the facets of a picture. */
  number: number;
  label: string;
}

/** A picture that meets the conditions of a pick. */
export interface PickCandidate {
  id: string;
  facets: ReadonlySet<number>;
}

export interface PickResult {
  /** The requested tags that exist. */
  tags: readonly FoundTag[];
  /** Facets that a picked picture must not have. */
  avoided: readonly number[];
  /** Matching pictures in the order of the pick. Fewer than requested when fewer match. */
  candidates: readonly PickCandidate[];
}

/** A rotation that doesn't exist yet, so no turn of it can be taken. */
export interface NewRotation {
  key: string;
  /** Result of the rotation's first turn. */
  first: PickResult;
  /** Position of the rotation after its first turn. */
  place: number;
}

/**
 * `pick_pictures` is an SQL function that a migration creates and documents. A pick is one statement, so that no row stays locked
 * between two statements.
 */
const PICK = prepared('select pick_pictures($1, $2, $3, $4, $5, $6, $7)');

/** Picks up to `many` pictures. Returns a `NewRotation` if the rotation doesn't exist yet. */
export async function pickPictures(
  database: Database,
  { match, wanted, unwanted, campaign }: PickQuery,
  from: PickFrom,
  many: number,
): Promise<PickResult | NewRotation> {
  const keys = (tags: readonly ParsedTag[]) => tags.map(({ key }) => key);
  const [mode, place] = typeof from === 'string' ? [from, null] : ['PLACE', from.place];
  const row = await database.readValue<PickRow>(PICK, [
    mode,
    match,
    keys(wanted),
    keys(unwanted),
    campaign,
    place,
    many,
  ]);
  const picked = {
    tags: row.found ?? [],
    avoided: row.avoided ?? [],
    candidates: (row.ids ?? []).map((id, at) => ({ id, facets: numbersOf(row.facets![at]!) })),
  };
  return row.key ? { key: row.key, first: picked, place: row.place! } : picked;
}

interface PickRow {
  key?: string;
  place?: number;
  found?: FoundTag[] | null;
  avoided?: number[];
  ids?: string[] | null;
  facets?: string[] | null;
}

/** Parses an array of numbers in PostgreSQL's text format, `{1,2}`. */
const numbersOf = (text: string) => new Set(text.slice(1, -1).split(',').map(Number));

const MATCHES = prepared(
  'select array(select pick_matches(tags::int[], $2::int[], $3) from unnest($1::text[]) with ordinality sets (tags, place) order by place)',
);

/**
 * Counts, for each set of facets, the pictures that have all of them and none of the facets `avoided`. Stops counting at `most`.
 */
export function countMatches(
  database: Database,
  sets: readonly (readonly number[])[],
  avoided: readonly number[],
  most: number,
): Promise<number[]> {
  const texts = sets.map((facets) => `{${facets.join(',')}}`);
  return database.readValue<number[]>(MATCHES, [texts, avoided, most]);
}

/** Inserts a rotation whose first turn was taken. False if it exists already. */
export async function insertRotation(em: EntityManager, key: string, position: number): Promise<boolean> {
  const inserted = await sql(
    em,
    'insert into pick_cursor (key, position, picks) values ($1, $2, 1) on conflict do nothing returning 1',
    [key, position],
  );
  return inserted.length > 0;
}

/** Deletes up to `most` rotations that weren't used for `days`. Returns their number. */
export async function deleteOldRotations(em: EntityManager, days: number, most: number): Promise<number> {
  const deleted = await sql(
    em,
    `delete from pick_cursor where key in (
       select key from pick_cursor where updated_at < now() - make_interval(days => $1)
       limit ${most} for update skip locked
     ) returning 1`,
    [days],
  );
  return deleted.length;
}
