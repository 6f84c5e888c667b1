import type { EntityManager } from '@mikro-orm/postgresql';
import type { PictureSource } from '../assets/index.ts';
import { type Database, sql } from '../platform/database/database.ts';
import type { PaidDrawing, RenderFailureReason, RenderStatus } from './render.entity.ts';

/** Version of a render after a change of its status. */
export interface RenderVersion {
  version: number;
}

/** Starts an attempt to draw a render whose status is one of `from`. Null if it has a different status. */
export async function beginRow(
  em: EntityManager,
  id: string,
  from: readonly RenderStatus[],
): Promise<(RenderVersion & { attempts: number }) | null> {
  const [begun] = await sql<RenderVersion & { attempts: number }>(
    em,
    `update render set status = 'RUNNING', version = version + 1, attempts = attempts + 1,
       started_at = coalesce(started_at, current_timestamp(3))
     where id = $1 and status = any($2) returning version, attempts`,
    [id, from],
  );
  return begun ?? null;
}

/** Decrements a render's number of attempts, unless a later attempt has started, or the render has ended. */
export async function subtractAttempt(em: EntityManager, id: string, attempt: number): Promise<void> {
  await sql(em, `update render set attempts = attempts - 1 where id = $1 and status = 'RUNNING' and attempts = $2`, [
    id,
    attempt,
  ]);
}

/**
 * Locks a render and returns true if `attempt` is its latest attempt. False if a later attempt has started, or the render has
 * ended.
 */
export async function lockAttempt(em: EntityManager, id: string, attempt: number): Promise<boolean> {
  const held = await sql(em, `select 1 from render where id = $1 and status = 'RUNNING' and attempts = $2 for update`, [
    id,
    attempt,
  ]);
  return held.length > 0;
}

/** Stores which picture was paid for in the row of a running render, unless the row already has one. */
export async function updateDrawing(em: EntityManager, id: string, drawing: PaidDrawing): Promise<void> {
  await sql(em, `update render set drawn = $2::jsonb where id = $1 and status = 'RUNNING' and drawn is null`, [
    id,
    JSON.stringify(drawing),
  ]);
}

/** Columns of a render that succeeded. `understood` is JSON text. */
export interface SucceededRow {
  assetId: string | null;
  understood: string | null;
  ignoredTerms: string[];
  sha256: string;
  extension: string;
  mediaType: string;
  byteSize: number;
  note: string | null;
  imageWidth: number;
  imageHeight: number;
  title: string;
  provider: string;
  model: string | null;
  runId: string;
  /** Details that were not applied, as JSON text. */
  notApplied: string;
}

/** Ends a render successfully, with its picture. Null if a later attempt has started, or the render has ended. */
export async function succeedRow(
  em: EntityManager,
  id: string,
  attempt: number,
  row: SucceededRow,
): Promise<RenderVersion | null> {
  const [ended] = await sql<RenderVersion>(
    em,
    `update render set status = 'SUCCEEDED', version = version + 1, completed_at = current_timestamp(3), asset_id = $3,
       understood = $4::jsonb, ignored_terms = $5, sha256 = $6, extension = $7, media_type = $8, byte_size = $9, note = $10,
       image_width = $11, image_height = $12, title = $13, provider = $14, model = $15, run_id = $16, drawn = null,
       not_applied = $17::jsonb
     where id = $1 and status = 'RUNNING' and attempts = $2 returning version`,
    [
      id,
      attempt,
      row.assetId,
      row.understood,
      row.ignoredTerms,
      row.sha256,
      row.extension,
      row.mediaType,
      row.byteSize,
      row.note,
      row.imageWidth,
      row.imageHeight,
      row.title,
      row.provider,
      row.model,
      row.runId,
      row.notApplied,
    ],
  );
  return ended ?? null;
}

/** Ends a render without a picture. Null if its status isn't one of `from`. */
export async function endRow(
  em: EntityManager,
  id: string,
  { from, to, reason }: { from: readonly RenderStatus[]; to: RenderStatus; reason: RenderFailureReason | null },
): Promise<RenderVersion | null> {
  const [ended] = await sql<RenderVersion>(
    em,
    `update render set status = $2, version = version + 1, completed_at = current_timestamp(3), failure_reason = $3, drawn = null
     where id = $1 and status = any($4) returning version`,
    [id, to, reason, from],
  );
  return ended ?? null;
}

