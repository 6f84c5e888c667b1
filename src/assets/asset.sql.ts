import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql, type TextRow } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared-statements.ts';
import type { Columns } from '../platform/graphql/reads/columns.ts';
import type { AssetStatus } from './asset.entity.ts';
import type { PictureSource } from './media.handler.ts';

/** Result of a change of status for one asset. */
export interface MoveRow {
  id: string;
  /** Status before the change. Null if the asset doesn't exist. */
  before: AssetStatus | null;
  /** Status after the change. Null if the asset wasn't changed. */
  after: AssetStatus | null;
  version: number | null;
}

/** Texts and usage rights of an asset that a curator can edit. */
export interface AssetTexts {
  title: string;
  alt: string;
  licence: string | null;
  credit: string | null;
  validFrom: Date | null;
  validUntil: Date | null;
}

/** All columns of an asset that an update reads. */
export interface EditedAsset extends AssetTexts {
  tagKeys: string[];
  tagLabels: string[];
  version: number;
  updatedBy: string | null;
  updatedAt: Date;
}

export interface TaggedRow {
  id: string;
  tagKeys: string[];
  tagLabels: string[];
}

/** A blob of an asset or of a rendition. `row` describes the row that refers to the blob, for reports to operators. */
export interface AssetBlob {
  row: string;
  sha256: string;
  extension: string;
  byteSize: number;
}

/** An original picture that has a rendition of this width. */
export interface OriginalOfRendition {
  id: string;
  sha256: string;
  extension: string;
  width: number;
}

const HAS_ASSETS = { name: 'holds_assets', text: 'select exists (select from asset)' };

/** True if there is any asset, in any status. */
export function hasAssets(database: Database): Promise<boolean> {
  return database.readValue<boolean>(HAS_ASSETS, []);
}

/**
 * Changes the status of the assets that are in one of the statuses `from`. Returns the result for each asset, in the order of
 * `ids`. Rows are locked in the order of their ids, so that concurrent changes can't deadlock.
 */
export function moveRows(
  em: EntityManager,
  ids: readonly string[],
  { to, from }: { to: AssetStatus; from: readonly AssetStatus[] },
  updatedBy: string,
): Promise<MoveRow[]> {
  return sql<MoveRow>(
    em,
    `with asked as (
       select id, place from unnest($1::text[]) with ordinality as asked (id, place)
     ), held as (
       select id, status, trashed_from from asset where id = any($1) order by id for update
     ), moved as (
       update asset set
         status = case held.status when 'TRASHED' then coalesce(held.trashed_from, $2) else $2 end,
         trashed_at = case $2 when 'TRASHED' then current_timestamp(3) end,
         trashed_from = case $2 when 'TRASHED' then held.status end,
         version = version + 1, updated_at = current_timestamp(3), updated_by = $4
       from held where asset.id = held.id and held.status = any($3)
       returning asset.id, asset.status, asset.version
     )
     select asked.id, held.status as before, moved.status as after, moved.version
     from asked left join held on held.id = asked.id left join moved on moved.id = asked.id order by asked.place`,
    [ids, to, from, updatedBy],
  );
}

/** Locks an asset and reads its editable columns. Null when it doesn't exist. */
export async function lockAsset(em: EntityManager, id: string): Promise<EditedAsset | null> {
  const [row] = await sql<EditedAsset>(
    em,
    `select title, alt, licence, credit, valid_from as "validFrom", valid_until as "validUntil", tag_keys as "tagKeys",
       tag_labels as "tagLabels", version, updated_by as "updatedBy", updated_at as "updatedAt"
     from asset where id = $1 for update`,
    [id],
  );
  if (!row) return null;
  const { validFrom, validUntil, updatedAt } = row;
  return { ...row, validFrom: asDate(validFrom), validUntil: asDate(validUntil), updatedAt: new Date(updatedAt) };
}

const asDate = (value: Date | string | null) => (value === null ? null : new Date(value));

/** Replaces the texts and usage rights of an asset, and increments its version. */
export async function updateTexts(
  em: EntityManager,
  id: string,
  { title, alt, licence, credit, validFrom, validUntil }: AssetTexts,
  updatedBy: string,
): Promise<void> {
  await sql(
    em,
    `update asset set title = $2, alt = $3, licence = $4, credit = $5, valid_from = $6, valid_until = $7,
       version = version + 1, updated_at = current_timestamp(3), updated_by = $8 where id = $1`,
    [id, title, alt, licence, credit, validFrom, validUntil, updatedBy],
  );
}

