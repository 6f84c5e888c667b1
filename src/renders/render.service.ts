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
import { BriefNotCovered, RenderStatusUnfit } from './render.problems.ts';
import { concurrentRenders } from './render.settings.ts';
import { countUnderWay, findModel, readStatuses } from './render.sql.ts';
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
/** A picture takes a second to draw. */
const RETRY_AFTER_SECONDS = 5;
/** What follows from a render takes a few tenths of a second; nobody waits longer for it than this. */
const FOLLOW_UP_MS = 3_000;

/** Who is expected to draw, where nobody could as things stand. */
const NO_PROVIDER = 'none';

/** Resolves when what follows from a new asset is there, or the signal aborts. */
export type RenderFollowUp = (assetId: string, signal: AbortSignal) => Promise<void>;

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Waits for what follows from a picture, e.g. its seal, for a caller who waited for the picture; by the name of the feature. */
    renderFollowUps: Record<string, RenderFollowUp>;
  }
}

export interface RenderRequestResult {
  render: Render;
  /** Whether an earlier request with the same idempotency key made it. */
  isReplay: boolean;
}

export interface RenderChange {
  render: Render;
  /** False when it was so already. */
  isChanged: boolean;
}

/** What renders stand on. */
export interface RenderServiceOptions {
  database: Database;
  queue: JobQueue;
  live: Live;
  settings: SettingsApi;
  images: Pick<ImageTasks, 'estimate'>;
  sandboxRenders: SandboxRenders;
  renderFollowUps: () => Contributions['renderFollowUps'];
}

/** How a render is asked for, besides its brief. */
export interface RequestOptions {
  /** Whether the engine of this process draws it, whatever the policy says: it costs nothing. */
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
  /** Reads for all who are woken at the same moment, whatever requests they belong to, in one statement. */
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
   * Accepts a brief: the row and its job are written in one transaction. Asking again with the same key gives the first one. Who may
   * not have pictures drawn gets what strangers get.
   * @throws Refusal RATE_LIMITED when as many of the caller's are under way as may be, or a stranger has had enough for today;
   *   UNAUTHENTICATED, FORBIDDEN where strangers get nothing.
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

  /** Writes the row and its job in one transaction, unless the caller has too many in progress. */
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
   * Ends a render that nobody wants any more. Whoever draws it is told to stop: the engine of this service does at once; what a
   * model has begun its provider may still finish, and charge.
   */
  async cancel(ctx: Context, id: string): Promise<RenderChange | RenderStatusUnfit | NotFound> {
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
    return new RenderStatusUnfit(status, `It has ended already: it is ${status}. There is nothing to cancel.`);
  }

  /**
   * Tries a render again that brought no picture: a new one, of the same brief and seed, for who asks. Asked twice, it is tried
   * again once.
   * @throws Refusal RATE_LIMITED when as many of the caller's are under way as may be.
   */
  async retry(ctx: Context, id: string): Promise<RenderChange | RenderStatusUnfit | NotFound> {
    const render = await this.#toChange(ctx, id);
    if (!render) return new NotFound(id);
    const status = render.status as RenderStatus;
    if (!RETRIED.includes(status)) return new RenderStatusUnfit(status, whyNotAgain(status));
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

  /** One's own, or with the permission anybody's. */
  #toChange({ em, principal }: Context, id: string): Promise<Render | null> {
    return em.findOne(Render, can(principal, 'renders:manage') ? { id } : { id, requestedBy: requesterOf(principal) });
  }

