import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { publish } from '../platform/events/outbox.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** Something about the documents of a case changed: an upload, the progress of a version, an erasure. */
    'case.progressed': { caseId: string };
    'document.ready': { caseId: string; documentId: string; versionId: string };
  }
}

/** Maximum number of attempts to read a version. */
export const MAX_ATTEMPTS = 2;

/** A version that an attempt has begun to read. */
export interface AttemptedVersion {
  id: string;
  caseId: string;
  documentId: string;
  sha256: string;
  byteSize: number;
  mediaType: string | null;
  name: string;
  attempt: number;
  createdBy: string;
}

/**
 * Begins an attempt: WAITING, READING or INDEXING → READING. The earlier attempt of a version that isn’t WAITING has died. Null if
 * the version has ended.
 */
export async function beginVersion(ctx: Context, id: string): Promise<AttemptedVersion | null> {
  return ctx.transactional(async (inner) => {
    const [row] = await sql<AttemptedVersion & { byteSize: string }>(
      inner.em,
      `update document_version version set state = 'READING', attempts = attempts + 1, pages_done = 0,
         started_at = current_timestamp(3)
       from document
       where version.id = $1 and version.state in ('WAITING', 'READING', 'INDEXING') and document.id = version.document_id
       returning version.id, version.case_id as "caseId", version.document_id as "documentId", version.sha256,
         version.byte_size as "byteSize", version.media_type as "mediaType", document.name, version.attempts as attempt, version.created_by as "createdBy"`,
      [id],
    );
    if (!row) return null;
    publish(inner, 'case.progressed', { caseId: row.caseId });
    return { ...row, byteSize: Number(row.byteSize) };
  });
}

/** Takes back an attempt that ended for want of a dependency: READING or INDEXING → WAITING. */
export async function giveBackAttempt(ctx: Context, { id, attempt }: AttemptedVersion): Promise<void> {
  await sql(
    ctx.em,
    `update document_version set state = 'WAITING', attempts = attempts - 1
     where id = $1 and attempts = $2 and state in ('READING', 'INDEXING')`,
    [id, attempt],
  );
}

/** Notes how many pages were read. */
export async function noteProgress(
  ctx: Context,
  { id, caseId, attempt }: AttemptedVersion,
  { pagesDone, pageCount }: { pagesDone: number; pageCount: number | null },
): Promise<void> {
  await ctx.transactional(async (inner) => {
    const rows = await sql(
      inner.em,
      `update document_version set pages_done = $3, page_count = coalesce($4, page_count)
       where id = $1 and attempts = $2 and state = 'READING' returning id`,
      [id, attempt, pagesDone, pageCount],
    );
    if (rows.length > 0) publish(inner, 'case.progressed', { caseId });
  });
}

/** READING → INDEXING. False if the version has ended, or a later attempt has begun. */
export async function beginIndexing(ctx: Context, { id, caseId, attempt }: AttemptedVersion): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    const rows = await sql(
      inner.em,
      `update document_version set state = 'INDEXING' where id = $1 and attempts = $2 and state = 'READING' returning id`,
      [id, attempt],
    );
    if (rows.length > 0) publish(inner, 'case.progressed', { caseId });
    return rows.length > 0;
  });
}

/** Locks a version that this attempt is indexing. False if the version has ended, or a later attempt has begun. */
export async function holdAttempt({ em }: Context, { id, attempt }: AttemptedVersion): Promise<boolean> {
  const rows = await sql(
    em,
    `select id from document_version where id = $1 and attempts = $2 and state = 'INDEXING' for update`,
    [id, attempt],
  );
  return rows.length > 0;
}

/** Stored values of a version that was read. */
export interface VersionReading {
  textSha256: string;
  textLength: number;
  readingSha256: string;
  readingSize: number;
  extractor: string;
  mediaType: string;
  language: string | null;
  title: string | null;
  pageCount: number | null;
  notices: readonly object[];
}

/** INDEXING → READY, in the transaction that holds the attempt. The version becomes current unless a newer one is. */
export async function finishVersion(
  ctx: Context,
  { id, caseId, documentId }: AttemptedVersion,
  reading: VersionReading,
): Promise<void> {
  const {
    textSha256,
    textLength,
    readingSha256,
    readingSize,
    extractor,
    mediaType,
    language,
    title,
    pageCount,
    notices,
  } = reading;
  await sql(
    ctx.em,
    `with ready as (
       update document_version set state = 'READY', text_sha256 = $2, text_length = $3, reading_sha256 = $4,
         reading_size = $5, extractor = $6, media_type = $7, language = $8, title = $9, page_count = $10,
         pages_done = coalesce($10, pages_done), notices = $11::jsonb, ready_at = current_timestamp(3)
       where id = $1 returning document_id, number
     )
     update document set current_version_id = $1, updated_at = current_timestamp(3)
     from ready
     where document.id = ready.document_id and not exists (
       select from document_version newer
       where newer.id = document.current_version_id and newer.number > ready.number)`,
    [
      id,
      textSha256,
      textLength,
      readingSha256,
      readingSize,
      extractor,
      mediaType,
      language,
      title,
      pageCount,
      JSON.stringify(notices),
    ],
  );
  publish(ctx, 'case.progressed', { caseId });
  publish(ctx, 'document.ready', { caseId, documentId, versionId: id });
}

/** Ends an attempt without a text: READING or INDEXING → REFUSED or FAILED. */
async function endVersion(
  ctx: Context,
  { id, attempt = null }: { id: string; attempt?: number | null },
  state: 'REFUSED' | 'FAILED',
  { reason, message }: { reason: string; message: string },
): Promise<void> {
  await ctx.transactional(async (inner) => {
    const [row] = await sql<{ caseId: string }>(
      inner.em,
      `update document_version set state = $3, refusal = $4, refusal_message = $5
       where id = $1 and ($2::int is null or attempts = $2) and state in ('WAITING', 'READING', 'INDEXING')
       returning case_id as "caseId"`,
      [id, attempt, state, reason, message],
    );
    if (row) publish(inner, 'case.progressed', { caseId: row.caseId });
  });
}

/** Records why the bytes can’t be read. */
export function refuseVersion(
  ctx: Context,
  version: AttemptedVersion,
  refusal: { reason: string; message: string },
): Promise<void> {
  return endVersion(ctx, version, 'REFUSED', refusal);
}

/** Records that no further attempt is made. @param version without `attempt`, any attempt is ended */
export function failVersion(ctx: Context, version: { id: string; attempt?: number }): Promise<void> {
  return endVersion(ctx, version, 'FAILED', {
    reason: 'READER_FAILED',
    message:
      'Reading the document failed twice. Save it again with the program it was made with, and upload that file.',
  });
}

/** Ids of those of the versions that are erased. */
export async function findErasedVersions(em: EntityManager, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from document_version where id = any($1) and state = 'ERASED'`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
