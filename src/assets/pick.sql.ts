import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared.ts';
import type { PickMatch } from './asset.inputs.ts';
import type { ParsedTag } from './tag.sql.ts';

/** What a picture is picked by. */
export interface PickQuery {
  match: PickMatch;
  wanted: readonly ParsedTag[];
  unwanted: readonly ParsedTag[];
  /** Each has rotations of its own. */
  campaign: string;
}

/** Of which pictures: those whose turn it is, with and without taking it, those after a place in their order, or the newest. */
export type PickFrom = 'TAKE' | 'PEEK' | 'NEWEST' | { place: number };

/** A tag that was asked for, and the one that is meant: another one where it is an alias. */
interface FoundTag {
  asked: string;
  /** What it is among the facets of a picture. */
  number: number;
  label: string;
}

/** A picture that fits. */
export interface Candidate {
  id: string;
  facets: ReadonlySet<number>;
}

export interface Picked {
  /** Those of the tags that there are. */
  tags: readonly FoundTag[];
  /** Facets that a picture must not have. */
  avoided: readonly number[];
  /** In their order; fewer than were asked for where there are no more, and none where none fits. */
  candidates: readonly Candidate[];
}

/** Of a rotation of which no turn can be taken yet. */
export interface NotBegun {
  key: string;
  /** What its first turn would be. */
  first: Picked;
  /** Where that brings it. */
  place: number;
}

/** Made by a migration, where it says what it does. One statement, so no row is held while somebody has still to be heard from. */
const PICK = prepared('select pick_pictures($1, $2, $3, $4, $5, $6, $7)');

export async function pickPictures(
  database: Database,
  { match, wanted, unwanted, campaign }: PickQuery,
  from: PickFrom,
  many: number,
): Promise<Picked | NotBegun> {
  const keys = (tags: readonly ParsedTag[]) => tags.map(({ key }) => key);
  const [mode, place] = typeof from === 'string' ? [from, null] : ['PLACE', from.place];
  const row = await database.readValue<Row>(PICK, [mode, match, keys(wanted), keys(unwanted), campaign, place, many]);
  const picked = {
    tags: row.found ?? [],
    avoided: row.avoided ?? [],
    candidates: (row.ids ?? []).map((id, at) => ({ id, facets: numbersOf(row.facets![at]!) })),
  };
  return row.key ? { key: row.key, first: picked, place: row.place! } : picked;
}

interface Row {
  key?: string;
  place?: number;
  found?: FoundTag[] | null;
  avoided?: number[];
  ids?: string[] | null;
  facets?: string[] | null;
}

/** An array of numbers as PostgreSQL writes it. */
const numbersOf = (text: string) => new Set(text.slice(1, -1).split(',').map(Number));

/** Counts what would fit, for as many sets of tags as there are. */
const MATCHES = prepared(
  'select array(select pick_matches(tags::int[], $2::int[], $3) from unnest($1::text[]) with ordinality sets (tags, place) order by place)',
);

/** How many pictures have all of a set of facets and none of those to be avoided, for each set, counted no further than `most`. */
export function countMatches(
  database: Database,
  sets: readonly (readonly number[])[],
  avoided: readonly number[],
  most: number,
): Promise<number[]> {
  const texts = sets.map((facets) => `{${facets.join(',')}}`);
  return database.readValue<number[]>(MATCHES, [texts, avoided, most]);
}

/** Inserts a rotation whose first turn was taken. False when it exists already. */
export async function insertRotation(em: EntityManager, key: string, position: number): Promise<boolean> {
  const inserted = await sql(
    em,
    'insert into pick_cursor (key, position, picks) values ($1, $2, 1) on conflict do nothing returning 1',
    [key, position],
  );
  return inserted.length > 0;
}

/** Deletes up to `most` rotations that weren't used for `days`. Gives their number. */
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
