import type { StoredPicture } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { publish } from '../platform/events/outbox.ts';
import { type KeptDrawing, type RenderFailureReason, RenderStatus } from './render.entity.ts';
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
    const [begun] = await sql<Changed & { attempts: number }>(
      inner.em,
      `update render set status = 'RUNNING', version = version + 1, attempts = attempts + 1,
         started_at = coalesce(started_at, current_timestamp(3))
       where id = $1 and status = any($2) returning version, attempts`,
      [renderId, UNFINISHED],
    );
    if (!begun) return null;
    tellChange(inner, renderId, RenderStatus.RUNNING, begun);
    return begun.attempts;
  });
}

/**
 * Takes back an attempt that is not to count. Whoever gives it back must not go on with it: the next one gets its number. Does
 * nothing the second time, or when a later attempt has taken its place.
 */
export async function giveBackAttempt(ctx: Context, renderId: string, attempt: number): Promise<void> {
  await sql(
    ctx.em,
    `update render set attempts = attempts - 1 where id = $1 and status = 'RUNNING' and attempts = $2`,
    [renderId, attempt],
  );
}

/**
 * Whether this attempt is still the one that counts. It stays so until the transaction of the context ends, so that what belongs
 * to the end can be written before the end itself.
 */
export async function holdAttempt(ctx: Context, renderId: string, attempt: number): Promise<boolean> {
  const held = await sql(
    ctx.em,
    `select 1 from render where id = $1 and status = 'RUNNING' and attempts = $2 for update`,
    [renderId, attempt],
  );
  return held.length > 0;
}

/**
 * Remembers what a model has drawn and somebody has paid for, before anything else is done with it: whoever tries next goes on from
 * there. The first one counts.
 */
export async function keepDrawing(ctx: Context, renderId: string, drawing: KeptDrawing): Promise<void> {
  await sql(ctx.em, `update render set drawn = $2::jsonb where id = $1 and status = 'RUNNING' and drawn is null`, [
    renderId,
    JSON.stringify(drawing),
  ]);
}

/** What a render that succeeded has to show. */
export interface Drawn {
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
}

/** Ends the attempt that drew it, in the transaction of the context. False when a later attempt has taken its place. */
export async function succeedRender(
  ctx: Context,
  renderId: string,
  attempt: number,
  { picture, title, provider, model, runId, understood, ignoredTerms, note, assetId }: Drawn,
): Promise<boolean> {
  const [ended] = await sql<Changed>(
    ctx.em,
    `update render set status = 'SUCCEEDED', version = version + 1, completed_at = current_timestamp(3), asset_id = $3,
       understood = $4::jsonb, ignored_terms = $5, sha256 = $6, extension = $7, media_type = $8, byte_size = $9, note = $10,
       image_width = $11, image_height = $12, title = $13, provider = $14, model = $15, run_id = $16, drawn = null
     where id = $1 and status = 'RUNNING' and attempts = $2 returning version`,
    [
      renderId,
      attempt,
      assetId,
      understood && JSON.stringify(understood),
      ignoredTerms,
      picture.blob.sha256,
      picture.extension,
      picture.mediaType,
      picture.blob.byteSize,
      note,
      picture.width,
      picture.height,
      title,
      provider,
      model,
      runId,
    ],
  );
  if (ended) tellEnd(ctx, renderId, RenderStatus.SUCCEEDED, ended, assetId);
  return ended !== undefined;
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
export async function holdRender(ctx: Context, renderId: string): Promise<RenderStatus | null> {
  const [held] = await sql<{ status: RenderStatus }>(ctx.em, 'select status from render where id = $1 for update', [
    renderId,
  ]);
  return held?.status ?? null;
}

/** Of these another try may bring what the first did not. What was refused for what it asks for is refused again. */
export const RETRIED: readonly RenderStatus[] = [RenderStatus.FAILED, RenderStatus.CANCELED, RenderStatus.ABORTED];

/** What another try does not have of the first. */
export interface Retry {
  id: string;
  requestedBy: string;
  /** Who is expected to draw it, as things stand now. */
  provider: string;
}

/**
 * Tries a render again that has ended without a picture, in the transaction of the context: a new one with the same brief, size
 * and seed. False when it has not ended so, or is tried again already: of those who ask at the same moment, one makes it.
 */
export async function queueRetry(
  ctx: Context,
  renderId: string,
  { id, requestedBy, provider }: Retry,
): Promise<boolean> {
  const queued = await sql(
    ctx.em,
    `insert into render (id, status, kind, title, source, prompt, provider, seed, width, height, save_to_bank, tags,
       is_engine_only, request_hash, ignored_terms, requested_by, retry_of_id)
     select $2, 'QUEUED', kind, title, source, prompt, $4, seed, width, height, save_to_bank, tags, is_engine_only, request_hash,
       '{}', $3, id
     from render where id = $1 and status = any($5) on conflict (retry_of_id) do nothing returning 1`,
    [renderId, id, requestedBy, provider, RETRIED],
  );
  return queued.length > 0;
}

/** Ends a render whose deadline passed before it began. One that has begun goes on. */
export function abortRender(ctx: Context, renderId: string): Promise<boolean> {
  return endWithoutPicture(ctx, renderId, { from: [RenderStatus.QUEUED], to: RenderStatus.ABORTED });
}

interface End {
  from: readonly RenderStatus[];
  to: RenderStatus;
  reason?: RenderFailureReason | undefined;
}

/** False when the render is in none of the states that this end may follow. */
async function endWithoutPicture(ctx: Context, renderId: string, { from, to, reason }: End): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    const [ended] = await sql<Changed>(
      inner.em,
      `update render set status = $2, version = version + 1, completed_at = current_timestamp(3), failure_reason = $3, drawn = null
       where id = $1 and status = any($4) returning version`,
      [renderId, to, reason ?? null, from],
    );
    if (ended) tellEnd(inner, renderId, to, ended, null);
    return ended !== undefined;
  });
}

interface Changed {
  version: number;
}

function tellChange(ctx: Context, renderId: string, status: RenderStatus, { version }: Changed): void {
  publish(ctx, 'render.changed', { renderId, status, version });
}

function tellEnd(ctx: Context, renderId: string, status: RenderStatus, changed: Changed, assetId: string | null): void {
  tellChange(ctx, renderId, status, changed);
  publish(ctx, 'render.ended', { renderId, status, assetId });
}

/**
 * Takes from renders the pictures with these digests, which were erased for good; in the transaction of the context. That they
 * succeeded stays true.
 */
export async function forgetPictures({ em }: Context, digests: readonly string[]): Promise<void> {
  await sql(
    em,
    `update render set version = version + 1, asset_id = null, sha256 = null, extension = null, media_type = null,
       byte_size = null, image_width = null, image_height = null where sha256 = any($1)`,
    [digests],
  );
}