/** Locks assets in the order of their ids and reads their tags. */
export function lockTagged(em: EntityManager, ids: readonly string[]): Promise<TaggedRow[]> {
  return sql<TaggedRow>(
    em,
    `select id, tag_keys as "tagKeys", tag_labels as "tagLabels" from asset where id = any($1) order by id for update`,
    [ids],
  );
}

/** An existing asset whose bytes were uploaded again. */
export interface KnownAsset {
  id: string;
  status: AssetStatus;
  title: string;
  alt: string;
  source: string | null;
  tagKeys: string[];
  tagLabels: string[];
  /** Keys of tags that were removed from the picture since it was added. */
  removedTagKeys: string[];
}

/** Locks an asset and reads the columns that a second upload of its bytes needs. Null when it doesn't exist. */
export async function lockKnown(em: EntityManager, id: string): Promise<KnownAsset | null> {
  const [row] = await sql<KnownAsset>(
    em,
    `select id, status, title, alt, source, tag_keys as "tagKeys", tag_labels as "tagLabels",
       removed_tag_keys as "removedTagKeys"
     from asset where id = $1 for update`,
    [id],
  );
  return row ?? null;
}

/** Increments the versions of assets, and returns the new versions. */
export function incrementVersions(
  em: EntityManager,
  ids: readonly string[],
  updatedBy: string,
): Promise<{ id: string; version: number }[]> {
  return sql<{ id: string; version: number }>(
    em,
    `update asset set version = version + 1, updated_at = current_timestamp(3), updated_by = $2
     where id = any($1) returning id, version`,
    [ids, updatedBy],
  );
}

/** Reads the blobs of assets and renditions whose digest begins with these hex digits. */
export function findBlobs(em: EntityManager, digest: string, renditionExtension: string): Promise<AssetBlob[]> {
  return sql<AssetBlob>(
    em,
    `select 'asset ' || id as row, sha256, extension, byte_size as "byteSize" from asset
     where sha256 >= $1 and sha256 < $2
     union all
     select 'rendition ' || asset_id || ' ' || width, sha256, $3, byte_size from rendition
     where sha256 >= $1 and sha256 < $2`,
    [digest, `${digest}g`, renditionExtension],
  );
}

/** Finds the originals of the renditions that have this digest. */
export function findOriginals(em: EntityManager, renditionSha256: string): Promise<OriginalOfRendition[]> {
  return sql<OriginalOfRendition>(
    em,
    `select asset.id, asset.sha256, asset.extension, rendition.width
     from rendition join asset on asset.id = rendition.asset_id where rendition.sha256 = $1`,
    [renditionSha256],
  );
}

/** Changes the bytes that a rendition refers to, if it still refers to those with the digest `before`. */
export async function replaceRendition(
  em: EntityManager,
  { id, width, before }: { id: string; width: number; before: string },
  { sha256, byteSize, height }: { sha256: string; byteSize: number; height: number },
): Promise<void> {
  await sql(
    em,
    `update rendition set sha256 = $4, byte_size = $5, height = $6
     where asset_id = $1 and width = $2 and sha256 = $3`,
    [id, width, before, sha256, byteSize, height],
  );
}

