import { createHash, randomInt } from 'node:crypto';
import DataLoader from 'dataloader';
import { AssetKind, parseTags } from '../assets/index.ts';
import type { ImageTasks } from '../gateway/index.ts';
import { forecastBrief } from '../painter/index.ts';
import { reportChanges } from '../platform/audit/report-changes.ts';
import { can, requesterOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Contributions } from '../platform/contributions.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal, type ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { idempotencyKeyFault } from '../platform/idempotency/idempotency-key.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { onceByKey } from '../platform/idempotency/keyed-effect.ts';
import { newId } from '../platform/ids.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import type { Live } from '../platform/live/live.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { canonicalBytes } from '../proof/json.ts';
import { composeText } from '../proof/normal-form.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Render, type RenderStatus } from './render.entity.ts';
import { MAX_WAIT_SECONDS, type RenderBrief } from './render.inputs.ts';
import { RENDER_JOB } from './render.job.ts';
import { BriefNotCovered, RenderStatusConflict } from './render.problems.ts';
import { concurrentRenders } from './render.settings.ts';
import { countUnderWay, findRunsOfPicture, readStatuses } from './render.sql.ts';
import { cancelRender, holdRender, isFinal, queueRetry, RETRIED } from './render.transitions.ts';
import { imageRequestOf, withoutSpending } from './render-drawer.ts';
import { requestTitle } from './render-words.ts';
import {
  SANDBOX_MAX_ACTIVE,
  SANDBOX_MAX_SIDE_PX,
  SANDBOX_RETENTION_SECONDS,
  type SandboxRenders,
} from './sandbox-renders.ts';

const DEFAULT_SIDE_PX = 1024;
export const MIN_SIDE_PX = 256;
export const MAX_SIDE_PX = 2048;
export const MAX_PROMPT_LENGTH = 2_000;
export const MAX_TITLE_LENGTH = 200;
/**
 * Value of `Retry-After` when a caller has too many renders in progress. The embedded engine draws a picture in about a second.
 */
const RETRY_AFTER_SECONDS = 5;
/** Maximum time that a caller waits for follow-up work on a picture, such as sealing, which takes a few tenths of a second. */
const FOLLOW_UP_MS = 3_000;

/** Value of a render's `provider` while no provider is available. */
const NO_PROVIDER = 'none';

/** Function of another feature. Its promise resolves when the feature's work on a new asset is done, or the signal aborts. */
export type RenderFollowUp = (assetId: string, signal: AbortSignal) => Promise<void>;

declare module '../platform/contributions.ts' {
  interface Contributions {
    /**
     * Functions that wait for a feature's follow-up work on a picture, such as its seal, by the name of the feature. Called if
     * the caller waits for the picture.
     */
    renderFollowUps: Record<string, RenderFollowUp>;
  }
}

export interface RenderRequestResult {
  render: Render;
  /** True if an earlier request with the same idempotency key created the render. */
  isReplay: boolean;
}

export interface RenderChange {
  render: Render;
  /** False if the render was already canceled or retried, so that nothing changed. */
  isChanged: boolean;
}

export interface RenderServiceOptions {
  database: Database;
  queue: JobQueue;
  live: Live;
  settings: SettingsApi;
  images: Pick<ImageTasks, 'estimate'>;
  sandboxRenders: SandboxRenders;
  renderFollowUps: () => Contributions['renderFollowUps'];
}

/** Options of a request for a render, in addition to the brief. */
export interface RequestOptions {
  /** True if the embedded engine draws at no cost and the routing policy is ignored. */
  isEngineOnly?: boolean;
}

interface QueueOptions {
  requestHash: string;
  tags: readonly string[];
  isSandbox: boolean;
  isEngineOnly: boolean;
}

