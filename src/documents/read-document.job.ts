import type { Context } from '../platform/context.ts';
import { isOutage } from '../platform/errors/errors.ts';
import { AttemptNotCounted, type JobDefinition } from '../platform/jobs/job-definition.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { sha256Of } from '../platform/storage/digest.ts';
import { readIntact } from '../platform/storage/read-whole.ts';
import { depthOf } from './document.sql.ts';
import { originalKey, readingKey, storeReading } from './document-bytes.ts';
import { documentName, shortName } from './document-name.ts';
import type { DocumentUploader } from './document-upload.ts';
import {
  type AttemptedVersion,
  beginIndexing,
  beginVersion,
  failVersion,
  finishVersion,
  giveBackAttempt,
  holdAttempt,
  MAX_ATTEMPTS,
  noteProgress,
  refuseVersion,
} from './document-version.sql.ts';
import type { ReadingTimes } from './documents.metrics.ts';
import type { DocumentExtractor } from './extraction/document-extractor.ts';
import type { DocumentReading } from './extraction/document-reading.ts';
import { DocumentRefusal } from './extraction/document-refusal.ts';
import { EXTRACTION_RULES } from './extraction/extraction-rules.ts';
import { MEDIA_TYPES } from './media-type.ts';
import { READ_JOB } from './read-document.names.ts';
import type { ReadingPace } from './reading-pace.ts';
import { insertReleasedBlobs } from './released-blob.sql.ts';
import { claimBytes } from './released-bytes.ts';
import { forgetStale, indexVersion } from './search/passage-index.ts';

/** Seconds until a job counts as lost. A dead worker is noticed much earlier. */
const EXPIRE_SECONDS = 900;
/** Minimum milliseconds between two notes of the progress. */
const PROGRESS_MS = 1_000;
/** Maximum number of e-mails within each other whose attachments become documents. */
const MAX_DEPTH = 3;

interface ReadJob {
  versionId: string;
}

interface ReadJobOptions {
  store: BlobStore;
  extractor: Pick<DocumentExtractor, 'read'>;
  uploader: DocumentUploader;
  pace: ReadingPace;
  /** Counts what was read. */
  times: ReadingTimes;
}

/** Job that reads a version: extracts its text, stores the reading and makes the version searchable. */
export function readDocumentJob({ store, extractor, uploader, pace, times }: ReadJobOptions): JobDefinition<ReadJob> {
  return {
    name: READ_JOB,
    recorded: 'the document versions, which have their uploader',
    retryLimit: MAX_ATTEMPTS - 1,
    expireInSeconds: EXPIRE_SECONDS,
    // Reading uses a whole processor, so that one at a time leaves the others to requests.
    concurrency: 1,
    async handle(ctx, { versionId }) {
      const version = await beginVersion(ctx, versionId);
      // A process that died after its last transaction can have left passages behind.
      if (!version) return forgetStale(ctx.fork().em, versionId);
      // The row counts the attempts, because a postponed job counts from the start again.
      if (version.attempt > MAX_ATTEMPTS) return fail(ctx, { id: versionId });
      const started = performance.now();
      pace.measure();
      try {
        await read(ctx, version);
        times.versions += 1;
        times.seconds += (performance.now() - started) / 1_000;
      } catch (error) {
        if (isOutage(error) || ctx.signal.aborted) {
          throw new AttemptNotCounted(error, () => giveBackAttempt(ctx.fork(), version));
        }
        if (version.attempt >= MAX_ATTEMPTS) await fail(ctx, version);
        // The error can contain names and contents, which don’t belong in the server log.
        throw new Error(`Reading ${versionId} failed (${error instanceof Error ? error.name : 'unknown error'}).`);
      }
    },
    abandoned: (ctx, { versionId }) => fail(ctx, { id: versionId }),
  };

  async function read(ctx: Context, version: AttemptedVersion): Promise<void> {
    const bytes = await readIntact(store, originalKey(version.sha256));
    if (!bytes) throw new Error('The uploaded bytes are missing or damaged.');
    const reading = await extractor.read({
      file: bytes,
      name: version.name,
      mediaType: version.mediaType,
      signal: ctx.signal,
      onProgress: progressOf(ctx, version),
    });
    if (reading instanceof DocumentRefusal) return refuseVersion(ctx.fork(), version, reading);
    const { packed, packedSha256: readingSha256 } = reading;
    await storeReading(store, packed);
    if (!(await beginIndexing(ctx.fork(), version))) return discard(ctx, readingSha256);
    const { caseId, documentId, id: versionId } = version;
    await indexVersion(ctx.fork().em, { caseId, documentId, versionId }, reading, {
      signal: ctx.signal,
      rest: pace.rest(ctx.signal),
    });
    const isDone = await ctx.fork().transactional(async (inner) => {
      if (!(await holdAttempt(inner, version))) return false;
      await claimBytes(inner, store, [{ key: readingKey(readingSha256), store: () => storeReading(store, packed) }]);
      await attach(inner, version, reading);
      await finishVersion(inner, version, {
        textSha256: reading.textSha256,
        textLength: reading.textLength,
        readingSha256,
        readingSize: packed.length,
        extractor: EXTRACTION_RULES,
        mediaType: MEDIA_TYPES[reading.type],
        language: reading.language,
        title: reading.title,
        pageCount: reading.pageCount,
        notices: reading.notices,
      });
      return true;
    });
    if (!isDone) await discard(ctx, readingSha256);
    await forgetStale(ctx.fork().em, versionId);
  }

  async function fail(ctx: Context, version: { id: string; attempt?: number }): Promise<void> {
    await failVersion(ctx.fork(), version);
    await forgetStale(ctx.fork().em, version.id);
  }

  /** Adds the attachments of an e-mail as documents. */
  async function attach(inner: Context, version: AttemptedVersion, { attachments }: DocumentReading): Promise<void> {
    if (attachments.length === 0) return;
    if ((await depthOf(inner.em, version.documentId, MAX_DEPTH)) >= MAX_DEPTH) return;
    const files = await Promise.all(
      attachments.map(async ({ name, bytes, mediaType }, place) => ({
        name: shortName(`${version.name}/${documentName(name) || `attachment ${place + 1}`}`),
        bytes,
        mediaType: mediaType?.slice(0, 255) ?? null,
        sha256: await sha256Of(bytes),
      })),
    );
    await uploader.addAttachments(inner, { caseId: version.caseId, files, parentId: version.documentId });
  }

  /** Lets maintenance delete a reading that no version refers to, because the version was erased in the meantime. */
  async function discard(ctx: Context, readingSha256: string): Promise<void> {
    await insertReleasedBlobs(ctx.fork().em, [readingKey(readingSha256)]);
  }
}

/** Notes progress at most once per second, one note after the other. */
function progressOf(ctx: Context, version: AttemptedVersion) {
  let last = 0;
  let noting = Promise.resolve();
  return (pagesDone: number, pageCount: number) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    noting = noting
      .then(() => noteProgress(ctx.fork(), version, { pagesDone, pageCount }))
      .catch((error: unknown) => ctx.logger.warn({ err: error }, 'the progress of a document could not be noted'));
  };
}