const ORIGINAL = {
  name: 'asset_original',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type, 'byteSize', byte_size,
                                   'isWithheld', status not in ('LIVE', 'ARCHIVED'))
         from asset where id = $1 and extension = $2`,
};

/** Finds the original file of an asset. Null when the asset doesn't exist or its original has another extension. */
export async function findOriginal(database: Database, id: string, extension: string): Promise<PictureSource | null> {
  return (await database.readValue<PictureSource | undefined>(ORIGINAL, [id, extension])) ?? null;
}

const SELECT_RENDITION = `select json_build_object('sha256', rendition.sha256, 'extension', 'webp',
     'mediaType', 'image/webp', 'byteSize', rendition.byte_size,
     'isWithheld', asset.status not in ('LIVE', 'ARCHIVED'), 'isMadeFor', rendition.width = least($2, asset.width))
   from rendition join asset on asset.id = rendition.asset_id
   where asset.id = $1
   order by rendition.width = least($2, asset.width) desc, rendition.width <= $2 desc, abs(rendition.width - $2)
   limit 1`;
const RENDITION = { name: 'asset_rendition', text: SELECT_RENDITION };

/**
 * A rendition, and whether it was made for the requested width. Pictures are never enlarged, so a rendition can be narrower than
 * requested.
 */
export type FoundRendition = PictureSource & { isMadeFor: boolean };

/**
 * Finds the rendition that was made for this width, else the widest narrower one, else the narrowest wider one. Null if the asset
 * has no rendition.
 */
export async function findRendition(database: Database, id: string, widthPx: number): Promise<FoundRendition | null> {
  return (await database.readValue<FoundRendition | undefined>(RENDITION, [id, widthPx])) ?? null;
}

/** Finds the blob of an asset's original. Null when the asset doesn't exist. */
export async function findOriginalBlob(
  em: EntityManager,
  id: string,
): Promise<{ sha256: string; extension: string } | null> {
  const [row] = await sql<{ sha256: string; extension: string }>(
    em,
    'select sha256, extension from asset where id = $1',
    [id],
  );
  return row ?? null;
}

/** A row of the table `rendition`, without the id of its asset. */
export interface RenditionRow {
  width: number;
  height: number;
  sha256: string;
  byteSize: number;
}

/** Inserts renditions of an asset, except for widths of which it already has one. */
export async function insertRenditions(em: EntityManager, id: string, rows: readonly RenditionRow[]): Promise<void> {
  await sql(
    em,
    `insert into rendition (asset_id, width, height, sha256, byte_size)
     select $1, * from unnest($2::int[], $3::int[], $4::text[], $5::int[]) on conflict (asset_id, width) do nothing`,
    [
      id,
      rows.map(({ width }) => width),
      rows.map(({ height }) => height),
      rows.map(({ sha256 }) => sha256),
      rows.map(({ byteSize }) => byteSize),
    ],
  );
}

/** Deletes an asset's renditions whose width isn't in `widths`, and returns the digests of the deleted ones. */
export async function takeOtherRenditions(em: EntityManager, id: string, widths: readonly number[]): Promise<string[]> {
  const rows = await sql<{ sha256: string }>(
    em,
    'delete from rendition where asset_id = $1 and width <> all($2) returning sha256',
    [id, widths],
  );
  return rows.map(({ sha256 }) => sha256);
}

/**
 * SQL that reads assets by the array of ids in `$1`. The array is inside a SELECT, so that the planner doesn't see its length and
 * keeps one plan.
 */
export const selectAssets = (columns: Columns) =>
  `select ${columns.sql} from asset where id = any((select $1::text[])::text[])`;

const FACET_SAMPLE = prepared(
  `select greatest(pg_class.reltuples, 1), pg_stats.most_common_elems::text::int[]::text, pg_stats.most_common_elem_freqs::text
   from pg_class left join pg_stats on pg_stats.tablename = 'asset' and pg_stats.attname = 'facets'
     and pg_stats.schemaname = pg_class.relnamespace::regnamespace::text
   where pg_class.oid = 'asset'::regclass`,
);

/**
 * Reads PostgreSQL's statistics of the column `facets`: the estimated number of assets, the most frequent facets, and their
 * shares. After the shares come the smallest and the largest of them, and possibly the share of assets with a null facet. The
 * facets and the shares are null if PostgreSQL has no statistics yet.
 */
export async function readFacetSample(database: Database): Promise<TextRow> {
  const { rows } = await database.readRows(FACET_SAMPLE, []);
  return rows[0]!;
}

/** SQL parts of a search that orders assets by relevance. */
interface RankedSearch {
  /** SQL conditions on the table `asset`. */
  where: string;
  /** SQL of an asset's words as a `tsvector`, which `relevance` uses. */
  words: string;
  relevance: string;
  column: string;
  /** Maximum number of assets to rank. The newest ones are ranked. */
  most: number;
  /** Maximum number of assets to read (the newest ones) when the search can't use an index. Null when it can. */
  read: number | null;
}

/**
 * SQL of two statements. `rows` reads the ranked assets. `beyond` returns a row if more assets match than were ranked, or if more
 * assets exist than `read`.
 */
export function rankedAssets({ where, words, relevance, column, most, read }: RankedSearch) {
  const newest = 'order by asset.id desc';
  const from = read === null ? 'asset' : `(select * from asset ${newest} limit ${read}) asset`;
  const fitting = `from ${from}${where} ${newest}`;
  const more = `(select ${fitting} offset ${most} limit 1)`;
  return {
    rows: `select asset.id, ${relevance} as ${column}
        from (select asset.*, ${words} as words from (select asset.* ${fitting} limit ${most}) asset offset 0) asset`,
    beyond: read === null ? more : `${more} union all (select from asset offset ${read} limit 1)`,
  };
}