export class RenderService {
  readonly #queue: JobQueue;
  readonly #live: Live;
  readonly #settings: SettingsApi;
  readonly #images: Pick<ImageTasks, 'estimate'>;
  readonly #sandboxRenders: SandboxRenders;
  /** Reads render statuses: one statement for all waiting callers that are notified at the same time. */
  readonly #statuses: DataLoader<string, RenderStatus>;
  readonly #stopping = new AbortController();
  readonly #renderFollowUps: RenderServiceOptions['renderFollowUps'];

  constructor({ database, queue, live, settings, images, sandboxRenders, renderFollowUps }: RenderServiceOptions) {
    this.#queue = queue;
    this.#live = live;
    this.#settings = settings;
    this.#images = images;
    this.#sandboxRenders = sandboxRenders;
    this.#renderFollowUps = renderFollowUps;
    this.#statuses = new DataLoader((ids) => outsideRequests(() => statusesOf(database, ids)), {
      cache: false,
      maxBatchSize: 1_000,
    });
  }

  /**
   * Accepts a brief. Writes the render and its job in one transaction. A second request with the same idempotency key and the
   * same brief returns the first render. Callers without the permission `renders:request` are limited to sandbox renders.
   * @throws Refusal RATE_LIMITED if the caller has too many renders in progress, or has used up the sandbox pictures of the
   * day; UNAUTHENTICATED or FORBIDDEN if the sandbox is off
   */
  async requestRender(
    ctx: Context,
    input: RenderBrief,
    { isEngineOnly = false }: RequestOptions = {},
  ): Promise<RenderRequestResult | InputInvalid | BriefNotCovered | IdempotencyKeyReused> {
    const isSandbox = this.#sandboxRenders.isFor(ctx, 'renders:request');
    const issues = briefIssues(input);
    if (isSandbox) issues.push(...this.#sandboxRenders.issuesOf(ctx, input));
    const { tags, issues: tagIssues } = parseTags(input.tags ?? [], '/tags');
    if (issues.length + tagIssues.length > 0) return new InputInvalid([...issues, ...tagIssues]);

    const { idempotencyKey = null, ...request } = input;
    const requestHashes = hashesOf(request);
    const requestedBy = requesterOf(ctx.principal);
    const once = await onceByKey(ctx, {
      key: idempotencyKey,
      requestHashes,
      find: ({ em }) => em.findOne(Render, { requestedBy, idempotencyKey }),
      make: () =>
        this.#queueRender(ctx, input, {
          requestHash: requestHashes[0],
          tags: tags.map(({ label }) => label),
          isSandbox,
          isEngineOnly,
        }),
    });
    if (once instanceof IdempotencyKeyReused) return once;
    if ('earlier' in once) return { render: once.earlier, isReplay: true };
    return once.made instanceof Render ? { render: once.made, isReplay: false } : once.made;
  }

  /**
   * Writes a render and its job in one transaction. Returns BriefNotCovered for a strict brief whose subject the engine can't
   * draw, if the engine would draw the brief.
   * @throws Refusal RATE_LIMITED if the caller has too many renders in progress, or has used up the sandbox pictures of the day
   */
  async #queueRender(
    ctx: Context,
    input: RenderBrief,
    { requestHash, tags, isSandbox, isEngineOnly }: QueueOptions,
  ): Promise<Render | BriefNotCovered> {
    const requestedBy = requesterOf(ctx.principal);
    const brief = {
      prompt: composeText(input.prompt.trim()),
      seed: input.seed ?? randomInt(2 ** 31),
      width: input.width ?? (isSandbox ? SANDBOX_MAX_SIDE_PX : DEFAULT_SIDE_PX),
      height: input.height ?? (isSandbox ? SANDBOX_MAX_SIDE_PX : DEFAULT_SIDE_PX),
    };
    const isPinned = isEngineOnly || isSandbox;
    const { forecast, isEngine, provider } = await this.#forecastOf(ctx, brief, isPinned);
    if (isEngine && input.strict && forecast.uncovered !== null) return new BriefNotCovered(forecast.uncovered);
    await this.#assertRoom(ctx, requestedBy, isSandbox);
    if (isSandbox) await this.#sandboxRenders.take(ctx, 'renders:request', 1);

    try {
      return await ctx.transactional(async (inner) => {
        const { em } = inner;
        const queued = em.create(Render, {
          ...brief,
          title: composeText(input.title?.trim() ?? '') || (isEngine ? forecast.title : requestTitle(brief.prompt)),
          provider,
          isEngineOnly: isPinned,
          source: input.source ? composeText(input.source) : null,
          saveToBank: input.saveToBank,
          tags: [...tags],
          requestedBy,
          mayTag: can(ctx.principal, 'assets:write'),
          notApplied: [],
          retryOf: null,
          idempotencyKey: input.idempotencyKey ?? null,
          requestHash,
          understood: null,
          note: null,
          asset: null,
          sha256: null,
          extension: null,
          mediaType: null,
          byteSize: null,
          imageWidth: null,
          imageHeight: null,
          model: null,
          runId: null,
          drawn: null,
          failureReason: null,
          startedAt: null,
          completedAt: null,
          expiresAt: isSandbox ? new Date(ctx.clock.now().getTime() + SANDBOX_RETENTION_SECONDS * 1_000) : null,
        });
        await em.persist(queued).flush();
        await this.#queue.send(inner, RENDER_JOB, { renderId: queued.id });
        return queued;
      });
    } catch (error) {
      if (isSandbox) await this.#sandboxRenders.giveBack(ctx, 'renders:request', 1);
      throw error;
    }
  }

  /**
   * Cancels a render. The embedded engine stops at once. A provider whose model has started can still finish the picture and
   * charge for it.
   */
  async cancel(ctx: Context, id: string): Promise<RenderChange | RenderStatusConflict | NotFound> {
    const render = await this.#toChange(ctx, id);
    if (!render) return new NotFound(id);
    const isChanged = await ctx.transactional(async (inner) => {
      const before = await holdRender(inner, id);
      const isCanceled = await cancelRender(inner, id);
      if (isCanceled) reportChanges([id], [{ subjectId: id, field: 'status', before, after: 'CANCELED' }]);
      return isCanceled;
    });
    const now = await ctx.em.refreshOrFail(render);
    const status = now.status as RenderStatus;
    if (status === 'CANCELED') return { render: now, isChanged };
    return new RenderStatusConflict(
      status,
      `The render has already ended: its status is ${status}. There is nothing to cancel.`,
    );
  }

  /**
   * Retries a render that failed, was canceled or was aborted: creates a new render for the caller, with the same brief and seed.
   * A second call returns the first retry.
   * @throws Refusal RATE_LIMITED if the caller has too many renders in progress
   */
  async retry(ctx: Context, id: string): Promise<RenderChange | RenderStatusConflict | NotFound> {
    const render = await this.#toChange(ctx, id);
    if (!render) return new NotFound(id);
    const status = render.status as RenderStatus;
    if (!RETRIED.includes(status)) return new RenderStatusConflict(status, retryRefusal(status));
    const earlier = await ctx.em.findOne(Render, { retryOf: id });
    if (earlier) return { render: earlier, isChanged: false };

    const requestedBy = requesterOf(ctx.principal);
    const { provider } = await this.#forecastOf(ctx, render, render.isEngineOnly ?? false);
    await this.#assertRoom(ctx, requestedBy, false);
    const isChanged = await ctx.transactional(async (inner) => {
      const mayTag = can(ctx.principal, 'assets:write');
      const retry = { id: newId('render'), requestedBy, mayTag, provider };
      if (!(await queueRetry(inner, id, retry))) return false;
      await this.#queue.send(inner, RENDER_JOB, { renderId: retry.id });
      reportChanges([retry.id, id], [{ subjectId: retry.id, field: 'status', before: null, after: 'QUEUED' }]);
      return true;
    });
    return { render: await ctx.em.findOneOrFail(Render, { retryOf: id }), isChanged };
  }

  /** Finds a render that the caller can change: one of the caller's own, or any with the permission `renders:manage`. */
  #toChange({ em, principal }: Context, id: string): Promise<Render | null> {
    return em.findOne(Render, can(principal, 'renders:manage') ? { id } : { id, requestedBy: requesterOf(principal) });
  }

  /** Forecasts the content of a picture, and the provider that is expected to draw it. */
  async #forecastOf(ctx: Context, brief: Pick<Render, 'prompt' | 'seed' | 'width' | 'height'>, isPinned: boolean) {
    const forecast = forecastBrief(brief);
    const expected = await this.#images.estimate(isPinned ? withoutSpending(ctx) : ctx, imageRequestOf(brief), {
      covers: () => forecast.uncovered === null,
    });
    return { forecast, isEngine: expected.isEmbedded, provider: expected.deployment?.split('/')[0] ?? NO_PROVIDER };
  }

  /**
   * Refuses a request if the requester has too many renders in progress. Requests at the same moment can exceed the limit
   * together, because the renders are counted before the new one is inserted.
   */
  async #assertRoom({ em }: Context, requestedBy: string, isSandbox: boolean): Promise<void> {
    const mostOfOne = await this.#settings.value(concurrentRenders);
    const most = isSandbox ? Math.min(SANDBOX_MAX_ACTIVE, mostOfOne) : mostOfOne;
    if ((await countUnderWay(em, requestedBy, most)) < most) return;
    const whose = isSandbox ? 'sandbox renders of callers without this permission' : 'of your renders';
    const detail = `${most.toLocaleString('en')} ${whose} are in progress, which is the maximum. Wait until one has ended.`;
    throw new Refusal('RATE_LIMITED', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Yields once immediately, and then each time the render has possibly changed. */
  changes(renderId: string, signal: AbortSignal): AsyncIterable<void> {
    return this.#live.watch('render.changed', renderId, signal);
  }

  /** Ends all waits, because the service stops. Waiting callers get the current state of their render. */
  stopWaiting(): void {
    this.#stopping.abort();
  }

  /** Ids of the runs that drew the picture with these bytes, for other features. The records of the runs name the model. */
  runsBehind({ em }: Context, sha256: string): Promise<string[]> {
    return findRunsOfPicture(em, sha256);
  }

  /**
   * Waits until the render and the follow-up work on its picture have ended, the time is up, the service stops, or the caller has
   * disconnected. Returns the current state of the render, or the given state if the caller has disconnected.
   */
  async waitUntilEnded(ctx: Context, render: Render, waitSeconds: number): Promise<Render> {
    const waitMs = Math.min(Math.max(waitSeconds, 0), MAX_WAIT_SECONDS) * 1000;
    const until = performance.now() + waitMs;
    if (waitMs > 0 && !isFinal(render.status as RenderStatus)) {
      const patience = AbortSignal.any([AbortSignal.timeout(waitMs), ctx.signal, this.#stopping.signal]);
      for await (const _ of this.#live.watch('render.ended', render.id, patience)) {
        if (isFinal(await this.#statuses.load(render.id))) break;
      }
    }
    // The caller has disconnected, so the response isn't read.
    if (ctx.signal.aborted) return render;
    const ended = await ctx.em.refreshOrFail(render);
    await this.#waitForFollowUps(ctx, ended, until - performance.now());
    return ended;
  }

  async #waitForFollowUps(ctx: Context, { asset, completedAt }: Render, leftMs: number): Promise<void> {
    // Only a fresh picture is worth waiting for. The follow-up work on an older picture is done, or wasn't planned: for example,
    // sealing was off when the picture was drawn.
    const isFresh = completedAt && ctx.clock.now().getTime() - completedAt.getTime() < FOLLOW_UP_MS;
    if (!asset || !isFresh || leftMs <= 0) return;
    const brief = AbortSignal.timeout(Math.ceil(Math.min(leftMs, FOLLOW_UP_MS)));
    const patience = AbortSignal.any([brief, ctx.signal, this.#stopping.signal]);
    // The response doesn't depend on the follow-up work, so a failure of that work doesn't fail the request.
    await Promise.allSettled(Object.values(this.#renderFollowUps()).map((followUp) => followUp(asset.id, patience)));
  }
}

function retryRefusal(status: RenderStatus): string {
  if (status === 'BLOCKED')
    return 'The render was refused for its content, and would be refused again. Request another brief.';
  if (status === 'SUCCEEDED')
    return 'The render has succeeded. For another picture, request the same brief with another seed.';
  return 'The render is still in progress. Wait for it, or cancel it first.';
}

async function statusesOf(database: Database, ids: readonly string[]): Promise<RenderStatus[]> {
  const statuses = await readStatuses(database, [...new Set(ids)]);
  return ids.map((id) => statuses[id]!);
}

/**
 * Hashes of a request, to compare requests with the same idempotency key. A field sent as null equals an omitted field, except in
 * the second hash, which releases up to 0.1 stored.
 */
function hashesOf(request: Omit<RenderBrief, 'idempotencyKey'>): [current: string, earlier: string] {
  const hashOf = (fields: object) => createHash('sha256').update(canonicalBytes(fields)).digest('hex');
  const given = Object.entries(request).filter(([, value]) => value !== null);
  return [hashOf(Object.fromEntries(given)), hashOf(request)];
}

/** Brief of a REST request. `kind` is a text that hasn't been validated yet. */
interface RestBrief extends Omit<RenderBrief, 'kind'> {
  kind: string;
}

/**
 * Parses the kind in a brief.
 * @throws Refusal INPUT_INVALID with all issues of the brief, if the kind is unknown
 */
export function kindOf(brief: RestBrief): AssetKind {
  const kind = brief.kind.toUpperCase();
  if (Object.hasOwn(AssetKind, kind)) return kind as AssetKind;
  const { message, issues } = new InputInvalid([...briefIssues(brief), ...parseTags(brief.tags ?? [], '/tags').issues]);
  throw new Refusal('INPUT_INVALID', message, {
    issues: issues.map((issue) => ({ pointer: issue.pointer, detail: issue.message })),
  });
}

function briefIssues(input: RestBrief): ValueIssue[] {
  const issues: ValueIssue[] = [];
  const add = (name: string, detail: string) => issues.push({ pointer: `/${name}`, detail });
  if (input.prompt.trim() === '') add('prompt', 'The prompt is empty. Describe what to draw.');
  if (input.prompt.length > MAX_PROMPT_LENGTH)
    add('prompt', `The prompt has ${input.prompt.length} characters; at most ${MAX_PROMPT_LENGTH} are allowed.`);
  if (!Object.hasOwn(AssetKind, input.kind.toUpperCase())) add('kind', 'The kind must be one of: image.');
  if ((input.title?.length ?? 0) > MAX_TITLE_LENGTH)
    add('title', `The title has ${input.title!.length} characters; at most ${MAX_TITLE_LENGTH} are allowed.`);
  if ((input.source?.length ?? 0) > MAX_TITLE_LENGTH)
    add('source', `The source has ${input.source!.length} characters; at most ${MAX_TITLE_LENGTH} are allowed.`);
  for (const side of ['width', 'height'] as const) {
    const pixels = input[side] ?? DEFAULT_SIDE_PX;
    if (pixels < MIN_SIDE_PX || pixels > MAX_SIDE_PX)
      add(side, `The ${side} (${pixels}) must be ${MIN_SIDE_PX} to ${MAX_SIDE_PX} pixels.`);
  }
  if ((input.seed ?? 0) < 0) add('seed', `The seed (${input.seed}) must be 0 or more.`);
  const keyFault = input.idempotencyKey == null ? null : idempotencyKeyFault(input.idempotencyKey);
  if (keyFault !== null) add('idempotencyKey', keyFault);
  return issues;
}
