import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';
import type { RowFilter } from '../platform/graphql/reads/page-rows.sql.ts';

/** SQL of the state of a document’s newest version. */
export const LATEST_STATE = `(select latest.state from document_version latest
  where latest.document_id = document.id order by latest.number desc limit 1)`;

/** Ids of the newest versions of documents, at most `most` of each. */
export async function findListedVersions(
  em: EntityManager,
  documentIds: readonly string[],
  most: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select version.id from unnest($1::text[]) as wanted (id)
     cross join lateral (
       select id from document_version where document_id = wanted.id order by number desc limit $2) version`,
    [documentIds, most],
  );
  return rows.map(({ id }) => id);
}

/** A version of a case that has the same bytes as an upload. */
export interface SameBytes {
  sha256: string;
  documentId: string;
  versionId: string;
}

/**
 * Finds versions of a case with these digests, the oldest of each. Versions that failed don’t count, so that the same bytes can be
 * uploaded again.
 */
export function findSameBytes(em: EntityManager, caseId: string, digests: readonly string[]): Promise<SameBytes[]> {
  return sql(
    em,
    `select distinct on (sha256) sha256, document_id as "documentId", id as "versionId" from document_version
     where case_id = $1 and sha256 = any($2) and state not in ('ERASED', 'FAILED') order by sha256, id`,
    [caseId, digests],
  );
}

/** A document that already has the name of an upload, with the number of its newest version. */
export interface SameName {
  name: string;
  documentId: string;
  number: number;
}

/** Finds the documents of a case with these names, and locks them. */
export function lockSameNames(em: EntityManager, caseId: string, names: readonly string[]): Promise<SameName[]> {
  return sql(
    em,
    `with held as (
       select id, name from document where case_id = $1 and name = any($2) and erased_at is null order by id for update
     )
     select held.name, held.id as "documentId",
       coalesce((select max(number) from document_version where document_id = held.id), 0)::int as number
     from held`,
    [caseId, names],
  );
}

export interface NewDocument {
  id: string;
  caseId: string;
  name: string;
  parentId: string | null;
  createdBy: string;
}

export async function insertDocuments(em: EntityManager, rows: readonly NewDocument[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    em,
    `insert into document (id, case_id, name, parent_id, created_by)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    [
      rows.map(({ id }) => id),
      rows.map(({ caseId }) => caseId),
      rows.map(({ name }) => name),
      rows.map(({ parentId }) => parentId),
      rows.map(({ createdBy }) => createdBy),
    ],
  );
}

export interface NewVersion {
  id: string;
  documentId: string;
  caseId: string;
  number: number;
  sha256: string;
  byteSize: number;
  mediaType: string | null;
  createdBy: string;
}

/** Inserts versions that wait to be read, and marks their documents as changed. */
export async function insertVersions(em: EntityManager, rows: readonly NewVersion[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    em,
    `with touched as (
       update document set updated_at = current_timestamp(3) where id = any($2::text[])
     )
     insert into document_version (id, document_id, case_id, number, state, sha256, byte_size, media_type, created_by)
     select id, document_id, case_id, number, 'WAITING', sha256, byte_size, media_type, created_by
     from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::bigint[], $7::text[], $8::text[])
       as given (id, document_id, case_id, number, sha256, byte_size, media_type, created_by)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ documentId }) => documentId),
      rows.map(({ caseId }) => caseId),
      rows.map(({ number }) => number),
      rows.map(({ sha256 }) => sha256),
      rows.map(({ byteSize }) => byteSize),
      rows.map(({ mediaType }) => mediaType),
      rows.map(({ createdBy }) => createdBy),
    ],
  );
}

/** Number of e-mails around a document: 0 if it isn’t an attachment. Counts at most `most`. */
export async function depthOf(em: EntityManager, documentId: string, most: number): Promise<number> {
  const [row] = await sql<{ depth: number }>(
    em,
    `with recursive upwards as (
       select parent_id, 0 as depth from document where id = $1
       union all
       select document.parent_id, upwards.depth + 1 from upwards
       join document on document.id = upwards.parent_id where upwards.depth < $2
     ) select max(depth)::int as depth from upwards`,
    [documentId, most],
  );
  return row?.depth ?? 0;
}

/** Documents of these that aren’t erased, and all their attachments, at every depth. */
export async function findWithAttachments(em: EntityManager, documentIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `with recursive wanted as (
       select id from document where id = any($1)
       union
       select document.id from wanted join document on document.parent_id = wanted.id
     ) select document.id from wanted join document using (id) where document.erased_at is null order by id`,
    [documentIds],
  );
  return rows.map(({ id }) => id);
}

/** Number of attachments of e-mails that aren’t erased, by the id of the e-mail. Attachments of attachments don’t count. */
export async function countAttachments(
  em: EntityManager,
  documentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; count: number }>(
    em,
    `select parent_id as id, count(*)::int as count from document
     where parent_id = any($1) and erased_at is null group by parent_id`,
    [documentIds],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Ids of the first attachments of e-mails by name, at most `most` of each. Erased ones are left out. */
export async function findAttachments(
  em: EntityManager,
  documentIds: readonly string[],
  most: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select attachment.id from unnest($1::text[]) as wanted (id)
     cross join lateral (
       select id from document where parent_id = wanted.id and erased_at is null order by name, id limit $2) attachment`,
    [documentIds, most],
  );
  return rows.map(({ id }) => id);
}

