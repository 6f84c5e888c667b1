import { LockMode } from '@mikro-orm/core';
import {
  AssetOrigin,
  type AssetService,
  acceptRenderedPicture,
  mergeTags,
  parseTags,
  type StoredPicture,
  tagsFromText,
} from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { isDatabaseAway } from '../platform/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import type { JobDefinition } from '../platform/jobs/job-queue.ts';
import { type EmbeddedRenderer, type RenderedPicture, RenderTimeout } from './engine/index.ts';
import { Render, RenderStatus } from './render.entity.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'render.ended': { renderId: string; status: RenderStatus; assetId: string | null };
  }
}

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
      const { em, signal } = ctx;
      const attempt = await begin();
      if (attempt === null) return;
      const render = await em.findOneOrFail(Render, renderId);
      try {
        const picture = await renderer.render(render, { signal });
        const stored = await assets.storePicture(await acceptRenderedPicture(picture.bytes));
        await succeed(ctx, render, attempt, picture, stored);
      } catch (error) {
        // A lost database is nobody's attempt; a last attempt must leave an ended render, not one that runs for ever.
        if (attempt >= MAX_ATTEMPTS && !isDatabaseAway(error)) {
          await failRender(ctx, renderId, error instanceof RenderTimeout ? 'ENGINE_TIMEOUT' : 'ENGINE_ERROR');
        }
        throw error;
      }

      /** Counts the attempt; null when the render has ended already. */
      async function begin(): Promise<number | null> {
        const [row] = await sql<{ attempts: number }>(
          em,
          `update render set status = 'RUNNING', attempts = attempts + 1, version = version + 1,
             started_at = coalesce(started_at, current_timestamp(3))
           where id = $1 and status in ('QUEUED', 'RUNNING') returning attempts`,
          [renderId],
        );
        return row?.attempts ?? null;
      }
    },
    async abandoned(ctx, { renderId }) {
      await failRender(ctx, renderId, 'WORKER_LOST');
    },
  };

  /** The asset and the end of the render, in one transaction. A worker that was thought dead finds its attempt passed. */
  async function succeed(
    ctx: Context,
    { id }: Render,
    attempt: number,
    picture: RenderedPicture,
    stored: StoredPicture,
  ): Promise<void> {
    await ctx.afresh().transactional(async (inner) => {
      const { em } = inner;
      const render = await em.findOneOrFail(Render, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (render.status !== RenderStatus.RUNNING || render.attempts !== attempt) return;
      const { tags: requested } = parseTags(render.tags ?? [], '/tags');
      const { tags: derived } = parseTags([...picture.tags, ...tagsFromText(render.title)], '/tags');
      const banked = render.saveToBank
        ? await assets.addToBank(inner, stored, {
            origin: AssetOrigin.RENDER,
            title: render.title,
            alt: render.prompt,
            source: render.source,
            tags: mergeTags(requested, derived),
          })
        : null;
      const ended = RenderStatus.SUCCEEDED;
      await sql(
        em,
        `update render set status = $1, version = version + 1, completed_at = current_timestamp(3), asset_id = $2,
           understood = $3::jsonb, ignored_terms = $4, sha256 = $5, extension = $6, media_type = $7, byte_size = $8 where id = $9`,
        [
          ended,
          banked?.assetId ?? null,
          JSON.stringify(picture.understood),
          picture.ignoredTerms,
          stored.blob.sha256,
          stored.extension,
          stored.mediaType,
          stored.blob.byteSize,
          id,
        ],
      );
      publish(inner, 'render.ended', { renderId: id, status: ended, assetId: banked?.assetId ?? null });
      await em.flush();
    });
  }
}

/** Marks a render that its worker could not finish in any attempt. One that has ended stays as it is. */
async function failRender(ctx: Context, renderId: string, reason: Render['failureReason']): Promise<void> {
  await ctx.transactional(async (inner) => {
    const failed = await sql(
      inner.em,
      `update render set status = 'FAILED', failure_reason = $1, version = version + 1, completed_at = current_timestamp(3)
       where id = $2 and status in ('QUEUED', 'RUNNING') returning id`,
      [reason, renderId],
    );
    if (failed.length === 0) return;
    publish(inner, 'render.ended', { renderId, status: RenderStatus.FAILED, assetId: null });
  });
}
