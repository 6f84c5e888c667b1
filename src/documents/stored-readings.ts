import { pathToFileURL } from 'node:url';
import { Refusal } from '../platform/errors/errors.ts';
import { programModule } from '../platform/program/project-root.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { readIntact } from '../platform/storage/read-whole.ts';
import { WorkerPool } from '../platform/workers/worker-pool.ts';
import type { TextRange } from '../quotations/index.ts';
import { readingKey } from './document-bytes.ts';
import { type PackedDocument, unpackDocument } from './extraction/packed-document.ts';
import type { StoredReading } from './stored-reading.ts';

export interface UnpackRequest {
  readonly bytes: Uint8Array;
  /** Part of the text to return. Null: the whole reading. */
  readonly part: TextRange | null;
}

export type UnpackedReading = { readonly text: string } | { readonly document: PackedDocument };

/** Unpacking the longest text takes about five seconds. */
const TIMEOUT_MS = 60_000;
const HEAP_MB = 2_048;

/** Unpacking a reading took too long or needed too much memory. */
class UnpackingFailed extends Error {
  override readonly name = 'UnpackingFailed';
}

/**
 * Reads stored readings. One at a time is read and unpacked, in a worker thread: a long one needs hundreds of megabytes, and would
 * block requests.
 */
export class StoredReadings {
  readonly #store: BlobStore;
  readonly #pool = new WorkerPool<UnpackRequest, UnpackedReading>({
    workerUrl: pathToFileURL(programModule('documents/unpack-reading.worker')),
    name: 'unpack-reading',
    size: 1,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 64 },
    errors: {
      timeout: (limitMs) => new UnpackingFailed(`unpacking a reading took longer than ${limitMs} ms`),
      crashed: (what, options) => new UnpackingFailed(`the worker that unpacks readings ${what}`, options),
      closed: () => new Refusal('SERVICE_UNAVAILABLE', 'The service is stopping. Try again shortly.'),
    },
  });
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: BlobStore) {
    this.#store = store;
  }

  /** The whole reading with this digest. Null if its bytes are missing or damaged. */
  async read(sha256: string, signal: AbortSignal): Promise<StoredReading | null> {
    const unpacked = await this.#unpack(sha256, null, signal);
    return unpacked && 'document' in unpacked ? unpackDocument(unpacked.document) : null;
  }

  /** A part of the text of the reading with this digest. Null if its bytes are missing or damaged. */
  async readText(sha256: string, part: TextRange, signal: AbortSignal): Promise<string | null> {
    const unpacked = await this.#unpack(sha256, part, signal);
    return unpacked && 'text' in unpacked ? unpacked.text : null;
  }

  /** Ends the worker. Waiting readings are rejected. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  #unpack(sha256: string, part: TextRange | null, signal: AbortSignal): Promise<UnpackedReading | null> {
    const turn = this.#last.then(async () => {
      signal.throwIfAborted();
      const bytes = await readIntact(this.#store, readingKey(sha256));
      return bytes && this.#pool.run({ bytes, part }, { timeoutMs: TIMEOUT_MS, signal });
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}
