import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import type { NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/reads/page-projection.ts';
import type { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import { containsText } from '../platform/graphql/reads/text-search.ts';
import { composeText } from '../proof/normal-form.ts';
import { rowsOfReadableCases } from './case.access.ts';
import { findVisibleIds } from './case.sql.ts';
import { Document } from './document.entity.ts';
import type { DocumentsArgs } from './document.inputs.ts';
import { countAttachments, findAttachments, findListedVersions, LATEST_STATE } from './document.sql.ts';
import { DocumentVersion } from './document-version.entity.ts';
import type { StoredText } from './stored-reading.ts';
import { VersionState } from './version-state.ts';

const NONE: RowFilter = { conditions: ['false'], values: [] };
/** Maximum number of versions that a document lists. */
export const MAX_LISTED_VERSIONS = 50;

/** Maximum number of attachments that an e-mail lists. `Query.documents` has all of them. */
export const MAX_LISTED_ATTACHMENTS = 5;

const readableDocuments = (ctx: Context) => rowsOfReadableCases(ctx, 'document.case_id');
const readableVersions = (ctx: Context) => rowsOfReadableCases(ctx, 'document_version.case_id');

const documentRow = entityProjection(Document);
const versionRow = entityProjection(DocumentVersion);

/** Documents of a case, if the caller can read them. */
export const documentPages = new PageProjection<DocumentsArgs, { id: string }>({
  typeName: 'DocumentConnection',
  node: documentRow,
  ids: 'document',
  orders: { CREATED_AT: 'id', NAME: { sql: "lower(coalesce(document.name, ''))", type: 'text' } },
  createdAt: 'document.created_at',
  filter({ caseId, filter }, ctx) {
    const rows = readableDocuments(ctx);
    if (!rows) return NONE;
    rows.where('document.case_id = $', caseId);
    const states = filter?.state ?? [];
    if (!states.includes(VersionState.ERASED)) rows.where('document.erased_at is null');
    if (states.length > 0) rows.where(`${LATEST_STATE} = any($::text[])`, states);
    if (filter?.parentId) rows.where('document.parent_id = $', filter.parentId);
    if (typeof filter?.isAttachment === 'boolean')
      rows.where(`document.parent_id is ${filter.isAttachment ? 'not null' : 'null'}`);
    if (filter?.search) rows.where(containsText('document.name', '$'), composeText(filter.search));
    return rows;
  },
});

/** Reads of documents and versions by id, for the queries `node` and `nodes`. */
export const documentNode: NodeRead = { projection: documentRow, visible: readableDocuments };
export const versionNode: NodeRead = { projection: versionRow, visible: readableVersions };

function finder<Entity extends { id: string }>(
  entity: new () => Entity,
  table: 'document' | 'document_version',
  readable: (ctx: Context) => RowConditions | null,
) {
  const loader = (ctx: Context) =>
    new DataLoader<string, Entity | null>(
      async (ids) => {
        const rows = readable(ctx);
        const found = rows ? await findVisibleIds(ctx.em, table, rows, ids) : [];
        const rowsFound = (await ctx.em.find(entity, { id: { $in: found } } as never)) as Entity[];
        const byId = new Map(rowsFound.map((one) => [one.id, one]));
        return ids.map((id) => byId.get(id) ?? null);
      },
      { cache: false },
    );
  return (ctx: Context, id: string): Promise<Entity | null> => ctx.loader(loader).load(id);
}

/** Finds a document that the caller can read. Null if it doesn’t exist or the caller can’t read it. */
export const findDocument = finder(Document, 'document', readableDocuments);

/** Finds a version that the caller can read. Null if it doesn’t exist or the caller can’t read it. */
export const findVersion = finder(DocumentVersion, 'document_version', readableVersions);

/** Stored text of a version. Null unless the version is READY and the caller can read it. */
export async function findStoredText(ctx: Context, versionId: string): Promise<StoredText | null> {
  const version = await findVersion(ctx, versionId);
  if (version?.state !== 'READY' || version.readingSha256 === null) return null;
  return { versionId, textLength: version.textLength ?? 0, readingSha256: version.readingSha256 };
}

/** Loads the newest versions of documents that the caller can read, newest first. */
const listedLoader = (ctx: Context) =>
  new DataLoader<string, DocumentVersion[]>(
    async (documentIds) => {
      const ids = await findListedVersions(ctx.em, documentIds, MAX_LISTED_VERSIONS);
      const rows = await ctx.em.find(DocumentVersion, { id: { $in: ids } }, { orderBy: { number: 'desc' } });
      const byDocument = Map.groupBy(rows, ({ documentId }) => documentId);
      return documentIds.map((id) => byDocument.get(id) ?? []);
    },
    { cache: false },
  );
export const versionsOf = (ctx: Context, documentId: string) => ctx.loader(listedLoader).load(documentId);

/** Loads the newest version of documents. */
const latestLoader = (ctx: Context) =>
  new DataLoader<string, DocumentVersion | null>(
    async (documentIds) => {
      const ids = await findListedVersions(ctx.em, documentIds, 1);
      const rows = await ctx.em.find(DocumentVersion, { id: { $in: ids } });
      const byDocument = new Map(rows.map((row) => [row.documentId, row]));
      return documentIds.map((id) => byDocument.get(id) ?? null);
    },
    { cache: false },
  );
export const latestVersionOf = (ctx: Context, documentId: string) => ctx.loader(latestLoader).load(documentId);

/** Loads the first attachments of documents, by name. */
const attachmentsLoader = (ctx: Context) =>
  new DataLoader<string, Document[]>(
    async (documentIds) => {
      const ids = await findAttachments(ctx.em, documentIds, MAX_LISTED_ATTACHMENTS);
      const rows = await ctx.em.find(Document, { id: { $in: ids } }, { orderBy: { name: 'asc', id: 'asc' } });
      const byDocument = Map.groupBy(rows, ({ parentId }) => parentId);
      return documentIds.map((id) => byDocument.get(id) ?? []);
    },
    { cache: false },
  );
export const attachmentsOf = (ctx: Context, documentId: string) => ctx.loader(attachmentsLoader).load(documentId);

/** Loads the number of attachments of documents. */
const attachmentCountLoader = (ctx: Context) =>
  new DataLoader<string, number>(
    async (documentIds) => {
      const counts = await countAttachments(ctx.em, documentIds);
      return documentIds.map((id) => counts.get(id) ?? 0);
    },
    { cache: false },
  );
export const attachmentCountOf = (ctx: Context, documentId: string) =>
  ctx.loader(attachmentCountLoader).load(documentId);