/** Locks a render and reads its status. Null when it doesn't exist. */
export async function lockStatus(em: EntityManager, id: string): Promise<RenderStatus | null> {
  const [held] = await sql<{ status: RenderStatus }>(em, 'select status from render where id = $1 for update', [id]);
  return held?.status ?? null;
}

/** Reads the status of a render. Null when it doesn't exist. */
export async function findStatus(em: EntityManager, id: string): Promise<RenderStatus | null> {
  const [row] = await sql<{ status: RenderStatus }>(em, 'select status from render where id = $1', [id]);
  return row?.status ?? null;
}

const STATUSES = {
  name: 'render_statuses',
  text: `select coalesce(json_object_agg(id, status), '{}') from render where id = any($1)`,
};

/** Reads the statuses of renders, by id. */
export function readStatuses(database: Database, ids: readonly string[]): Promise<Record<string, RenderStatus>> {
  return database.readValue<Record<string, RenderStatus>>(STATUSES, [ids]);
}

/** Inserts a copy of a render whose status is one of `from`. False if it has a different status, or was copied before. */
export async function insertRetry(
  em: EntityManager,
  retriedId: string,
  { id, requestedBy, mayTag, provider }: { id: string; requestedBy: string; mayTag: boolean; provider: string },
  from: readonly RenderStatus[],
): Promise<boolean> {
  const queued = await sql(
    em,
    `insert into render (id, status, kind, title, source, prompt, provider, seed, width, height, save_to_bank, tags,
       is_engine_only, request_hash, ignored_terms, requested_by, may_tag, retry_of_id)
     select $2, 'QUEUED', kind, title, source, prompt, $4, seed, width, height, save_to_bank, tags, is_engine_only, request_hash,
       '{}', $3, $6, id
     from render where id = $1 and status = any($5) on conflict (retry_of_id) do nothing returning 1`,
    [retriedId, id, requestedBy, provider, from, mayTag],
  );
  return queued.length > 0;
}

/** True if a render of this requester has drawn the asset. */
export async function hasDrawn(em: EntityManager, requestedBy: string, assetId: string): Promise<boolean> {
  const rows = await sql(
    em,
    `select 1 from render where asset_id = $1 and requested_by = $2 and status = 'SUCCEEDED' limit 1`,
    [assetId, requestedBy],
  );
  return rows.length > 0;
}

/** Clears the columns of the picture in the renders whose picture has one of these digests. */
export async function removePictures(em: EntityManager, digests: readonly string[]): Promise<void> {
  await sql(
    em,
    `update render set version = version + 1, asset_id = null, sha256 = null, extension = null, media_type = null,
       byte_size = null, image_width = null, image_height = null where sha256 = any($1)`,
    [digests],
  );
}

/** Counts the renders of a requester that haven't ended, up to `most`. */
export async function countUnderWay(em: EntityManager, requestedBy: string, most: number): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    // The statuses are literals, as in the index, so that PostgreSQL uses it.
    `select count(*)::int as count from (
       select 1 from render where status in ('QUEUED', 'RUNNING') and requested_by = $1 limit $2
     ) under_way`,
    [requestedBy, most],
  );
  return row!.count;
}

/** Counts the renders that haven't ended, by status. Statuses without renders are left out. */
export function countByStatus(em: EntityManager): Promise<{ status: RenderStatus; count: number }[]> {
  return sql(
    em,
    // The statuses are literals, as in the index, so that PostgreSQL uses it.
    `select status, count(*)::int as count from render where status in ('QUEUED', 'RUNNING') group by status`,
  );
}

/**
 * Finds the runs that drew the picture with these bytes, newest first, because the records of the oldest are deleted first. At most
 * five: more are the same picture again.
 */
export async function findRunsOfPicture(em: EntityManager, sha256: string): Promise<string[]> {
  const rows = await sql<{ runId: string }>(
    em,
    `select distinct run_id as "runId" from render where sha256 = $1 and run_id is not null order by run_id desc limit 5`,
    [sha256],
  );
  return rows.map(({ runId }) => runId);
}

/** Reads who requested a render, and why the render failed. Null when it doesn't exist. */
export async function findRequester(
  em: EntityManager,
  id: string,
): Promise<{ requestedBy: string; failureReason: RenderFailureReason | null } | null> {
  const [render] = await sql<{ requestedBy: string; failureReason: RenderFailureReason | null }>(
    em,
    'select requested_by as "requestedBy", failure_reason as "failureReason" from render where id = $1',
    [id],
  );
  return render ?? null;
}

