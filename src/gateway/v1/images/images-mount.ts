import type { RequestHandler } from 'express';
import type { CustomersApi } from '../../../customers/index.ts';
import type { ModelsApi } from '../../../models/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import { requestContext } from '../../../platform/http/request-context.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Answered, Once } from '../../idempotency/once.ts';
import { RunKind } from '../../runs/run.entity.ts';
import { RunFailed } from '../../runs/run-task.ts';
import { openAiErrors, sendError, type Told, tell } from '../errors.ts';
import { TaskModels } from '../models.ts';
import { JsonReader } from '../read-json.ts';
import { rightPath } from '../wrong-paths.ts';
import { imagesDocs } from './images.docs.ts';
import { type Handed, type HandedOver, headersOfPictures, imagesBody } from './images-answer.ts';
import { type AskedPictures, imagesRequest } from './images-request.ts';
import type { DrawnPicture, PictureDrawer } from './picture-drawer.ts';

export interface ImagesMountOptions {
  readonly platform: Pick<Platform, 'authentication' | 'clock' | 'database' | 'heldBytes' | 'logger' | 'turns'>;
  readonly models: Pick<ModelsApi, 'current'>;
  readonly customers: Pick<CustomersApi, 'accountOf'>;
  readonly once: Pick<Once, 'run'>;
}

/** `/v1/images/generations`, for who has the engine that is always there. */
export function imagesMount({ platform, models, customers, once }: ImagesMountOptions, drawer: PictureDrawer): Mount {
  const tasks = new TaskModels(models, customers);
  const reader = new JsonReader(platform);

  const handler: RequestHandler = async (req, res) => {
    const principal = await platform.authentication.ofRequest(req);
    const ctx = requestContext(platform, res, principal);
    const isStranger = drawer.admit(ctx);
    const body = await reader.read(req, res, principal);
    const task = await tasks.named(body.model, 'IMAGE');
    const asked = imagesRequest(body, req.headers, { task, isStranger });
    if (res.destroyed) return;
    try {
      const { answer, isReplay, warning } = await answered(ctx, asked);
      if (res.destroyed) return;
      const over = warning === null ? answer : { ...answer, warnings: [...answer.warnings, warning] };
      const json = imagesBody(over, isReplay);
      const headers = headersOfPictures(over, isReplay);
      headers.push('Content-Type', 'application/json; charset=utf-8');
      headers.push('Content-Length', String(Buffer.byteLength(json)));
      // Its links end.
      headers.push('Cache-Control', 'no-store');
      res.writeHead(200, headers).end(json);
    } catch (error) {
      // It is in the log of runs, and no fault of the service.
      if (!(error instanceof RunFailed)) throw error;
      if (!res.destroyed) sendError(res, ofPictures(error, tell(error)));
    }
  };

  async function answered(ctx: Context, asked: AskedPictures): Promise<Answered<HandedOver>> {
    const { format, idempotencyKey: key, request } = asked;
    if (key === null) return { answer: await handedOver(ctx, asked), isReplay: false, warning: null };
    const keyed = { key, kind: RunKind.IMAGE, request: { ...request, format } };
    return once.run(ctx, keyed, (inner, runId) => handedOver(inner, asked, runId));
  }

  async function handedOver(ctx: Context, asked: AskedPictures, runId?: string): Promise<HandedOver> {
    const drawn = await drawer.draw(ctx, { ...asked.request, ...(runId !== undefined && { runId }) });
    const { images: _, ...run } = drawn.run;
    return {
      run,
      pictures: drawn.pictures.map(({ mediaType, width, height }) => ({ mediaType, width, height })),
      handed: await Promise.all(drawn.pictures.map((picture) => handed(ctx, asked, picture))),
      warnings: [...asked.warnings, ...run.warnings, ...drawn.notes],
      createdAt: ctx.clock.now(),
    };
  }

  async function handed(ctx: Context, { format }: AskedPictures, picture: DrawnPicture): Promise<Handed> {
    return format === 'url' ? { url: await drawer.link(ctx, picture) } : { b64_json: picture.bytes.toString('base64') };
  }

  return {
    path: '/v1/images/generations',
    methods: { POST: [handler] },
    docs: { POST: imagesDocs },
    errors: openAiErrors,
    under: '/v1/',
    misses: rightPath,
  };
}

/** What a provider will not draw has another word in the dialect than what it will not write. */
function ofPictures({ failure }: RunFailed, told: Told): Told {
  return failure === 'CONTENT_FILTER' ? { ...told, body: { ...told.body, code: 'content_policy_violation' } } : told;
}
