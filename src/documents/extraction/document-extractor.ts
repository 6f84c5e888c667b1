import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Refusal } from '../../platform/errors/errors.ts';
import { programModule } from '../../platform/program/project-root.ts';
import { WorkerPool } from '../../platform/workers/worker-pool.ts';
import type { DocumentReading } from './document-reading.ts';
import { DocumentRefusal, type RefusalReason } from './document-refusal.ts';
import type { FileNames } from './document-type.ts';
import type { ExtractedDocument } from './extracted-document.ts';
import { EXTRACTION_LIMITS, type ExtractionLimits, maxFileBytes, timeLimitMs } from './extraction-limits.ts';
import { fileTooLarge } from './file-too-large.ts';
import { type PackedDocument, unpackDocument } from './packed-document.ts';

/** File to read and how. */
export interface DocumentFile {
  /** Content of the file, or its path. A file that is given by path is read in the worker thread. */
  readonly file: Uint8Array | string;
  readonly name: string;
  /** Media type that the caller declared. Null if it declared none. */
  readonly mediaType: string | null;
  readonly signal?: AbortSignal;
  /** Called after each page of a PDF. */
  readonly onProgress?: (pagesDone: number, pagesTotal: number) => void;
}

export interface ExtractionRequest {
  /** Form of the result: the document with its structure, or as it is stored. */
  readonly result: 'DOCUMENT' | 'READING';
  readonly file: Uint8Array | string;
  readonly names: FileNames;
  readonly limits: ExtractionLimits;
  /** Number of a `ReadingPace`, by which the worker pauses between pages. Null: without pauses. */
  readonly pace: Int32Array | null;
}

export interface ExtractionProgress {
  readonly pagesDone: number;
  readonly pagesTotal: number;
}

export type ExtractionResult =
  | { readonly outcome: 'EXTRACTED'; readonly document: PackedDocument }
  | { readonly outcome: 'READ'; readonly reading: DocumentReading }
  | { readonly outcome: 'REFUSED'; readonly reason: RefusalReason; readonly message: string };

export interface DocumentExtractorOptions {
  /** Number of worker threads, and so of documents that are read at a time. Default 2. */
  readonly workers?: number;
  readonly limits?: ExtractionLimits;
  /** Maximum megabytes of the JavaScript heap of one worker thread. Default 512. */
  readonly heapMb?: number;
  /** Number of a `ReadingPace`, for `read`. Pauses don’t count for the time limit. Default: no pauses. */
  readonly pace?: Int32Array;
}

const WORKERS = 2;
const HEAP_MB = 512;
/** Largest file, its unpacked content and what a parser copies of it. */
const MAX_EXTERNAL_BYTES = 600_000_000;
/** Time limit for starting a worker, which loads the libraries. */
const START_MS = 30_000;

class ExtractionTimeout extends Error {
  override readonly name = 'ExtractionTimeout';
}

class ExtractionOutOfMemory extends Error {
  override readonly name = 'ExtractionOutOfMemory';
}

class ExtractionCrashed extends Error {
  override readonly name = 'ExtractionCrashed';
}

/**
 * Reads documents in worker threads with limits of time and memory, so that a document can neither block requests nor end the
 * process.
 */
export class DocumentExtractor {
  readonly #limits: ExtractionLimits;
  readonly #pace: Int32Array | null;
  readonly #pool: WorkerPool<ExtractionRequest, ExtractionResult, ExtractionProgress>;

  constructor({
    workers = WORKERS,
    limits = EXTRACTION_LIMITS,
    heapMb = HEAP_MB,
    pace,
  }: DocumentExtractorOptions = {}) {
    this.#limits = limits;
    this.#pace = pace ?? null;
    this.#pool = new WorkerPool({
      workerUrl: pathToFileURL(programModule('documents/extraction/extract.worker')),
      name: 'extract-document',
      size: workers,
      startMs: START_MS,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 },
      maxExternalBytes: MAX_EXTERNAL_BYTES,
      errors: {
        timeout: (limitMs) => new ExtractionTimeout(`reading a document took longer than ${limitMs} ms`),
        crashed: (what, options) => new ExtractionCrashed(`the worker that reads documents ${what}`, options),
        outOfMemory: () => new ExtractionOutOfMemory('reading a document needed too much memory'),
        closed: () => new Refusal('SERVICE_UNAVAILABLE', 'The service is stopping. Try again shortly.'),
      },
    });
  }

  /** Number of documents that wait for a worker thread. */
  get waiting(): number {
    return this.#pool.waiting;
  }

  /**
   * Extracts a document. The time limit starts when a worker begins with it.
   * @returns the document, or why it can't be read
   * @throws the reason of `signal`, Refusal SERVICE_UNAVAILABLE when the service stops, or the error of the file system
   */
  async extract(document: DocumentFile): Promise<ExtractedDocument | DocumentRefusal> {
    const result = await this.#run<'EXTRACTED'>(document, 'DOCUMENT');
    return result instanceof DocumentRefusal ? result : unpackDocument(result.document);
  }

  /** Reads a document for the store and the search, like `extract` but with almost no work for the calling thread. */
  async read(document: DocumentFile): Promise<DocumentReading | DocumentRefusal> {
    const result = await this.#run<'READ'>(document, 'READING');
    return result instanceof DocumentRefusal ? result : result.reading;
  }

  async #run<Outcome extends 'EXTRACTED' | 'READ'>(
    { file, name, mediaType, signal, onProgress }: DocumentFile,
    wanted: ExtractionRequest['result'],
  ): Promise<Extract<ExtractionResult, { outcome: Outcome }> | DocumentRefusal> {
    const byteSize = typeof file === 'string' ? (await stat(file)).size : file.byteLength;
    const maxBytes = maxFileBytes(this.#limits);
    if (byteSize > maxBytes) return fileTooLarge(byteSize, maxBytes);
    const timeoutMs = timeLimitMs(byteSize, this.#limits);
    try {
      const result = await this.#pool.run(
        {
          result: wanted,
          file,
          names: { name, mediaType },
          limits: this.#limits,
          pace: wanted === 'READING' ? this.#pace : null,
        },
        {
          timeoutMs,
          signal,
          onProgress: onProgress && (({ pagesDone, pagesTotal }) => onProgress(pagesDone, pagesTotal)),
        },
      );
      if (result.outcome === 'REFUSED') return new DocumentRefusal(result.reason, result.message);
      return result as Extract<ExtractionResult, { outcome: Outcome }>;
    } catch (error) {
      const refusal = refusalOf(error, timeoutMs);
      if (refusal) return refusal;
      throw error;
    }
  }

  /** Ends all workers. Waiting and running documents are rejected. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function refusalOf(error: unknown, timeoutMs: number): DocumentRefusal | null {
  if (error instanceof ExtractionTimeout) {
    return new DocumentRefusal(
      'TIMED_OUT',
      `Reading the document took longer than ${Math.round(timeoutMs / 1000)} seconds. Split it, or print it to a new PDF.`,
      { cause: error },
    );
  }
  if (error instanceof ExtractionOutOfMemory || isOutOfHeap(error)) {
    return new DocumentRefusal(
      'TOO_MUCH_MEMORY',
      'Reading the document needs too much memory. Split it into several files.',
      { cause: error },
    );
  }
  if (!(error instanceof ExtractionCrashed)) return null;
  return new DocumentRefusal(
    'DAMAGED',
    'The document can’t be read, because its file is damaged. Open it in its program, and save it again.',
    { cause: error },
  );
}

function isOutOfHeap(error: unknown): boolean {
  const cause = error instanceof ExtractionCrashed ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
