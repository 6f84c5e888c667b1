import { reportChanges } from '../platform/audit/report-changes.ts';
import { can, ownerOf, requesterOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { lockName } from '../platform/database/advisory-lock.sql.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import type { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { MAX_FILES } from '../platform/http/file-limits.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued } from '../platform/idempotency/issue-once.ts';
import { newId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { sha256Of } from '../platform/storage/digest.ts';
import type { SettingsApi } from '../settings/index.ts';
import { readableCases } from './case.access.ts';
import { countDocuments, findVisibleIds, lockCase, readCaseTotals } from './case.sql.ts';
import type { UploadDocumentsInput } from './document.inputs.ts';
import {
  findSameBytes,
  insertDocuments,
  insertVersions,
  lockSameNames,
  type NewDocument,
  type NewVersion,
} from './document.sql.ts';
import { originalKey, storeOriginal } from './document-bytes.ts';
import type { ContainedFile, FileRefusal } from './document-file.ts';
import { documentName, MAX_NAME_LENGTH, shortName } from './document-name.ts';
import { CaseConflict } from './documents.problems.ts';
import { documentBytes, documentBytesPerCustomer, documentsPerCase, uploadsPerMinute } from './documents.settings.ts';
import { DocumentRefusal } from './extraction/document-refusal.ts';
import { unpackZip } from './extraction/unpack-zip.ts';
import { READ_JOB } from './read-document.names.ts';
import { claimBytes } from './released-bytes.ts';
import { UploadOutcome } from './upload-outcome.ts';

/** Rolls the transaction of an upload back that would exceed a limit. */
class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** Number of files that are stored at a time. */
const CONCURRENCY = 4;

/** Result of an upload for one file. */
export interface UploadedFile {
  name: string;
  outcome: UploadOutcome;
  documentId: string | null;
  versionId: string | null;
  refusal: FileRefusal | null;
}

/** Result of an upload: its files in their order, with the members of a zip instead of the zip. */
export interface Upload {
  files: UploadedFile[];
  alreadyIssued: boolean;
}

/** A file with its digest, before it has a row. */
export interface NewFile extends ContainedFile {
  /** Media type that an e-mail declares for its attachment. Null for other files, whose type is recognised when they are read. */
  mediaType: string | null;
  sha256: string;
}

/** Files for a case, with the limits of the case and of its customer. */
interface CaseUpload {
  cases: RowConditions;
  caseId: string;
  files: readonly NewFile[];
  mostDocuments: number;
  mostBytes: number;
}

/** Stored files that become rows of a case. */
interface AddedFiles {
  caseId: string;
  files: readonly NewFile[];
  parentId: string | null;
  /** False to refuse files with the name of a document. Otherwise they become its newest version. */
  mayReplace: boolean;
}

const NAME_TAKEN: FileRefusal = {
  reason: 'NAME_TAKEN',
  message: 'The case has a document with this name, and you can’t add versions. Choose another name.',
};

interface UploaderOptions {
  store: BlobStore;
  queue: JobQueue;
  limits: Limits;
  settings: SettingsApi;
}

/** Adds files to cases. */
export class DocumentUploader {
  readonly #options: UploaderOptions;
  readonly #uploaded: Limit;

  constructor(options: UploaderOptions) {
    this.#options = options;
    this.#uploaded = {
      name: 'documents',
      amount: () => options.settings.value(uploadsPerMinute),
      of: 'documents',
      per: 'minute',
      exempt: 'cases:unmetered',
      counted: 'BY_ALL',
    };
  }

  /**
   * Adds files to a case, once per idempotency key: a file with a new name as a document, one with a known name as a version. Bytes
   * that the case already has aren’t added again. A zip is replaced by its members.
   */
  upload(
    ctx: Context,
    input: UploadDocumentsInput,
  ): Promise<Upload | NotFound | InputInvalid | CaseConflict | IdempotencyKeyReused> {
    return issueOnce<Upload | NotFound | InputInvalid | CaseConflict>(ctx, {
      mutation: 'uploadDocuments',
      input,
      issue: (note) => this.#upload(ctx, input, note),
      // The case has the bytes of the first request, so they are found again as duplicates.
      again: async (fresh) => {
        const found = await this.#upload(fresh, input, async () => {}, true);
        return 'files' in found ? { ...found, alreadyIssued: true } : found;
      },
    });
  }

  async #upload(
    ctx: Context,
    { caseId, files }: UploadDocumentsInput,
    note: NoteIssued,
    isRepeated = false,
  ): Promise<Upload | NotFound | InputInvalid | CaseConflict> {
    const cases = readableCases(ctx);
    if (!cases || (await findVisibleIds(ctx.em, 'document_case', cases, [caseId])).length === 0)
      return new NotFound(caseId);
    const issues = await this.#issuesOf(files);
    if (issues.length > 0) return new InputInvalid(issues);
    const { sized, refused } = await this.#expand(
      ctx,
      files.map(({ name, file, base64 }) => ({ name: documentName(name), bytes: (file ?? base64)! })),
    );
    if (!isRepeated) await this.#options.limits.take(ctx, [this.#uploaded, Math.max(1, sized.length)]);
    await this.#store(sized);
    const { settings } = this.#options;
    const [mostDocuments, mostBytes] = [
      await settings.value(documentsPerCase),
      await settings.value(documentBytesPerCustomer),
    ];
    try {
      return await ctx.transactional(async (inner) => {
        const added = await this.#add(inner, { cases, caseId, files: sized, mostDocuments, mostBytes });
        if (!Array.isArray(added)) return added;
        await note(inner, caseId);
        return { files: [...added, ...refused], alreadyIssued: false };
      });
    } catch (error) {
      if (error instanceof LimitReached) return new CaseConflict(error.message);
      throw error;
    }
  }

  async #issuesOf(files: UploadDocumentsInput['files']): Promise<ValueIssue[]> {
    if (files.length === 0 || files.length > MAX_FILES) {
      return [{ pointer: '/files', detail: `Send 1 to ${MAX_FILES} files (${files.length} sent).` }];
    }
    const most = await this.#options.settings.value(documentBytes);
    return files.flatMap(({ name, file, base64 }, index): ValueIssue[] => {
      const pointer = `/files/${index}`;
      const path = documentName(name);
      if (path === '' || path.length > MAX_NAME_LENGTH) {
        return [{ pointer: `${pointer}/name`, detail: `A name must have 1 to ${MAX_NAME_LENGTH} characters.` }];
      }
      if (Boolean(file) === Boolean(base64)) {
        return [{ pointer: `${pointer}/file`, detail: 'Send exactly one of `file` and `base64`.' }];
      }
      const size = (file ?? base64)!.length;
      return size <= most ? [] : [{ pointer, detail: `The file has ${size} bytes, but the maximum is ${most}.` }];
    });
  }

  /** Replaces zips by their members, and hashes all files. Files that can’t be unpacked are refused. */
  async #expand(
    { signal }: Context,
    files: readonly ContainedFile[],
  ): Promise<{ sized: NewFile[]; refused: UploadedFile[] }> {
    const sized: NewFile[] = [];
    const refused: UploadedFile[] = [];
    const refuse = (name: string, refusal: FileRefusal) =>
      refused.push({ name, outcome: UploadOutcome.REFUSED, documentId: null, versionId: null, refusal });
    for (const { name, bytes } of files) {
      if (!/\.zip$/i.test(name)) {
        sized.push({ name, bytes, mediaType: null, sha256: await sha256Of(bytes) });
        continue;
      }
      const folder = name.includes('/') ? `${name.slice(0, name.lastIndexOf('/'))}/` : '';
      const members: NewFile[] = [];
      try {
        for await (const member of unpackZip(bytes)) {
          const path = documentName(`${folder}${member.name}`);
          if (path === '' || path.length > MAX_NAME_LENGTH) {
            refuse(name, { reason: 'UNSAFE_NAME', message: 'A file of the zip has no name, or one that is too long.' });
          } else
            members.push({ name: path, bytes: member.bytes, mediaType: null, sha256: await sha256Of(member.bytes) });
          signal.throwIfAborted();
        }
        sized.push(...members);
      } catch (error) {
        if (!(error instanceof DocumentRefusal)) throw error;
        refuse(name, error);
      }
    }
    return { sized, refused };
  }

  async #store(files: readonly NewFile[]): Promise<void> {
    const left = [...files];
    const put = async () => {
      for (let file = left.pop(); file; file = left.pop()) await storeOriginal(this.#options.store, file.bytes);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, put));
  }

  async #add(
    inner: Context,
    { cases, caseId, files, mostDocuments, mostBytes }: CaseUpload,
  ): Promise<UploadedFile[] | NotFound | CaseConflict> {
    const held = await lockCase(inner.em, cases, caseId);
    if (!held) return new NotFound(caseId);
    // Uploads to other cases of the customer count their bytes before or after this one.
    await lockName(inner.em, `document bytes of ${held.customerId}`);
    const mayReplace = can(inner.principal, 'cases:write');
    const result = await this.addFiles(inner, { caseId, files, parentId: null, mayReplace });
    if (held.documentCount + result.documents > mostDocuments) {
      throw new LimitReached(
        `The case would have ${held.documentCount + result.documents} documents, but the maximum is ${mostDocuments}. Erase documents, or create another case.`,
      );
    }
    const { bytes } = await readCaseTotals(inner.em, held.customerId);
    if (result.bytes > 0 && bytes > mostBytes) {
      throw new LimitReached(
        `The documents of the customer would have ${bytes} bytes, but the maximum is ${mostBytes}. Erase documents first.`,
      );
    }
    return result.files;
  }

  /**
   * Inserts the rows of stored files, in the transaction of the context, which holds the case. Each new version gets a job that
   * reads it.
   */
  async addFiles(
    inner: Context,
    { caseId, files, parentId, mayReplace }: AddedFiles,
  ): Promise<{ files: UploadedFile[]; documents: number; bytes: number }> {
    const { em, principal } = inner;
    const { store, queue } = this.#options;
    const createdBy = requesterOf(principal);
    const same = new Map(
      (
        await findSameBytes(
          em,
          caseId,
          files.map(({ sha256 }) => sha256),
        )
      ).map((one) => [one.sha256, one]),
    );
    const byName = new Map(
      (
        await lockSameNames(
          em,
          caseId,
          files.map(({ name }) => name),
        )
      ).map((one) => [one.name, { ...one }]),
    );
    const documents: NewDocument[] = [];
    const versions: NewVersion[] = [];
    const added: NewFile[] = [];
    const results: UploadedFile[] = [];
    for (const file of files) {
      const { name, bytes, sha256, mediaType } = file;
      const known = same.get(sha256);
      if (known) {
        const { documentId, versionId } = known;
        results.push({ name, outcome: UploadOutcome.DUPLICATE, documentId, versionId, refusal: null });
        continue;
      }
      let document = byName.get(name);
      const isNew = document === undefined;
      if (!isNew && !mayReplace) {
        results.push({ name, outcome: UploadOutcome.REFUSED, documentId: null, versionId: null, refusal: NAME_TAKEN });
        continue;
      }
      if (!document) {
        document = { name, documentId: newId('document'), parentId, number: 0 };
        byName.set(name, document);
        documents.push({ id: document.documentId, caseId, name, parentId, createdBy });
      }
      document.number++;
      const { documentId, number } = document;
      const versionId = newId('documentVersion');
      versions.push({
        id: versionId,
        documentId,
        caseId,
        number,
        sha256,
        byteSize: bytes.length,
        mediaType,
        createdBy,
      });
      same.set(sha256, { sha256, documentId, versionId });
      added.push(file);
      const outcome = isNew ? UploadOutcome.ADDED : UploadOutcome.NEW_VERSION;
      results.push({ name, outcome, documentId, versionId, refusal: null });
    }
    const bytes = versions.reduce((sum, { byteSize }) => sum + byteSize, 0);
    if (versions.length === 0) return { files: results, documents: 0, bytes: 0 };
    await claimBytes(
      inner,
      store,
      added.map((file) => ({ key: originalKey(file.sha256), store: () => storeOriginal(store, file.bytes) })),
    );
    await insertDocuments(em, documents);
    await insertVersions(em, versions);
    await countDocuments(em, caseId, { documents: documents.length, bytes });
    reportChanges([caseId, ...documents.map(({ id }) => id)]);
    const owner = ownerOf(principal);
    await queue.sendAll(
      em,
      READ_JOB,
      versions.map(({ id }) => ({ payload: { versionId: id }, owner })),
    );
    publish(inner, 'case.progressed', { caseId });
    return { files: results, documents: documents.length, bytes };
  }

  /**
   * Stores attachments and inserts their rows, in the transaction of the context. An attachment never becomes a version of a document
   * that isn’t an attachment of the same e-mail: its name would let it replace any document.
   */
  async addAttachments(
    inner: Context,
    { caseId, files, parentId }: { caseId: string; files: readonly NewFile[]; parentId: string },
  ): Promise<void> {
    await this.#store(files);
    const same = await lockSameNames(
      inner.em,
      caseId,
      files.map(({ name }) => name),
    );
    const taken = new Set(same.filter((one) => one.parentId !== parentId).map(({ name }) => name));
    const named = files.map((file) =>
      taken.has(file.name) ? { ...file, name: shortName(file.name.replace(/[^/]*$/, `${parentId}/$&`)) } : file,
    );
    await this.addFiles(inner, { caseId, files: named, parentId, mayReplace: true });
  }
}
