import { reportChanges } from '../platform/audit/report-changes.ts';
import type { Context } from '../platform/context.ts';
import { publish } from '../platform/events/outbox.ts';
import { NotFound } from '../platform/graphql/schema/problem.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { readableCases } from './case.access.ts';
import { canReadCase } from './case.reads.ts';
import { countDocuments, eraseCaseRow, lockCase } from './case.sql.ts';
import { findDocument } from './document.reads.ts';
import {
  eraseDocuments,
  eraseVersions,
  findDocumentIds,
  findPastRetention,
  findWithAttachments,
} from './document.sql.ts';
import { originalKey, readingKey } from './document-bytes.ts';
import { insertReleasedBlobs } from './released-blob.sql.ts';
import { deleteReleased } from './released-bytes.ts';
import { forgetCase, forgetVersions } from './search/passage-index.ts';

/** Maximum number of documents erased per transaction, attachments not counted. */
const DOCUMENTS_AT_ONCE = 100;

/**
 * Erases documents: bytes, text, passages and names. Ids, digests, lengths and times stay, so that seals can be checked. Bytes that
 * another version has as well stay until that one is erased.
 */
export class DocumentErasure {
  readonly #store: BlobStore;

  constructor(store: BlobStore) {
    this.#store = store;
  }

  /** Erases a document that the caller can read, with its attachments. An erased document stays as it is. */
  async eraseDocument(ctx: Context, documentId: string): Promise<{ documentId: string } | NotFound> {
    const document = await findDocument(ctx, documentId);
    if (!document) return new NotFound(documentId);
    await ctx.fork().transactional((inner) => this.#erase(inner, document.caseId, [documentId]));
    await deleteReleased(ctx, this.#store);
    return { documentId };
  }

  /** Erases all documents of a case that the caller can read, and then its name and members. */
  async eraseCase(ctx: Context, caseId: string): Promise<{ caseId: string } | NotFound> {
    const cases = readableCases(ctx);
    if (!cases) return new NotFound(caseId);
    const isHeld = await ctx.fork().transactional(async (inner) => {
      if (!(await lockCase(inner.em, cases, caseId))) return false;
      // First the name, so that no further document can be added, and a killed process leaves the rest to maintenance.
      await eraseCaseRow(inner.em, caseId, inner.principal.actor);
      reportChanges([caseId], [{ subjectId: caseId, field: 'erased', before: false, after: true }]);
      publish(inner, 'case.progressed', { caseId });
      return true;
    });
    // An earlier request has erased the case, and possibly not all of its documents.
    if (!isHeld && !(await canReadCase(ctx.fork(), caseId))) return new NotFound(caseId);
    await outsideRequests(() => this.#eraseAll(ctx, caseId));
    await deleteReleased(ctx, this.#store);
    return { caseId };
  }

  /** Maintenance: erases documents past their retention and those of erased cases, and deletes released bytes. */
  async tidy(ctx: Context): Promise<number> {
    let erased = 0;
    while (!ctx.signal.aborted) {
      const old = await findPastRetention(ctx.fork().em, DOCUMENTS_AT_ONCE);
      if (old.length === 0) break;
      for (const [caseId, some] of Map.groupBy(old, (one) => one.caseId)) {
        const ids = some.map(({ id }) => id);
        await ctx.fork().transactional((inner) => this.#erase(inner, caseId, ids));
      }
      erased += old.length;
    }
    return erased + (await deleteReleased(ctx, this.#store));
  }

  async #eraseAll(ctx: Context, caseId: string): Promise<void> {
    await forgetCase(ctx.fork().em, caseId);
    for (;;) {
      const ids = await findDocumentIds(ctx.fork().em, caseId, DOCUMENTS_AT_ONCE);
      if (ids.length === 0) return;
      await ctx.fork().transactional((inner) => this.#erase(inner, caseId, ids));
    }
  }

  /** Erases documents of a case and their attachments, in the transaction of the context. */
  async #erase(inner: Context, caseId: string, documentIds: readonly string[]): Promise<void> {
    const { em, principal } = inner;
    const ids = await findWithAttachments(em, documentIds);
    if (ids.length === 0) return;
    const versions = await eraseVersions(em, ids);
    await forgetVersions(
      em,
      caseId,
      versions.map(({ id }) => id),
    );
    await eraseDocuments(em, ids, principal.actor);
    await insertReleasedBlobs(
      em,
      versions.flatMap(({ sha256, readingSha256 }) => [
        originalKey(sha256),
        ...(readingSha256 === null ? [] : [readingKey(readingSha256)]),
      ]),
    );
    const bytes = versions.reduce((sum, { byteSize }) => sum + byteSize, 0);
    await countDocuments(em, caseId, { documents: -ids.length, bytes: -bytes });
    reportChanges(
      ids,
      ids.map((subjectId) => ({ subjectId, field: 'erased', before: false, after: true })),
    );
    publish(inner, 'case.progressed', { caseId });
  }
}
