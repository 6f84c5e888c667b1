import {
  AssetOrigin,
  type AssetService,
  acceptRenderedPicture,
  mergeTags,
  parseTags,
  type StoredPicture,
  tagsFromText,
} from '../assets/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isDatabaseAway } from '../platform/errors.ts';
import type { JobDefinition } from '../platform/jobs/job-queue.ts';
import { type EmbeddedRenderer, type RenderedPicture, RenderTimeout } from './engine/index.ts';
import { Render } from './render.entity.ts';
import { beginRender, failRender, holdAttempt, succeedRender } from './render.transitions.ts';

export const RENDER_JOB = 'render';
/** Of one render, over all workers that try it. */
const MAX_ATTEMPTS = 4;

interface RenderJob {
  renderId: string;
}

export function renderJob(
  database: Database,
  renderer: EmbeddedRenderer,
  assets: AssetService,
): JobDefinition<RenderJob> {
  return {
    name: RENDER_JOB,
    retryLimit: MAX_ATTEMPTS - 1,
    expireInSeconds: 120,
    concurrency: 2,
    async handle({ renderId }, signal) {
      const em = database.orm.em.fork();
      const attempt = await beginRender(em, renderId);
      if (attempt === null) return;
      const render = await em.findOneOrFail(Render, renderId);
      try {
        const picture = await renderer.render(render, { signal });
        const stored = await assets.storePicture(await acceptRenderedPicture(picture.bytes));
        await bring(render, attempt, picture, stored);
      } catch (error) {
        // A lost database is nobody's attempt; a last attempt must leave an ended render, not one that runs for ever.
        if (attempt >= MAX_ATTEMPTS && !isDatabaseAway(error)) {
          await failRender(em, renderId, error instanceof RenderTimeout ? 'ENGINE_TIMEOUT' : 'ENGINE_ERROR');
        }
        throw error;
      }
    },
    async abandoned({ renderId }) {
      await failRender(database.orm.em.fork(), renderId, 'WORKER_LOST');
    },
  };

  /** The asset and the end of the render, in one transaction. A worker that was thought dead finds its attempt passed. */
  async function bring(render: Render, attempt: number, drawn: RenderedPicture, picture: StoredPicture): Promise<void> {
    await database.orm.em.fork().transactional(async (em) => {
      if (!(await holdAttempt(em, render.id, attempt))) return;
      const { tags: requested } = parseTags(render.tags ?? [], '/tags');
      const { tags: derived } = parseTags([...drawn.tags, ...tagsFromText(render.title)], '/tags');
      const banked = render.saveToBank
        ? await assets.addToBank(em, picture, {
            origin: AssetOrigin.RENDER,
            title: render.title,
            alt: render.prompt,
            source: render.source,
            tags: mergeTags(requested, derived),
          })
        : null;
      const { understood, ignoredTerms } = drawn;
      await succeedRender(em, render.id, attempt, {
        picture,
        understood,
        ignoredTerms,
        assetId: banked?.assetId ?? null,
      });
    });
  }
}