/** Reads the first render of each asset. Rows have the columns of the table `render`. */
export function findFirstOfAssets(em: EntityManager, assetIds: readonly string[]): Promise<Record<string, unknown>[]> {
  return sql<Record<string, unknown>>(
    em,
    `select found.* from unnest($1::text[]) as wanted (id) cross join lateral (
       select * from render where asset_id = wanted.id order by id limit 1) found`,
    [assetIds],
  );
}

const PICTURE_COLUMNS = ['id', 'extension', 'media_type', 'byte_size', 'width', 'height', 'sha256'];

/** SQL that reads the picture of a render: its asset's, or the render's own picture if that isn't in the bank. */
export const PICTURE_OF_RENDER = `select ${PICTURE_COLUMNS.map((column) => `asset.${column}`).join(', ')}, true as is_banked from asset where asset.id = render.asset_id
  union all select render.id, render.extension, render.media_type, render.byte_size, render.image_width, render.image_height, render.sha256, false
    where render.asset_id is null and render.sha256 is not null
    and render.extension is not null and render.media_type is not null and render.byte_size > 0
    and render.image_width > 0 and render.image_height > 0`;

/** A blob of a render or of a drawn picture. `row` describes the row that refers to the blob, for reports to operators. */
export interface RenderBlob {
  row: string;
  sha256: string;
  extension: string;
  byteSize: number;
}

/** Reads the blobs of renders and drawn pictures whose digest begins with these hex digits. */
export function findBlobs(em: EntityManager, digest: string): Promise<RenderBlob[]> {
  return sql<RenderBlob>(
    em,
    `select 'render ' || id as row, sha256, extension, byte_size as "byteSize" from render
     where sha256 >= $1 and sha256 < $2
     union all
     select 'drawn picture ' || id, sha256, extension, byte_size from drawn_picture
     where sha256 >= $1 and sha256 < $2`,
    [digest, `${digest}g`],
  );
}

const PICTURE_OF_ID = {
  name: 'render_original',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type, 'byteSize', byte_size,
           'maxAgeSeconds', floor(extract(epoch from expires_at - now()))::int)
         from render where id = $1 and extension = $2 and asset_id is null and (expires_at is null or expires_at > now())`,
};

/**
 * Finds the file of a picture that isn't in the bank, by the id of its render. Null when the render doesn't exist or has expired,
 * its picture is in the bank, or it has no picture with this extension.
 */
export async function findFile(database: Database, id: string, extension: string): Promise<PictureSource | null> {
  return (await database.readValue<PictureSource | undefined>(PICTURE_OF_ID, [id, extension])) ?? null;
}

const DRAWN_PICTURE = {
  name: 'drawn_picture',
  text: `select json_build_object('sha256', sha256, 'extension', extension, 'mediaType', media_type, 'byteSize', byte_size,
           'maxAgeSeconds', floor(extract(epoch from expires_at - now()))::int)
         from drawn_picture where id = $1 and extension = $2 and expires_at > now()`,
};

/** Finds a picture that was returned as a link. Null when the link has expired, or the picture has a different extension. */
export async function findDrawnPicture(
  database: Database,
  id: string,
  extension: string,
): Promise<PictureSource | null> {
  return (await database.readValue<PictureSource | undefined>(DRAWN_PICTURE, [id, extension])) ?? null;
}

/** Inserts a picture that is returned as a link, which expires after `seconds`. */
export async function insertDrawnPicture(
  em: EntityManager,
  picture: { id: string; sha256: string; extension: string; mediaType: string; byteSize: number },
  seconds: number,
): Promise<void> {
  const { id, sha256, extension, mediaType, byteSize } = picture;
  await sql(
    em,
    `insert into drawn_picture (id, sha256, extension, media_type, byte_size, expires_at)
     values ($1, $2, $3, $4, $5, current_timestamp(3) + make_interval(secs => $6))`,
    [id, sha256, extension, mediaType, byteSize, seconds],
  );
}

/** Deletes expired drawn pictures and expired renders that have ended. Returns their number. */
export async function deleteExpired(em: EntityManager): Promise<number> {
  const deleted = await sql(
    em,
    `with links as (delete from drawn_picture where expires_at <= now() returning id),
       renders as (delete from render where expires_at <= now() and status not in ('QUEUED', 'RUNNING') returning id)
     select id from links union all select id from renders`,
  );
  return deleted.length;
}

/** Deletes the drawn pictures with these digests. */
export async function deleteDrawnPictures(em: EntityManager, digests: readonly string[]): Promise<void> {
  await sql(em, 'delete from drawn_picture where sha256 = any($1)', [digests]);
}