/** Documents of these that meet the conditions and aren’t erased, with their cases. */
export function findDocumentsWithCases(
  em: EntityManager,
  { conditions, values }: RowFilter,
  ids: readonly string[],
): Promise<{ id: string; caseId: string }[]> {
  const which = [...conditions, 'document.erased_at is null', `document.id = any($${values.length + 1})`].join(' and ');
  return sql(em, `select document.id, document.case_id as "caseId" from document where ${which}`, [...values, ids]);
}

/** Ids of documents of a case that aren’t erased, the first `most`. */
export async function findDocumentIds(em: EntityManager, caseId: string, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    'select id from document where case_id = $1 and erased_at is null order by id limit $2',
    [caseId, most],
  );
  return rows.map(({ id }) => id);
}

/** Documents that are older than the retention of their case, by case. */
export function findPastRetention(em: EntityManager, most: number): Promise<{ id: string; caseId: string }[]> {
  return sql(
    em,
    `select document.id, document.case_id as "caseId"
     from document_case join document on document.case_id = document_case.id
     where document.erased_at is null and (document_case.erased_at is not null or (document_case.retention_months is not null
       and document.created_at < now() - make_interval(months => document_case.retention_months)))
     order by document.id limit $1`,
    [most],
  );
}

/** A version that was erased, with the keys of its bytes. */
export interface ErasedVersion {
  id: string;
  sha256: string;
  byteSize: number;
  readingSha256: string | null;
}

/** Erases versions of these documents. Ids, digests, lengths and times stay. Returns the versions that weren’t erased before. */
export async function eraseVersions(em: EntityManager, documentIds: readonly string[]): Promise<ErasedVersion[]> {
  const rows = await sql<Omit<ErasedVersion, 'byteSize'> & { byteSize: string }>(
    em,
    `with held as (
       select id, sha256, byte_size, reading_sha256 from document_version
       where document_id = any($1) and state <> 'ERASED' order by id for update
     ), erased as (
       update document_version set state = 'ERASED', title = null, notices = null, refusal_message = null,
         reading_sha256 = null, reading_size = null, erased_at = current_timestamp(3)
       from held where document_version.id = held.id
     )
     select id, sha256, byte_size as "byteSize", reading_sha256 as "readingSha256" from held order by id`,
    [documentIds],
  );
  return rows.map(({ byteSize, ...row }) => ({ ...row, byteSize: Number(byteSize) }));
}

/** Erases the names of documents. */
export async function eraseDocuments(em: EntityManager, ids: readonly string[], erasedBy: string): Promise<void> {
  await sql(
    em,
    `update document set name = null, current_version_id = null, erased_at = current_timestamp(3), erased_by = $2,
       updated_at = current_timestamp(3)
     where id = any($1)`,
    [ids, erasedBy],
  );
}

/** Blobs of versions whose digest starts with these hex digits. */
export function findBlobs(
  em: EntityManager,
  digest: string,
): Promise<{ row: string; sha256: string; byteSize: string; isReading: boolean }[]> {
  return sql(
    em,
    `select 'document version ' || id as row, sha256, byte_size as "byteSize", false as "isReading"
     from document_version where starts_with(sha256, $1) and state <> 'ERASED'
     union all
     select 'document version ' || id, reading_sha256, reading_size, true
     from document_version where starts_with(reading_sha256, $1)`,
    [digest],
  );
}

const HAS_VERSIONS = {
  name: 'has_document_versions',
  text: `select exists (select from document_version where state <> 'ERASED')`,
};

/** True if any version has bytes. */
export function hasVersions(database: Database): Promise<boolean> {
  return database.readValue<boolean>(HAS_VERSIONS, []);
}

/** Data classes of cases. */
export async function findDataClasses(em: EntityManager, caseIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ dataClass: string }>(
    em,
    'select distinct data_class as "dataClass" from document_case where id = any($1)',
    [caseIds],
  );
  return rows.map(({ dataClass }) => dataClass);
}

/** Number of versions by state. */
export function countVersions(em: EntityManager): Promise<{ state: string; count: number }[]> {
  return sql(em, 'select state, count(*)::int as count from document_version group by state');
}

/** READY versions without a reading, or without a text’s digest. */
export const READY_WITHOUT_READING = `select 'document version ' || id as row from document_version
  where state = 'READY' and (reading_sha256 is null or text_sha256 is null)`;

/** Documents whose current version isn’t a READY version of theirs. */
export const CURRENT_VERSION_WRONG = `select 'document ' || document.id as row from document
  left join document_version version on version.id = document.current_version_id
  where document.current_version_id is not null
    and (version.document_id is distinct from document.id or version.state <> 'READY')`;

/** Cases whose counts differ from their documents. */
export const COUNTS_WRONG = `select 'case ' || held.id as row from document_case held
  where held.document_count <> (select count(*) from document where case_id = held.id and erased_at is null)
    or held.byte_count <> (
      select coalesce(sum(byte_size), 0) from document_version where case_id = held.id and state <> 'ERASED')`;

export async function readFaults(em: EntityManager, statement: string): Promise<string[]> {
  return (await sql<{ row: string }>(em, statement)).map(({ row }) => row);
}
