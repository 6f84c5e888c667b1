import type { NotApplied, StoredPicture } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { publish } from '../platform/events/outbox.ts';
import { type PaidDrawing, type RenderFailureReason, RenderStatus } from './render.entity.ts';
import {
  beginRow,
  endRow,
  insertRetry,
  lockAttempt,
  lockStatus,
  type RenderVersion,
  removePictures,
  subtractAttempt,
  succeedRow,
  updateDrawing,
} from './render.sql.ts';
import type { UnderstoodBrief } from './understood-brief.type.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** Every change of a status after the first. */
    'render.changed': { renderId: string; status: RenderStatus; version: number };
    'render.ended': { renderId: string; status: RenderStatus; assetId: string | null };
  }
}

/**
 * The life of a render, and the only place that changes its status:
 *
 *     QUEUED → RUNNING → SUCCEEDED
 *     QUEUED, RUNNING → FAILED, BLOCKED, CANCELED
 *     QUEUED → ABORTED
 *
 * What has ended has ended: to try it again makes another one, QUEUED, of the same brief and seed.
 *
 * Workers, callers and operators change one row at the same time, so each transition is a statement whose guard is judged
 * on the row as it is at that moment. It raises the version, takes the database's clock, and tells of itself in the same
 * transaction. A transition that the present state does not allow changes nothing and says so.
 */
const UNFINISHED: readonly RenderStatus[] = [RenderStatus.QUEUED, RenderStatus.RUNNING];

export const isFinal = (status: RenderStatus) => !UNFINISHED.includes(status);

/** Begins, or begins again after a worker was lost. Gives the number of the attempt; null when the render has ended. */
export async function beginRender(ctx: Context, renderId: string): Promise<number | null> {
  return ctx.transactional(async (inner) => {
    const begun = await beginRow(inner.em, renderId, UNFINISHED);
    if (!begun) return null;
    publishChange(inner, renderId, RenderStatus.RUNNING, begun);
    return begun.attempts;
  });
}

/**
 * Takes back an attempt that is not to count. Whoever gives it back must not go on with it: the next one gets its number. Does
 * nothing the second time, or when a later attempt has taken its place.
 */
export async function giveBackAttempt(ctx: Context, renderId: string, attempt: number): Promise<void> {
  await subtractAttempt(ctx.em, renderId, attempt);
}

/**
 * Whether this attempt is still the one that counts. It stays so until the transaction of the context ends, so that what belongs
 * to the end can be written before the end itself.
 */
export function holdAttempt(ctx: Context, renderId: string, attempt: number): Promise<boolean> {
  return lockAttempt(ctx.em, renderId, attempt);
}

/**
 * Remembers what a model has drawn and somebody has paid for, before anything else is done with it: whoever tries next goes on from
 * there. The first one counts.
 */
export async function keepDrawing(ctx: Context, renderId: string, drawing: PaidDrawing): Promise<void> {
  await updateDrawing(ctx.em, renderId, drawing);
}

/** What a render that succeeded has to show. */
export interface RenderResult {
  title: string;
  provider: string;
  /** Null for the engine of this process. */
  model: string | null;
  runId: string;
  /** Null where nobody knows what is in the picture. */
  understood: UnderstoodBrief | null;
  ignoredTerms: string[];
  note: string | null;
  picture: StoredPicture;
  /** Null when the picture was not to be saved. */
  assetId: string | null;
  /** Details that were not applied to an asset that was there before. */
  notApplied: readonly NotApplied[];
}

/** Ends the attempt that drew it, in the transaction of the context. False when a later attempt has taken its place. */
export async function succeedRender(
  ctx: Context,
  renderId: string,
  attempt: number,
  { picture, title, provider, model, runId, understood, ignoredTerms, note, assetId, notApplied }: RenderResult,
): Promise<boolean> {
  const ended = await succeedRow(ctx.em, renderId, attempt, {
    assetId,
    understood: understood && JSON.stringify(understood),
    ignoredTerms,
    sha256: picture.blob.sha256,
    extension: picture.extension,
    mediaType: picture.mediaType,
    byteSize: picture.blob.byteSize,
    note,
    imageWidth: picture.width,
    imageHeight: picture.height,
    title,
    provider,
    model,
    runId,
    notApplied: JSON.stringify(notApplied),
  });
  if (ended) publishEnd(ctx, renderId, RenderStatus.SUCCEEDED, ended, assetId);
  return ended !== null;
}

/** Gives up a render that no attempt could finish. */
export function failRender(ctx: Context, renderId: string, reason: RenderFailureReason): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: UNFINISHED, to: RenderStatus.FAILED, reason });
}

/** Refuses a render for what it asks for, before it is drawn or in the middle. */
export function blockRender(ctx: Context, renderId: string, reason?: RenderFailureReason): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: UNFINISHED, to: RenderStatus.BLOCKED, reason });
}

/** Ends a render that nobody wants any more. A worker that is at it finds its attempt passed. */
export function cancelRender(ctx: Context, renderId: string): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: UNFINISHED, to: RenderStatus.CANCELED });
}

/** The state of a render, which stays so until the transaction of the context ends or changes it itself; null when there is none. */
export function holdRender(ctx: Context, renderId: string): Promise<RenderStatus | null> {
  return lockStatus(ctx.em, renderId);
}

/** Of these another try may bring what the first did not. What was refused for what it asks for is refused again. */
export const RETRIED: readonly RenderStatus[] = [RenderStatus.FAILED, RenderStatus.CANCELED, RenderStatus.ABORTED];

/** What another try does not have of the first. */
export interface RenderRetry {
  id: string;
  requestedBy: string;
  mayTag: boolean;
  /** Who is expected to draw it, as things stand now. */
  provider: string;
}

/**
 * Tries a render again that has ended without a picture, in the transaction of the context: a new one with the same brief, size
 * and seed. False when it has not ended so, or is tried again already: of those who ask at the same moment, one makes it.
 */
export function queueRetry(ctx: Context, renderId: string, retry: RenderRetry): Promise<boolean> {
  return insertRetry(ctx.em, renderId, retry, RETRIED);
}

/** Ends a render whose deadline passed before it began. One that has begun goes on. */
export function abortRender(ctx: Context, renderId: string): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: [RenderStatus.QUEUED], to: RenderStatus.ABORTED });
}

interface RenderEnd {
  from: readonly RenderStatus[];
  to: RenderStatus;
  reason?: RenderFailureReason | undefined;
}

/** False when the render is in none of the states that this end may follow. */
async function endWithoutPicture(ctx: Context, renderId: string, { from, to, reason }: RenderEnd): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    const ended = await endRow(inner.em, renderId, { from, to, reason: reason ?? null });
    if (ended) publishEnd(inner, renderId, to, ended, null);
    return ended !== null;
  });
}

function publishChange(ctx: Context, renderId: string, status: RenderStatus, { version }: RenderVersion): void {
  publish(ctx, 'render.changed', { renderId, status, version });
}

function publishEnd(
  ctx: Context,
  renderId: string,
  status: RenderStatus,
  changed: RenderVersion,
  assetId: string | null,
): void {
  publishChange(ctx, renderId, status, changed);
  publish(ctx, 'render.ended', { renderId, status, assetId });
}

/**
 * Takes from renders the pictures with these digests, which were erased for good; in the transaction of the context. That they
 * succeeded stays true.
 */
export function forgetPictures({ em }: Context, digests: readonly string[]): Promise<void> {
  return removePictures(em, digests);
}
