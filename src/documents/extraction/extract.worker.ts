import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { WorkerPause, WorkerProgress, WorkerReply, WorkerStarted } from '../../platform/workers/worker-pool.ts';
import type { ExtractionProgress, ExtractionRequest, ExtractionResult } from './document-extractor.ts';
import { buffersOf, readingOf } from './document-reading.ts';
import { DocumentRefusal } from './document-refusal.ts';
import { extractDocument } from './extract-document.ts';
import { maxFileBytes } from './extraction-limits.ts';
import { fileTooLarge } from './file-too-large.ts';
import { packDocument, transferableOf } from './packed-document.ts';
import { isBusy, Pauses } from './pause.ts';

/** Number that never changes, to wait for without using the processor. */
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function bytesOf({ file, limits }: ExtractionRequest): Uint8Array {
  if (typeof file !== 'string') return file;
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > maxFileBytes(limits)) throw fileTooLarge(size, maxFileBytes(limits));
    return new Uint8Array(readFileSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/** Returns a function for one document that waits in proportion to the work since its last call, if the process is busy. */
function resting(pace: Int32Array | null): () => void {
  const pauses = new Pauses();
  let begin = performance.now();
  return () => {
    const pauseMs = pace !== null && isBusy(pace) ? pauses.after(performance.now() - begin) : 0;
    if (pauseMs > 0) {
      // Before the pause, so that the time limit is extended in time.
      parentPort?.postMessage({ pausedMs: pauseMs } satisfies WorkerPause);
      Atomics.wait(never, 0, 0, pauseMs);
    }
    begin = performance.now();
  };
}

async function answer(request: ExtractionRequest): Promise<ExtractionResult> {
  try {
    const rest = resting(request.pace);
    const onProgress = (pagesDone: number, pagesTotal: number) => {
      parentPort?.postMessage({ progress: { pagesDone, pagesTotal } } satisfies WorkerProgress<ExtractionProgress>);
      rest();
    };
    const document = await extractDocument(bytesOf(request), request.names, request.limits, onProgress);
    return request.result === 'READING'
      ? { outcome: 'READ', reading: readingOf(document, rest) }
      : { outcome: 'EXTRACTED', document: packDocument(document) };
  } catch (error) {
    if (!(error instanceof DocumentRefusal)) throw error;
    return { outcome: 'REFUSED', reason: error.reason, message: error.message };
  }
}

function transferableIn(result: ExtractionResult): ArrayBuffer[] {
  if (result.outcome === 'EXTRACTED') return transferableOf(result.document);
  return result.outcome === 'READ' ? buffersOf(result.reading) : [];
}

parentPort?.on('message', (request: ExtractionRequest) => {
  answer(request).then(
    (result) =>
      parentPort?.postMessage({ ok: true, ...result } satisfies WorkerReply<ExtractionResult>, transferableIn(result)),
    // The message of the error isn't passed on, because it could quote the document.
    (error: unknown) =>
      parentPort?.postMessage({
        ok: false,
        error: error instanceof Error ? error.name : 'unknown',
      } satisfies WorkerReply<ExtractionResult>),
  );
});

// On Linux, this is the priority of the calling thread alone. Requests come first while long documents are read.
const { PRIORITY_LOW } = constants.priority;
if (process.platform === 'linux' && getPriority() < PRIORITY_LOW) setPriority(PRIORITY_LOW);

parentPort?.postMessage('STARTED' satisfies WorkerStarted);
