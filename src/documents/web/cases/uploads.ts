import { useSyncExternalStore } from 'react';
import { UploadDocumentsDocument, type UploadDocumentsMutation } from '../../../web/generated/documents/graphql.ts';
import { formatBytes } from '../../../web/kit/format-bytes.ts';
import { newIdempotencyKey } from '../../../web/kit/idempotency-key.ts';
import { LEFT_REASONS, type MutationOutcome, type ProblemShape } from '../../../web/kit/outcome.ts';
import { sendFiles } from '../../../web/kit/send-files.ts';
import { sentenceOf } from '../../../web/kit/states.tsx';
import { withSessionSteps } from '../../../web/kit/use-mutation-of.ts';
import { isZip, nextRequest } from './next-request.ts';
import type { PathFile } from './path-file.ts';
import { texts } from './texts.ts';

/** Progress or result of the upload of one file. */
export type UploadState =
  | { kind: 'WAITING' }
  /** `share` is the part of the request’s bytes that are sent, from 0 to 1. At 1 the service has all of them. */
  | { kind: 'SENDING'; share: number }
  | { kind: 'ADDED'; documentId: string | null }
  | { kind: 'NEW_VERSION'; documentId: string | null; version: number }
  /** The case already has the bytes, in the document of this name. */
  | { kind: 'DUPLICATE'; documentId: string | null; name: string | null }
  /** A zip, whose files became documents. */
  | { kind: 'UNPACKED'; added: number; duplicates: number; refused: number; refusals: readonly Refusal[] }
  /** The file was not sent, or the service refused it. */
  | { kind: 'REFUSED'; why: string }
  /** The upload failed, or its response was lost. The file can be sent again with the same idempotency key. */
  | { kind: 'LOST'; why: string }
  | { kind: 'CANCELLED'; why: string };

/** A file of a zip that was refused. */
export interface Refusal {
  name: string;
  why: string;
}

/** Files that are sent in one request. They keep its idempotency key if they are sent again. */
interface Batch {
  idempotencyKey: string;
  attempts: number;
}

export interface DocumentUpload extends PathFile {
  id: number;
  caseId: string;
  /** Request that the file belongs to. Null until it is sent. */
  batch: Batch | null;
  state: UploadState;
}

/** Uploads of this page. */
interface Uploads {
  files: readonly DocumentUpload[];
  /** Time at which the upload continues, in milliseconds. Null unless the service asked to wait. */
  pausedUntil: number | null;
}

/** Maximum number of requests at a time. One is sent while the service stores the files of another. */
const AT_ONCE = 2;
const MAX_FILE_BYTES = 100_000_000;
/** Number of times that a request is repeated after the service asked to wait. */
const MAX_ATTEMPTS = 5;
const DEFAULT_PAUSE_SECONDS = 30;

let uploads: Uploads = { files: [], pausedUntil: null };
let nextId = 1;
const listeners = new Set<() => void>();
const running = new Map<Batch, AbortController>();

/** Uploads since the page was loaded, of all cases. They continue when the user opens another screen. */
export function useUploads(): Uploads {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
}

export const isUnderWay = ({ state: { kind } }: DocumentUpload) => kind === 'WAITING' || kind === 'SENDING';
export const canRetry = ({ state: { kind } }: DocumentUpload) => kind === 'LOST' || kind === 'CANCELLED';

/** Queues files for upload to a case, except those that the service would certainly refuse. */
export function upload(caseId: string, files: readonly PathFile[]): void {
  const added = files.map(({ path, file }): DocumentUpload => {
    const why = refusalOf(file);
    return {
      id: nextId++,
      caseId,
      path,
      file,
      batch: null,
      state: why === null ? { kind: 'WAITING' } : { kind: 'REFUSED', why },
    };
  });
  change([...uploads.files, ...added]);
  startNext();
}

/** Sends files of a case again whose upload failed or was cancelled. */
export function sendAgain(caseId: string): void {
  change(
    uploads.files.map((one) => (one.caseId === caseId && canRetry(one) ? { ...one, state: { kind: 'WAITING' } } : one)),
  );
  startNext();
}

