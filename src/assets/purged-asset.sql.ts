import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { AssetStatus } from './asset.entity.ts';

/** Key of the PostgreSQL advisory lock that keeps transactions which refer to bytes apart from those which erase assets. */
const ERASING = 7_064_501;

/** Waits for every transaction that refers to stored bytes, and blocks new ones until the current transaction ends. */
export async function lockErasing(em: EntityManager): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock($1)', [ERASING]);
}

/** Waits for a transaction that erases assets, and blocks new ones until the current transaction ends. */
export async function lockAgainstErasing(em: EntityManager): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock_shared($1)', [ERASING]);
}

/** Locks the `purged_blob` rows with these keys, and returns the keys that have a row. */
export async function lockPurgedBlobs(em: EntityManager, keys: readonly string[]): Promise<string[]> {
  const rows = await sql<{ key: string }>(
    em,
    'select key from purged_blob where key = any($1) order by key for update',
    [keys],
  );
  return rows.map(({ key }) => key);
}

export async function deletePurgedBlobs(em: EntityManager, keys: readonly string[]): Promise<void> {
  await sql(em, 'delete from purged_blob where key = any($1)', [keys]);
}

/** Deletes the `purged_blob` rows of blobs that were deleted from the store more than `hours` ago. */
export async function deleteOldPurgedBlobs(em: EntityManager, hours: number): Promise<void> {
  await sql(em, `delete from purged_blob where gone_at < now() - make_interval(hours => $1)`, [hours]);
}

/**
 * Locks and reads the `purged_blob` rows of blobs that are still in the store: those of these assets, or all if no assets are
 * given. Skips rows that are already locked.
 */
export async function lockPendingBlobs(
  em: EntityManager,
  assetIds: readonly string[] | null,
  most: number,
): Promise<string[]> {
  const rows = await sql<{ key: string }>(
    em,
    `select key from purged_blob where gone_at is null and ($1::text[] is null or asset_id = any($1))
     order by key limit $2 for update skip locked`,
    [assetIds, most],
  );
  return rows.map(({ key }) => key);
}

/** Records that blobs are deleted from the store. */
export async function markBlobsGone(em: EntityManager, keys: readonly string[]): Promise<void> {
  await sql(em, 'update purged_blob set gone_at = current_timestamp(3) where key = any($1)', [keys]);
}

/** A blob that only the assets to be purged use. */
export interface OwnBlob {
  assetId: string;
  sha256: string;
  extension: string;
}

/** Finds the blobs that only these assets and their renditions use. */
export function findOwnBlobs(
  em: EntityManager,
  assetIds: readonly string[],
  renditionExtension: string,
): Promise<OwnBlob[]> {
  return sql<OwnBlob>(
    em,
    `select distinct on (sha256) named.* from (
       select id as "assetId", sha256, extension from asset where id = any($1)
       union all select asset_id, sha256, $2 from rendition where asset_id = any($1)
     ) named
     where not exists (select from asset other where other.sha256 = named.sha256 and other.id <> all($1))
       and not exists (select from rendition other where other.sha256 = named.sha256 and other.asset_id <> all($1))
     order by sha256`,
    [assetIds, renditionExtension],
  );
}

/** Returns those of these digests that no asset and no rendition refers to. */
export async function findUnnamed(em: EntityManager, digests: readonly string[]): Promise<string[]> {
  const rows = await sql<{ sha256: string }>(
    em,
    `select distinct sha256 from unnest($1::text[]) as given (sha256)
     where not exists (select from asset where asset.sha256 = given.sha256)
       and not exists (select from rendition where rendition.sha256 = given.sha256)`,
    [digests],
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Records that blobs have to be deleted from the store. */
export async function insertPurgedBlobs(
  em: EntityManager,
  blobs: readonly { key: string; assetId: string }[],
): Promise<void> {
  await sql(
    em,
    `insert into purged_blob (key, asset_id) select * from unnest($1::text[], $2::text[])
     on conflict (key) do update set asset_id = excluded.asset_id, purged_at = current_timestamp(3), gone_at = null`,
    [blobs.map(({ key }) => key), blobs.map(({ assetId }) => assetId)],
  );
}

/** A purged asset. `isPending` is true while blobs of the asset are still in the store. */
export interface PurgedAssetRow {
  id: string;
  purgedAt: Date;
  isPending: boolean;
}

export function findPurged(em: EntityManager, ids: readonly string[]): Promise<PurgedAssetRow[]> {
  return sql<PurgedAssetRow>(
    em,
    `select id, purged_at as "purgedAt",
       exists (select from purged_blob where asset_id = purged_asset.id and gone_at is null) as "isPending"
     from purged_asset where id = any($1)`,
    [ids],
  );
}

/** Finds assets that have been in the trash for more than `days`, the oldest first. */
export async function findOldTrash(em: EntityManager, days: number, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from asset where trashed_at is not null and trashed_at < now() - make_interval(days => $1)
     and status = 'TRASHED' order by trashed_at limit $2`,
    [days, most],
  );
  return rows.map(({ id }) => id);
}

/** Locks assets in the order of their ids and reads their status. */
export function lockAssets(
  em: EntityManager,
  ids: readonly string[],
): Promise<{ id: string; status: AssetStatus; sha256: string }[]> {
  return sql(em, 'select id, status, sha256 from asset where id = any($1) order by id for update', [ids]);
}

/** Subtracts these assets from the counts of their tags. Tags are locked in the order of their keys. */
export async function uncountTags(em: EntityManager, assetIds: readonly string[]): Promise<void> {
  await sql(
    em,
    `with gone as (
       select tag_id, count(*)::int as count from asset_tag where asset_id = any($1) group by tag_id
     ), locked as (
       select tag.id, gone.count from tag join gone on gone.tag_id = tag.id order by tag.key for update of tag
     )
     update tag set asset_count = asset_count - locked.count from locked where tag.id = locked.id`,
    [assetIds],
  );
}

/** Deletes assets and records their ids and digests. */
export async function purgeAssets(em: EntityManager, ids: readonly string[], purgedBy: string): Promise<void> {
  await sql(
    em,
    `with noted as (
       insert into purged_asset (id, sha256, purged_by) select id, sha256, $2 from asset where id = any($1)
     ) delete from asset where id = any($1)`,
    [ids, purgedBy],
  );
}
