import {
  AssetOrigin,
  type AssetService,
  acceptRenderedPicture,
  mergeTags,
  parseTags,
  type StoredPicture,
} from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { isOutage } from '../platform/errors.ts';
import { type JobDefinition, NoTry } from '../platform/jobs/job-queue.ts';
import { type EmbeddedRenderer, type RenderedPicture, RenderTimeout } from './engine/index.ts';
import { Render } from './render.entity.ts';
import { beginRender, failRender, giveBackAttempt, holdAttempt, succeedRender } from './render.transitions.ts';
import { UnderstoodBrief } from './understood-brief.type.ts';

export const RENDER_JOB = 'render';
/** Of one render, over all workers that try it. */
const MAX_ATTEMPTS = 4;

interface RenderJob {
  renderId: string;
}

export function renderJob(renderer: EmbeddedRenderer, assets: AssetService): JobDefinition<RenderJob> {
  return {
    name: RENDER_JOB,
    retryLimit: MAX_ATTEMPTS - 1,
    expireInSeconds: 120,
    concurrency: 2,
    async handle(ctx, { renderId }) {
      const attempt = await beginRender(ctx, renderId);
      if (attempt === null) return;
      // Whoever tried it before has died each time: a job that had to wait begins to count its tries anew.
      if (attempt > MAX_ATTEMPTS) {
        await failRender(ctx, renderId, 'WORKER_LOST');
        return;
      }
      const render = await ctx.em.findOneOrFail(Render, renderId);
      try {
        const picture = await renderer.render(render, { signal: ctx.signal });
        const stored = await assets.storePicture(await acceptRenderedPicture(picture.bytes));
        await bring(ctx, render, attempt, picture, stored);
      } catch (error) {
        // A lost database or a full disk is nobody's attempt, however long it lasts.
        if (isOutage(error)) throw new NoTry(error, () => giveBackAttempt(ctx.afresh(), renderId, attempt));
        // A last attempt must leave an ended render, not one that runs for ever.
        if (attempt >= MAX_ATTEMPTS) {
          await failRender(ctx, renderId, error instanceof RenderTimeout ? 'ENGINE_TIMEOUT' : 'ENGINE_ERROR');
        }
        throw error;
      }
    },
    async abandoned(ctx, { renderId }) {
      await failRender(ctx, renderId, 'WORKER_LOST');
    },
  };

  /** The asset and the end of the render, in one transaction. A worker that was thought dead finds its attempt passed. */
  async function bring(
    ctx: Context,
    render: Render,
    attempt: number,
    drawn: RenderedPicture,
    picture: StoredPicture,
  ): Promise<void> {
    await ctx.afresh().transactional(async (inner) => {
      if (!(await holdAttempt(inner, render.id, attempt))) return;
      const { tags: requested } = parseTags(render.tags ?? [], '/tags');
      const { tags: seen } = parseTags(drawn.tags, '/tags');
      const banked = render.saveToBank
        ? await assets.addToBank(inner, picture, {
            origin: AssetOrigin.RENDER,
            title: render.title,
            alt: drawn.alt,
            source: render.source,
            tags: mergeTags(requested, seen),
          })
        : null;
      const { ignoredTerms, note } = drawn;
      await succeedRender(inner, render.id, attempt, {
        picture,
        understood: UnderstoodBrief.of(drawn.understood),
        ignoredTerms,
        note,
        assetId: banked?.assetId ?? null,
      });
    });
  }
}