  /** What would be drawn of a brief as things stand, and who is expected to. */
  async #forecastOf(ctx: Context, brief: Pick<Render, 'prompt' | 'seed' | 'width' | 'height'>, isPinned: boolean) {
    const forecast = forecastBrief(brief);
    const expected = await this.#images.estimate(isPinned ? withoutSpending(ctx) : ctx, imageRequestOf(brief), {
      covers: () => forecast.uncovered === null,
    });
    return { forecast, isEngine: expected.isEmbedded, provider: expected.deployment?.split('/')[0] ?? NO_PROVIDER };
  }

  /** Those that come at the very same moment may pass it together, by as many as there are connections to the database. */
  async #assertRoom({ em }: Context, requestedBy: string, isSandbox: boolean): Promise<void> {
    const mostOfOne = await this.#settings.value(concurrentRenders);
    const most = isSandbox ? Math.min(SANDBOX_MAX_ACTIVE, mostOfOne) : mostOfOne;
    if ((await countUnderWay(em, requestedBy, most)) < most) return;
    const whose = isSandbox ? 'renders of callers like you' : 'of your renders';
    const detail = `${most.toLocaleString('en')} ${whose} are under way, and that is as many as may be at a time.`;
    throw new Refusal('RATE_LIMITED', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Yields at once, and whenever the render may have changed. */
  changes(renderId: string, signal: AbortSignal): AsyncIterable<void> {
    return this.#live.watch('render.changed', renderId, signal);
  }

  /** Lets nobody wait any longer: who still does gets the render as it stands. */
  stopWaiting(): void {
    this.#stopping.abort();
  }

  /** For later features: the model that drew these bytes; null where no model has, as the engine of this process. */
  modelBehind({ em }: Context, sha256: string): Promise<{ model: string; runId: string } | null> {
    return findModel(em, sha256);
  }

  /** The render once it has ended, or as it stands when the time is up or the caller has gone. */
  async waitUntilEnded(ctx: Context, render: Render, waitSeconds: number): Promise<Render> {
    const waitMs = Math.min(Math.max(waitSeconds, 0), MAX_WAIT_SECONDS) * 1000;
    const until = performance.now() + waitMs;
    if (waitMs > 0 && !isFinal(render.status as RenderStatus)) {
      const patience = AbortSignal.any([AbortSignal.timeout(waitMs), ctx.signal, this.#stopping.signal]);
      for await (const _ of this.#live.watch('render.ended', render.id, patience)) {
        if (isFinal(await this.#statuses.load(render.id))) break;
      }
    }
    // For who has gone nobody has to look.
    if (ctx.signal.aborted) return render;
    const ended = await ctx.em.refreshOrFail(render);
    await this.#waitForFollowUps(ctx, ended, until - performance.now());
    return ended;
  }

  async #waitForFollowUps(ctx: Context, { asset, completedAt }: Render, leftMs: number): Promise<void> {
    // What has not followed soon will not follow at all: sealing may have been off.
    const isFresh = completedAt && ctx.clock.now().getTime() - completedAt.getTime() < FOLLOW_UP_MS;
    if (!asset || !isFresh || leftMs <= 0) return;
    const brief = AbortSignal.timeout(Math.ceil(Math.min(leftMs, FOLLOW_UP_MS)));
    const patience = AbortSignal.any([brief, ctx.signal, this.#stopping.signal]);
    // Without it the answer is as true, so whatever fails here fails nobody.
    await Promise.allSettled(Object.values(this.#renderFollowUps()).map((followUp) => followUp(asset.id, patience)));
  }
}

function whyNotAgain(status: RenderStatus): string {
  if (status === 'BLOCKED') return 'It was refused for what it asks for, and would be again. Ask with another brief.';
  if (status === 'SUCCEEDED') return 'It has a picture. For another one, ask with the same brief and another seed.';
  return 'It is still under way. Wait for it, or cancel it first.';
}

async function statusesOf(database: Database, ids: readonly string[]): Promise<RenderStatus[]> {
  const statuses = await readStatuses(database, [...new Set(ids)]);
  return ids.map((id) => statuses[id]!);
}

/** A field sent as null is the same as one left out. Releases up to 0.1 stored a hash that told them apart. */
function hashesOf(request: Omit<RenderBrief, 'idempotencyKey'>): [current: string, earlier: string] {
  const hashOf = (fields: object) => createHash('sha256').update(canonicalBytes(fields)).digest('hex');
  const given = Object.entries(request).filter(([, value]) => value !== null);
  return [hashOf(Object.fromEntries(given)), hashOf(request)];
}

/** As somebody sends it who says what to make in a word of their own. */
interface RestBrief extends Omit<RenderBrief, 'kind'> {
  kind: string;
}

/** The kind of picture that a word stands for. @throws Refusal INPUT_INVALID, with all else that is wrong with the brief. */
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
  if (input.prompt.trim() === '') add('prompt', 'The prompt is empty. Say what to draw.');
  if (input.prompt.length > MAX_PROMPT_LENGTH) add('prompt', `The prompt has at most ${MAX_PROMPT_LENGTH} characters.`);
  if (!Object.hasOwn(AssetKind, input.kind.toUpperCase())) add('kind', 'The kind must be one of: image.');
  if ((input.title?.length ?? 0) > MAX_TITLE_LENGTH)
    add('title', `The title has at most ${MAX_TITLE_LENGTH} characters.`);
  if ((input.source?.length ?? 0) > MAX_TITLE_LENGTH)
    add('source', `The source has at most ${MAX_TITLE_LENGTH} characters.`);
  for (const side of ['width', 'height'] as const) {
    const pixels = input[side] ?? DEFAULT_SIDE_PX;
    if (pixels < MIN_SIDE_PX || pixels > MAX_SIDE_PX)
      add(side, `The ${side} is ${MIN_SIDE_PX} to ${MAX_SIDE_PX} pixels.`);
  }
  if ((input.seed ?? 0) < 0) add('seed', 'The seed is a whole number from 0.');
  const keyFault = input.idempotencyKey == null ? null : idempotencyKeyFault(input.idempotencyKey);
  if (keyFault !== null) add('idempotencyKey', keyFault);
  return issues;
}