/** Cancels all uploads of a case. */
export function cancelUploads(caseId: string): void {
  const batches = new Set<Batch>();
  change(
    uploads.files.map((one) => {
      if (one.caseId !== caseId || !isUnderWay(one)) return one;
      const isSent = one.state.kind === 'SENDING';
      if (isSent && one.batch) batches.add(one.batch);
      return {
        ...one,
        state: { kind: 'CANCELLED', why: isSent ? texts.upload.maybeStored : texts.upload.cancelled },
      };
    }),
    null,
  );
  for (const batch of batches) running.get(batch)?.abort();
}

/** Removes files of a case whose upload has ended from the list. */
export function forgetEnded(caseId: string): void {
  change(uploads.files.filter((one) => one.caseId !== caseId || isUnderWay(one)));
}

function refusalOf({ size }: File): string | null {
  if (size === 0) return texts.upload.empty;
  return size > MAX_FILE_BYTES ? texts.upload.tooLarge(formatBytes(size)) : null;
}

function startNext(): void {
  while (running.size < AT_ONCE && uploads.pausedUntil === null) {
    const files = nextRequest(uploads.files.filter(({ state }) => state.kind === 'WAITING'));
    if (files.length === 0) return;
    void send(files);
  }
}

async function send(files: readonly DocumentUpload[]): Promise<void> {
  const batch = files[0]!.batch ?? { idempotencyKey: newIdempotencyKey(), attempts: 0 };
  batch.attempts++;
  const sending = new AbortController();
  running.set(batch, sending);
  setStates(files, () => ({ kind: 'SENDING', share: 0 }), batch);
  const { caseId } = files[0]!;
  const outcome = await withSessionSteps<UploadDocumentsMutation>(() =>
    sendFiles(
      UploadDocumentsDocument,
      {
        input: {
          caseId,
          files: files.map(({ path, file }) => ({ name: path, file })),
          idempotencyKey: batch.idempotencyKey,
        },
      },
      {
        onShare: (share) => {
          if (!sending.signal.aborted) setStates(files, () => ({ kind: 'SENDING', share }));
        },
        signal: sending.signal,
      },
    ),
  );
  if (running.get(batch) === sending) running.delete(batch);
  if (!sending.signal.aborted) finish(files, batch, outcome);
  startNext();
}

function finish(
  files: readonly DocumentUpload[],
  batch: Batch,
  outcome: MutationOutcome<UploadDocumentsMutation>,
): void {
  if (outcome.kind === 'DONE') {
    const { payload } = outcome;
    const results = 'documents' in payload ? (payload.documents ?? []) : [];
    if ('fileCount' in payload && isZip(files[0]!)) setStates(files, (file) => stateOfZip(file, payload));
    else setStates(files, (_, index) => stateOf(results[index]));
  } else if (outcome.kind === 'LEFT') lose(files, LEFT_REASONS[outcome.step]);
  else if (outcome.kind === 'FAILURE') {
    const { failure } = outcome;
    if (failure.kind === 'REFUSED') refuseAll(files, failure.message);
    else lose(files, failure.kind === 'AWAY' ? texts.upload.lost : sentenceOf(failure));
  } else finishWithProblem(files, batch, outcome.problem as unknown as UploadProblem);
}

type UploadProblem = ProblemShape & {
  issues?: { pointer?: string | null; message: string }[] | null;
  /** Only problems that end by themselves have this field. */
  retryAfterSeconds?: number | null;
};

function finishWithProblem(files: readonly DocumentUpload[], batch: Batch, problem: UploadProblem): void {
  const { message, issues, retryAfterSeconds } = problem;
  const faults = new Map((issues ?? []).map((issue) => [indexIn(issue.pointer), issue.message]));
  if (retryAfterSeconds !== undefined) {
    if (batch.attempts < MAX_ATTEMPTS) pause(files, retryAfterSeconds ?? DEFAULT_PAUSE_SECONDS);
    else lose(files, message);
  } else if (faults.size > 0 && !faults.has(null)) {
    // One invalid file must not keep the others back, so they are sent again without it.
    const stateFor = (index: number): UploadState =>
      faults.has(index) ? { kind: 'REFUSED', why: faults.get(index)! } : { kind: 'WAITING' };
    setStates(files, (_, index) => stateFor(index), null);
  } else refuseAll(files, issues?.[0]?.message ?? message);
}

