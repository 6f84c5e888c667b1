import { AssetOrigin, type AssetService, mergeTags, parseTags } from '../assets/index.ts';
import { LONGEST_CALL_MS } from '../models/index.ts';
import type { Context } from '../platform/context.ts';
import { untilDatabaseAnswers } from '../platform/database/migrate.ts';
import { isOutage } from '../platform/errors/errors.ts';
import { AttemptNotCounted, type JobDefinition } from '../platform/jobs/job-definition.ts';
import type { Live } from '../platform/live/live.ts';
import { Render } from './render.entity.ts';
import { hasDrawn } from './render.sql.ts';
import {
  beginRender,
  blockRender,
  failRender,
  giveBackAttempt,
  holdAttempt,
  keepDrawing,
  succeedRender,
} from './render.transitions.ts';
import { DrawingFailed, type RenderDrawer, type StoredDrawing } from './render-drawer.ts';
import { watchRenderEnd } from './render-end-watch.ts';
import { type FailedRenderOutcome, failedRenderOutcome } from './render-outcome.ts';
import { wordsOf } from './render-words.ts';
import { UnderstoodBrief } from './understood-brief.type.ts';

export const RENDER_JOB = 'render';
/** Maximum number of attempts of one render, by all workers together. */
const MAX_ATTEMPTS = 4;
/**
 * Seconds until a job counts as lost: longer than a run can take, including the work before and after it. A dead worker is
 * noticed much earlier.
 */
const EXPIRE_SECONDS = LONGEST_CALL_MS / 1_000 + 300;
/** Number of jobs at a time per process: a job mostly waits for a model or for a thread of the engine. */
const CONCURRENCY = 4;

interface RenderJob {
  renderId: string;
}

export function renderJob(drawer: RenderDrawer, assets: AssetService, live: Live): JobDefinition<RenderJob> {
  return {
    name: RENDER_JOB,
    recorded: 'the render, which has its requester',
    retryLimit: MAX_ATTEMPTS - 1,
    expireInSeconds: EXPIRE_SECONDS,
    concurrency: CONCURRENCY,
    async handle(ctx, { renderId }) {
      const end = await watchRenderEnd(live, ctx, renderId);
      try {
        await attemptRender(ctx, renderId, end.signal);
      } finally {
        end.stop();
      }
    },
    async abandoned(ctx, { renderId }) {
      await failRender(ctx, renderId, 'WORKER_LOST');
    },
  };

  /**
   * Makes one attempt to draw a render.
   * @param ended aborts when the render was ended elsewhere, so that drawing can stop
   */
  async function attemptRender(ctx: Context, renderId: string, ended: AbortSignal): Promise<void> {
    const attempt = await beginRender(ctx, renderId);
    if (attempt === null) return;
    // The earlier attempts didn't end the render: their workers died, or couldn't store a picture that was possibly paid for. The
    // row counts the attempts, because a postponed job counts from the start again.
    if (attempt > MAX_ATTEMPTS) {
      await failRender(ctx, renderId, 'WORKER_LOST');
      return;
    }
    const render = await ctx.em.findOneOrFail(Render, renderId);
    try {
      const drawing = await drawer.draw(ctx.detached(AbortSignal.any([ctx.signal, ended])), render);
      if (drawing.model !== null && !render.drawn) await keep(ctx, renderId, drawing);
      await storeResult(ctx, render, attempt, drawing);
    } catch (thrown) {
      if (ended.aborted) return;
      const isDrawn = !(thrown instanceof DrawingFailed);
      const error = isDrawn ? thrown : thrown.cause;
      if (isOutage(error)) {
        // An attempt that failed without cost, such as by an outage of the database or a full disk, doesn't count. An attempt
        // that was possibly paid for does count, so its number is limited.
        const isCounted = !isDrawn && thrown.mayBePaid;
        throw new AttemptNotCounted(error, async () => isCounted || giveBackAttempt(ctx.fork(), renderId, attempt));
      }
      const outcome = failedRenderOutcome(error);
      // The last attempt must end the render, so that it doesn't stay RUNNING forever.
      if (outcome.isFinal || attempt >= MAX_ATTEMPTS) await end(ctx, renderId, attempt, outcome);
      if (!outcome.isFinal) throw error;
    }
  }

  /** Records that a paid picture was drawn, before anything else. Waits as long as the database is unavailable. */
  async function keep(
    ctx: Context,
    renderId: string,
    { picture, runId, provider, model }: StoredDrawing,
  ): Promise<void> {
    const { extension, blob } = picture;
    const kept = { runId, provider, model: model!, sha256: blob.sha256, extension };
    await untilDatabaseAnswers(() => keepDrawing(ctx.fork(), renderId, kept), ctx.logger, ctx.signal);
  }

  /**
   * Ends the render after an attempt without a picture. Does nothing if the render has ended, or if a later attempt has started
   * because this worker was assumed dead.
   */
  async function end(ctx: Context, renderId: string, attempt: number, { reason }: FailedRenderOutcome): Promise<void> {
    await ctx.fork().transactional(async (inner) => {
      if (!(await holdAttempt(inner, renderId, attempt))) return;
      if (reason === 'CONTENT_REFUSED') await blockRender(inner, renderId, reason);
      else await failRender(inner, renderId, reason);
    });
  }

  /**
   * Ends the render and, if requested, adds the picture to the bank, in one transaction. Does nothing if a later attempt has
   * started, or the render has ended.
   */
  async function storeResult(ctx: Context, render: Render, attempt: number, drawing: StoredDrawing): Promise<void> {
    const { picture, engine, provider, model, runId } = drawing;
    const { title, givenTitle, alt, note } = wordsOf(render, drawing);
    const status = await assets.firstStatus();
    await ctx.fork().transactional(async (inner) => {
      if (!(await holdAttempt(inner, render.id, attempt))) return;
      const { tags: requested } = parseTags(render.tags ?? [], '/tags');
      const { tags: seen } = parseTags(engine?.tags ?? [], '/tags');
      if (!render.saveToBank) await assets.claimBytes(inner, picture);
      const banked = render.saveToBank
        ? await assets.addToBank(inner, picture, {
            origin: AssetOrigin.RENDER,
            status,
            title,
            alt,
            source: render.source,
            tags: mergeTags(requested, seen),
            given: { title: givenTitle, alt: null, source: render.source, tags: requested },
            giver: {
              actor: render.requestedBy,
              mayTag: async (assetId) => render.mayTag || (await hasDrawn(inner.em, render.requestedBy, assetId)),
            },
          })
        : null;
      await succeedRender(inner, render.id, attempt, {
        picture,
        title,
        provider,
        model,
        runId,
        understood: engine && UnderstoodBrief.of(engine.understood),
        ignoredTerms: engine?.ignoredTerms ?? [],
        note,
        assetId: banked?.assetId ?? null,
        notApplied: banked?.notApplied ?? [],
      });
    });
  }
}
