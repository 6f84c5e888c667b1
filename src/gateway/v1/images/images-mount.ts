import type { RequestHandler } from 'express';
import type { CustomersApi } from '../../../customers/index.ts';
import type { ModelsApi } from '../../../models/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import { requestContext } from '../../../platform/http/request-context.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AnswerOrReplay, IdempotentWork } from '../../idempotency/idempotent-work.ts';
import { RunKind } from '../../runs/run.entity.ts';
import { RunFailed } from '../../runs/run-task.ts';
import { type ErrorAnswer, errorAnswerOf, openAiErrors, sendError } from '../errors.ts';
import { TaskModels } from '../models.ts';
import { JsonReader } from '../read-json.ts';
import { rightPath } from '../wrong-paths.ts';
import { imagesDocs } from './images.docs.ts';
import { headersOfPictures, type ImageData, type ImagesAnswer, imagesBody } from './images-answer.ts';
import { imagesRequest, type ParsedImagesRequest } from './images-request.ts';
import type { DecodedPicture, PictureDrawer } from './picture-drawer.ts';

export interface ImagesMountOptions {
  readonly platform: Pick<Platform, 'authentication' | 'clock' | 'database' | 'heldBytes' | 'logger' | 'turns'>;
  readonly models: Pick<ModelsApi, 'current'>;
  readonly customers: Pick<CustomersApi, 'accountOf'>;
  readonly idempotent: Pick<IdempotentWork, 'run'>;
}

/** Mounts `/v1/images/generations`. A later feature passes a drawer that uses the embedded engine. */
export function imagesMount(
  { platform, models, customers, idempotent }: ImagesMountOptions,
  drawer: PictureDrawer,
): Mount {
  const tasks = new TaskModels(models, customers);
  const reader = new JsonReader(platform);

  const handler: RequestHandler = async (req, res) => {
    const principal = await platform.authentication.ofRequest(req);
    const ctx = requestContext(platform, res, principal);
    const isLimited = drawer.admit(ctx);
    const body = await reader.read(req, res, principal);
    const task = await tasks.named(body.model, 'IMAGE');
    const parsed = imagesRequest(body, req.headers, { task, isLimited });
    if (res.destroyed) return;
    try {
      const { answer, isReplay, warning } = await answered(ctx, parsed);
      await ctx.noteWrite();
      if (res.destroyed) return;
      const over = warning === null ? answer : { ...answer, warnings: [...answer.warnings, warning] };
      const json = imagesBody(over, isReplay);
      const headers = headersOfPictures(over, isReplay);
      headers.push('Content-Type', 'application/json; charset=utf-8');
      headers.push('Content-Length', String(Buffer.byteLength(json)));
      // Not cacheable, since the image URLs in the answer expire.
      headers.push('Cache-Control', 'no-store');
      res.writeHead(200, headers).end(json);
    } catch (error) {
      // A failed run is recorded, and isn't an error of the service.
      if (!(error instanceof RunFailed)) throw error;
      if (!res.destroyed) sendError(res, ofPictures(error, errorAnswerOf(error)));
    }
  };

  async function answered(ctx: Context, parsed: ParsedImagesRequest): Promise<AnswerOrReplay<ImagesAnswer>> {
    const { format, idempotencyKey: key, request } = parsed;
    if (key === null) return { answer: await drawAnswer(ctx, parsed), isReplay: false, warning: null };
    const keyed = { key, kind: RunKind.IMAGE, request: { ...request, format } };
    return idempotent.run(ctx, keyed, (inner, runId) => drawAnswer(inner, parsed, runId));
  }

  async function drawAnswer(ctx: Context, parsed: ParsedImagesRequest, runId?: string): Promise<ImagesAnswer> {
    const drawn = await drawer.draw(ctx, { ...parsed.request, ...(runId !== undefined && { runId }) });
    const { images: _, ...run } = drawn.run;
    return {
      run,
      pictures: drawn.pictures.map(({ mediaType, width, height }) => ({ mediaType, width, height })),
      handed: await Promise.all(drawn.pictures.map((picture) => imageDataOf(ctx, parsed, picture))),
      warnings: [...parsed.warnings, ...run.warnings, ...drawn.notes],
      createdAt: ctx.clock.now(),
    };
  }

  async function imageDataOf(
    ctx: Context,
    { format }: ParsedImagesRequest,
    picture: DecodedPicture,
  ): Promise<ImageData> {
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

/** OpenAI's API has a different code for refused image prompts than for refused text. */
function ofPictures({ failure }: RunFailed, errorAnswer: ErrorAnswer): ErrorAnswer {
  return failure === 'CONTENT_FILTER'
    ? { ...errorAnswer, body: { ...errorAnswer.body, code: 'content_policy_violation' } }
    : errorAnswer;
}