/** Marks files as failed that can be sent again. */
function lose(files: readonly DocumentUpload[], why: string): void {
  setStates(files, () => ({ kind: 'LOST', why: `${why} ${texts.upload.retryIsSafe}` }));
}

/** Index of a file that a pointer such as `/files/3/name` names. Null if it names another value. */
function indexIn(pointer: string | null | undefined): number | null {
  const [, digits] = /\/files\/(\d+)/.exec(pointer ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Refuses the files, and those of the case that still wait, because the same reason applies to them, e.g. a full case. */
function refuseAll(files: readonly DocumentUpload[], why: string): void {
  const { caseId } = files[0]!;
  const ids = new Set(files.map(({ id }) => id));
  change(
    uploads.files.map((one): DocumentUpload => {
      if (ids.has(one.id)) return { ...one, state: { kind: 'REFUSED', why } };
      const isNext = one.caseId === caseId && one.state.kind === 'WAITING';
      return isNext ? { ...one, state: { kind: 'CANCELLED', why: texts.upload.stopped(why) } } : one;
    }),
  );
}

/** Sends files again after a pause that the service asked for. */
function pause(files: readonly DocumentUpload[], seconds: number): void {
  setStates(files, () => ({ kind: 'WAITING' }));
  change(uploads.files, Date.now() + seconds * 1_000);
  setTimeout(() => {
    if (uploads.pausedUntil !== null && uploads.pausedUntil <= Date.now() + 50) change(uploads.files, null);
    startNext();
  }, seconds * 1_000);
}

type Payload = Extract<UploadDocumentsMutation['uploadDocuments'], { fileCount: number }>;
type Result = NonNullable<Payload['documents']>[number];

function stateOf(result: Result | undefined): UploadState {
  if (!result) return { kind: 'LOST', why: texts.upload.noResult };
  const { outcome, refusalMessage, document, version } = result;
  const documentId = document?.id ?? null;
  if (outcome === 'DUPLICATE') return { kind: 'DUPLICATE', documentId, name: document?.name ?? null };
  if (outcome === 'NEW_VERSION') return { kind: 'NEW_VERSION', documentId, version: version?.number ?? 0 };
  if (outcome === 'ADDED') return { kind: 'ADDED', documentId };
  return { kind: 'REFUSED', why: refusalMessage ?? texts.upload.noResult };
}

function stateOfZip({ path }: DocumentUpload, payload: Payload): UploadState {
  const { newCount, duplicateCount, refusedCount, documents } = payload;
  const refusals = (documents ?? []).flatMap(({ name, outcome, refusalMessage }): Refusal[] =>
    outcome === 'REFUSED' ? [{ name, why: refusalMessage ?? '' }] : [],
  );
  const isRefused = newCount + duplicateCount === 0 && refusals.length === 1 && refusals[0]!.name === path;
  if (isRefused) return { kind: 'REFUSED', why: refusals[0]!.why };
  return { kind: 'UNPACKED', added: newCount, duplicates: duplicateCount, refused: refusedCount, refusals };
}

/** @param batch request that the files belong to from now on. Left out: the same as before */
function setStates(
  files: readonly DocumentUpload[],
  stateFor: (file: DocumentUpload, index: number) => UploadState,
  batch?: Batch | null,
): void {
  const indices = new Map(files.map(({ id }, index) => [id, index]));
  change(
    uploads.files.map((one) => {
      const index = indices.get(one.id);
      if (index === undefined) return one;
      return { ...one, state: stateFor(one, index), batch: batch === undefined ? one.batch : batch };
    }),
  );
}

function change(files: readonly DocumentUpload[], pausedUntil: number | null = uploads.pausedUntil): void {
  uploads = { files, pausedUntil };
  for (const listener of listeners) listener();
}

/** Files that are not sent yet are lost when the user leaves the page, so the browser asks for confirmation. */
addEventListener('beforeunload', (event) => {
  if (uploads.files.some(isUnderWay)) event.preventDefault();
});
