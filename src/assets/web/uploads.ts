import { useSyncExternalStore } from 'react';
import type { AssetStatus, UploadPictureMutation } from '../../web/generated/assets/graphql.ts';
import { UploadPictureDocument } from '../../web/generated/assets/graphql.ts';
import { newIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import { LEFT_REASONS, type MutationOutcome, type ProblemShape } from '../../web/kit/outcome.ts';
import { sendFiles } from '../../web/kit/send-files.ts';
import { sentenceOf } from '../../web/kit/states.tsx';
import { withSessionSteps } from '../../web/kit/use-mutation-of.ts';
import { notAppliedSentences } from '../pure.ts';
import { texts } from './texts.ts';
import { refusalOf } from './upload-refusal.ts';

/** Progress or result of the upload of one file. */
export type UploadState =
  | { kind: 'WAITING' }
  /**
   * `share` is the part of the file's bytes that are sent, from 0 to 1. At 1 the service has all bytes and checks the picture.
   */
  | { kind: 'SENDING'; share: number }
  | {
      kind: 'DONE';
      assetId: string;
      status: AssetStatus | null;
      isDuplicate: boolean;
      title: string | null;
      /** Sentences about values that the user entered but that were not applied, because the bank already had the picture. */
      notApplied: readonly string[];
    }
  /** The file was not sent, or the service refused it. */
  | { kind: 'REFUSED'; why: string }
  /** The upload failed, or its response was lost. The file can be sent again with the same idempotency key. */
  | { kind: 'LOST'; why: string };

export interface PictureUpload {
  id: number;
  file: File;
  title: string;
  tags: readonly string[];
  source: string | null;
  /** Idempotency key of the upload, sent again with the file if the response was lost. */
  idempotencyKey: string;
  /** Local URL of the file, for its preview. */
  previewUrl: string | null;
  state: UploadState;
}

/** Maximum number of uploads at a time. More aren't faster, because the service processes few pictures at a time. */
const AT_ONCE = 2;
const MAX_TITLE_LENGTH = 200;

let uploads: readonly PictureUpload[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Files that were added since the page was loaded, except those removed by `forgetEnded`. Uploads continue when the user opens
 * another screen.
 */
export function useUploads(): readonly PictureUpload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
}

export function isUnderWay({ state }: PictureUpload): boolean {
  return state.kind === 'WAITING' || state.kind === 'SENDING';
}

/** Queues files for upload, except those that the bank would certainly reject. */
export async function upload(
  files: Iterable<File>,
  { tags, source }: { tags: readonly string[]; source: string | null },
): Promise<void> {
  const judged = await Promise.all([...files].map(async (file) => ({ file, why: await refusalOf(file) })));
  const added = judged.map(({ file, why }): PictureUpload => {
    return {
      id: nextId++,
      file,
      title: titleOf(file),
      tags: [...tags],
      source,
      idempotencyKey: newIdempotencyKey(),
      previewUrl: why ? null : URL.createObjectURL(file),
      state: why ? { kind: 'REFUSED', why } : { kind: 'WAITING' },
    };
  });
  change([...added, ...uploads]);
  startNext();
}

/** Sends files again whose upload failed. */
export function sendAgain(ids: readonly number[]): void {
  change(uploads.map((one) => (ids.includes(one.id) ? { ...one, state: { kind: 'WAITING' } } : one)));
  startNext();
}

/** Removes files whose upload has ended from the list. */
export function forgetEnded(): void {
  for (const one of uploads) if (!isUnderWay(one) && one.previewUrl) URL.revokeObjectURL(one.previewUrl);
  change(uploads.filter(isUnderWay));
}

function startNext(): void {
  const running = uploads.filter(({ state }) => state.kind === 'SENDING').length;
  // The newest files are first in `uploads`, so the queue is in reverse order.
  const waiting = uploads.filter(({ state }) => state.kind === 'WAITING').toReversed();
  for (const one of waiting.slice(0, AT_ONCE - running)) void send(one);
}

async function send({ id, file, title, tags, source, idempotencyKey }: PictureUpload): Promise<void> {
  setUploadState(id, { kind: 'SENDING', share: 0 });
  const outcome = await withSessionSteps<UploadPictureMutation>(() =>
    sendFiles(
      UploadPictureDocument,
      { input: { title, tags: [...tags], source, file, idempotencyKey } },
      { onShare: (share) => setUploadState(id, { kind: 'SENDING', share }) },
    ),
  );
  setUploadState(id, stateAfter(outcome));
  startNext();
}

function stateAfter(outcome: MutationOutcome<UploadPictureMutation>): UploadState {
  if (outcome.kind === 'DONE') {
    const { payload } = outcome;
    const asset = 'asset' in payload ? payload.asset : null;
    const duplicateOf = 'duplicateOf' in payload ? payload.duplicateOf : null;
    const assetId = asset?.id ?? duplicateOf;
    if (!assetId) return { kind: 'LOST', why: texts.upload.noResult };
    const isDuplicate = Boolean(duplicateOf);
    return {
      kind: 'DONE',
      assetId,
      status: asset?.status ?? null,
      isDuplicate,
      title: asset?.title ?? null,
      notApplied: 'notApplied' in payload ? typedNotApplied(payload.notApplied ?? []) : [],
    };
  }
  if (outcome.kind === 'LEFT') return { kind: 'LOST', why: LEFT_REASONS[outcome.step] };
  if (outcome.kind === 'FAILURE') {
    const { failure } = outcome;
    if (failure.kind === 'REFUSED') return { kind: 'REFUSED', why: failure.message };
    return { kind: 'LOST', why: failure.kind === 'AWAY' ? texts.upload.connectionLost : sentenceOf(failure) };
  }
  const { code, message, issues } = outcome.problem as unknown as ProblemShape & { issues?: { message: string }[] };
  if (code === 'RATE_LIMITED' || code === 'SERVICE_UNAVAILABLE') return { kind: 'LOST', why: message };
  return { kind: 'REFUSED', why: issues?.length ? issues.map((issue) => issue.message).join(' ') : message };
}

/**
 * Sentences about values that the user entered but that were not applied. The title is left out, because it comes from the name
 * of the file.
 */
function typedNotApplied(details: Parameters<typeof notAppliedSentences>[0]): string[] {
  return notAppliedSentences(details.filter(({ field }) => field !== 'TITLE'));
}

function setUploadState(id: number, state: UploadState): void {
  change(uploads.map((one) => (one.id === id ? { ...one, state } : one)));
}

function change(after: readonly PictureUpload[]): void {
  uploads = after;
  for (const listener of listeners) listener();
}

/** Files that are not sent yet are lost when the user leaves the page, so the browser asks for confirmation. */
addEventListener('beforeunload', (event) => {
  if (uploads.some(isUnderWay)) event.preventDefault();
});

/** Title of a picture, made from the words in the name of its file. */
function titleOf({ name }: File): string {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_]+/g, ' ')
    .trim();
  return [...(words || name)].slice(0, MAX_TITLE_LENGTH / 2).join('');
}
