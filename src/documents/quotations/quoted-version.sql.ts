import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';
import type { ExtractionNotice } from '../extraction/extracted-document.ts';

/** Documents whose quotations are checked: all of a case, or named ones. */
export interface QuotedSet {
  readonly caseId: string | null;
  readonly documentIds: readonly string[] | null;
}

/** Current version of a document. */
export interface QuotedVersion {
  readonly documentId: string;
  readonly documentName: string;
  readonly versionId: string;
  readonly versionSha256: string;
  readonly textSha256: string;
  readonly textLength: number;
  readonly readingSha256: string;
  readonly notices: readonly ExtractionNotice[] | null;
}

const WANTED = '($1::text is null or document.case_id = $1) and ($2::text[] is null or document.id = any($2))';

/** Finds the newest READY versions of documents, by the id of the document, at most `most`. */
export function findQuotedVersions(em: EntityManager, wanted: QuotedSet, most: number): Promise<QuotedVersion[]> {
  return sql(
    em,
    `select document.id as "documentId", document.name as "documentName", version.id as "versionId",
       version.sha256 as "versionSha256", version.text_sha256 as "textSha256", version.text_length as "textLength",
       version.reading_sha256 as "readingSha256", version.notices
     from document join document_version version on version.id = document.current_version_id
     where ${WANTED} and version.state = 'READY' order by document.id limit $3`,
    [wanted.caseId, wanted.documentIds, most],
  );
}

/** Counts documents with and without a READY version. Erased ones count only if they are named. */
export async function countQuoted(em: EntityManager, wanted: QuotedSet): Promise<{ ready: number; notReady: number }> {
  const [counts] = await sql<{ ready: number; notReady: number }>(
    em,
    `select count(document.current_version_id)::int as ready,
       (count(*) - count(document.current_version_id))::int as "notReady"
     from document where ${WANTED} and ($1::text is null or document.erased_at is null)`,
    [wanted.caseId, wanted.documentIds],
  );
  return counts!;
}
