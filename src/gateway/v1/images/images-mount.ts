import type { RequestHandler } from 'express';
import type { CustomersApi } from '../../../customers/index.ts';
import type { ModelsApi } from '../../../models/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import { requestContext } from '../../../platform/http/request-context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { RunFailed } from '../../runs/run-task.ts';
import { openAiErrors, sendError, type Told, tell } from '../errors.ts';
import { TaskModels } from '../models.ts';
import { JsonReader } from '../read-json.ts';
import { imagesDocs } from './images.docs.ts';
import { type Handed, headersOfPictures, imagesBody } from './images-answer.ts';
import { type AskedPictures, imagesRequest } from './images-request.ts';
import type { DrawnPictures, PictureDrawer } from './picture-drawer.ts';

export interface ImagesMountOptions {
  readonly platform: Pick<Platform, 'authentication' | 'clock' | 'database' | 'heldBytes' | 'logger' | 'turns'>;
  readonly models: Pick<ModelsApi, 'current'>;
  readonly customers: Pick<CustomersApi, 'accountOf'>;
}

/** `/v1/images/generations`, for who has the engine that is always there. */
export function imagesMount({ platform, models, customers }: ImagesMountOptions, drawer: PictureDrawer): Mount {
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
      const drawn = await drawer.draw(ctx, asked.request);
      const handed = await handedOver(ctx, asked, drawn);
      if (res.destroyed) return;
      const warnings = [...asked.warnings, ...drawn.run.warnings, ...drawn.notes];
      const json = imagesBody(drawn, handed, warnings, ctx.clock.now());
      const headers = headersOfPictures(drawn, warnings);
      headers.push(
        'Content-Type',
        'application/json; charset=utf-8',
        'Content-Length',
        String(Buffer.byteLength(json)),
      );
      // Its links end.
      headers.push('Cache-Control', 'no-store');
      res.writeHead(200, headers).end(json);
    } catch (error) {
      // It is in the log of runs, and no fault of the service.
      if (!(error instanceof RunFailed)) throw error;
      if (!res.destroyed) sendError(res, ofPictures(error, tell(error)));
    }
  };

  async function handedOver(ctx: Context, { format }: AskedPictures, { pictures }: DrawnPictures): Promise<Handed[]> {
    if (format === 'b64_json') return pictures.map(({ bytes }) => ({ b64_json: bytes.toString('base64') }));
    return Promise.all(pictures.map(async (picture) => ({ url: await drawer.link(ctx, picture) })));
  }

  return {
    path: '/v1/images/generations',
    methods: { POST: [handler] },
    docs: { POST: imagesDocs },
    errors: openAiErrors,
    under: '/v1/',
  };
}

/** What a provider will not draw has another word in the dialect than what it will not write. */
function ofPictures({ failure }: RunFailed, told: Told): Told {
  return failure === 'CONTENT_FILTER' ? { ...told, body: { ...told.body, code: 'content_policy_violation' } } : told;
}
