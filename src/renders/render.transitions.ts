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
    /** Event that is published on every attempt of a render and on every change of its status, but not on its creation. */
    'render.changed': { renderId: string; status: RenderStatus; version: number };
    'render.ended': { renderId: string; status: RenderStatus; assetId: string | null };
  }
}

/**
 * Life cycle of a render. Only this file changes its status:
 *
 *     QUEUED → RUNNING → SUCCEEDED
 *     QUEUED, RUNNING → FAILED, BLOCKED, CANCELED
 *     QUEUED → ABORTED
 *
 * A final status never changes: a retry is a new render, QUEUED, with the same brief and seed.
 *
 * Workers, callers and operators change one row at the same time, so each transition is one statement with a guard on the current
 * row. It increments the version, uses the database's clock, and publishes its event in the same transaction. A transition that
 * the current status doesn't allow changes nothing, and its function returns null or false.
 */
const UNFINISHED: readonly RenderStatus[] = [RenderStatus.QUEUED, RenderStatus.RUNNING];

export const isFinal = (status: RenderStatus) => !UNFINISHED.includes(status);

/**
 * Starts an attempt, also if the worker of the previous one died. Returns the number of the attempt. Null if the render has
 * ended.
 */
export async function beginRender(ctx: Context, renderId: string): Promise<number | null> {
  return ctx.transactional(async (inner) => {
    const begun = await beginRow(inner.em, renderId, UNFINISHED);
    if (!begun) return null;
    publishChange(inner, renderId, RenderStatus.RUNNING, begun);
    return begun.attempts;
  });
}

/**
 * Withdraws an attempt that doesn't count, so that the next attempt gets its number. The worker must not continue the withdrawn
 * attempt. Does nothing the second time, or if a later attempt has started or the render has ended.
 */
export async function giveBackAttempt(ctx: Context, renderId: string, attempt: number): Promise<void> {
  await subtractAttempt(ctx.em, renderId, attempt);
}

/**
 * Returns true if this attempt is still the render's current one. The render stays locked until the transaction ends, so that
 * other rows can be written before the render ends.
 */
export function holdAttempt(ctx: Context, renderId: string, attempt: number): Promise<boolean> {
  return lockAttempt(ctx.em, renderId, attempt);
}

/**
 * Records a picture that a model has drawn and that was paid for, before anything else is done with the picture. The next attempt
 * uses it instead of drawing again. A picture that was recorded before isn't replaced.
 */
export async function keepDrawing(ctx: Context, renderId: string, drawing: PaidDrawing): Promise<void> {
  await updateDrawing(ctx.em, renderId, drawing);
}

/** Picture of a render that succeeded, and facts about how it was drawn. */
export interface RenderResult {
  title: string;
  provider: string;
  /** Name of the model that drew the picture. Null for the embedded engine. */
  model: string | null;
  runId: string;
  /** The engine's interpretation of the brief. Null for a picture that a model drew, because its content is unchecked. */
  understood: UnderstoodBrief | null;
  ignoredTerms: string[];
  note: string | null;
  picture: StoredPicture;
  /** Id of the asset. Null if the picture isn't saved to the bank. */
  assetId: string | null;
  /** Details of the request that were not applied because the asset already existed. */
  notApplied: readonly NotApplied[];
}

/**
 * Ends the render successfully, in the transaction of the context. False if a later attempt has started, or the render has ended.
 */
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

/** Ends a render as failed, because no attempt produced a picture. */
export function failRender(ctx: Context, renderId: string, reason: RenderFailureReason): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: UNFINISHED, to: RenderStatus.FAILED, reason });
}

/** Ends a render whose content was refused, before or while it is drawn. */
export function blockRender(ctx: Context, renderId: string, reason?: RenderFailureReason): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: UNFINISHED, to: RenderStatus.BLOCKED, reason });
}

/** Cancels a render. A worker that is drawing it then finds that its attempt is no longer current. */
export function cancelRender(ctx: Context, renderId: string): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: UNFINISHED, to: RenderStatus.CANCELED });
}

/** Locks a render until the transaction of the context ends, and reads its status. Null if the render doesn't exist. */
export function holdRender(ctx: Context, renderId: string): Promise<RenderStatus | null> {
  return lockStatus(ctx.em, renderId);
}

/** Statuses of renders that can be retried. A render that was refused for its content would be refused again. */
export const RETRIED: readonly RenderStatus[] = [RenderStatus.FAILED, RenderStatus.CANCELED, RenderStatus.ABORTED];

/** Fields in which a retry differs from the original render. */
export interface RenderRetry {
  id: string;
  requestedBy: string;
  mayTag: boolean;
  /** Provider that is expected to draw the retry. */
  provider: string;
}

/**
 * Retries a render that ended without a picture, in the transaction of the context: inserts a new render with the same brief,
 * size and seed. False if the render's status isn't one of `RETRIED`, or it was already retried. Only one of several concurrent
 * calls inserts a retry.
 */
export function queueRetry(ctx: Context, renderId: string, retry: RenderRetry): Promise<boolean> {
  return insertRetry(ctx.em, renderId, retry, RETRIED);
}

/** Aborts a render whose deadline passed before it started. A render that has started continues. */
export function abortRender(ctx: Context, renderId: string): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: [RenderStatus.QUEUED], to: RenderStatus.ABORTED });
}

interface RenderEnd {
  from: readonly RenderStatus[];
  to: RenderStatus;
  reason?: RenderFailureReason | undefined;
}

/** Ends a render without a picture. False if its status isn't one of `from`. */
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

/** Removes purged pictures from their renders, by digest, in the transaction of the context. The renders stay SUCCEEDED. */
export function forgetPictures({ em }: Context, digests: readonly string[]): Promise<void> {
  return removePictures(em, digests);
}
