import { type AssetService, acceptRenderedPicture, PictureRefusedError, type StoredPicture } from '../assets/index.ts';
import { IMAGE_TASK, ImageNotTaken, type ImageRequest, type ImageTasks, type RawImage } from '../gateway/index.ts';
import { Context } from '../platform/context.ts';
import { RequestEngine } from './embedded-engine.ts';
import type { Render } from './render.entity.ts';
import type { RenderedPicture, Renderer } from './renderer.ts';

/** Provider name of pictures that the embedded engine drew. */
export const ENGINE = 'embedded';

/** Drawn picture in the store, with the run and the model that drew it. */
export interface StoredDrawing {
  readonly picture: StoredPicture;
  readonly runId: string;
  readonly provider: string;
  /** Name of the model at its provider. Null for the embedded engine. */
  readonly model: string | null;
  /** Details from the embedded engine. Null for a picture that a model drew. */
  readonly engine: RenderedPicture | null;
}

/** Thrown when a picture couldn't be drawn. `cause` is the original error. */
export class DrawingFailed extends Error {
  override readonly name = 'DrawingFailed';

  /** @param mayBePaid true if a model possibly drew a picture that costs money */
  constructor(
    cause: unknown,
    readonly mayBePaid: boolean,
  ) {
    super('The picture was not drawn.', { cause });
  }
}

/** The image request that the gateway gets for a render. */
export function imageRequestOf({ prompt, width, height, seed }: DrawableBrief): ImageRequest {
  return {
    task: IMAGE_TASK,
    prompt,
    widthPx: width,
    heightPx: height,
    // The embedded engine accepts any seed. Requests to models omit a seed above `MAX_SEED`.
    seed: seed <= MAX_SEED ? seed : null,
    count: 1,
    preference: null,
    surface: 'RENDER',
  };
}

const MAX_SEED = 2 ** 32 - 1;

type DrawableBrief = Pick<Render, 'prompt' | 'width' | 'height' | 'seed'>;

/** Copy of the context whose principal has no permissions, so that the embedded engine draws at no cost. */
export function withoutSpending(ctx: Context): Context {
  const { principal, requestId, signal } = ctx;
  return new Context(ctx, { principal: { ...principal, permissions: new Set() }, requestId, signal });
}

/** Draws renders with the model or engine that the routing policy chooses, and stores the pictures. */
export class RenderDrawer {
  readonly #renderer: Renderer;
  readonly #images: ImageTasks;
  readonly #assets: AssetService;

  constructor(renderer: Renderer, images: ImageTasks, assets: AssetService) {
    this.#renderer = renderer;
    this.#images = images;
    this.#assets = assets;
  }

  /** @throws DrawingFailed */
  async draw(ctx: Context, render: Render): Promise<StoredDrawing> {
    const kept = render.drawn && (await this.#assets.storedPicture(render.drawn.sha256, render.drawn.extension));
    if (kept) {
      const { runId, provider, model } = render.drawn!;
      return { picture: kept, runId, provider, model, engine: null };
    }
    return this.#drawNew(render.isEngineOnly ? withoutSpending(ctx) : ctx, render);
  }

  async #drawNew(ctx: Context, render: Render): Promise<StoredDrawing> {
    const engine = new RequestEngine(this.#renderer, render.seed);
    let picture: StoredPicture | null = null;
    let wasGiven = false;
    let lost: unknown;
    // The picture is stored before its run counts as a success, so that a paid picture is never lost.
    const accept = async (image: RawImage) => {
      wasGiven = true;
      try {
        picture = await this.#stored(image);
        return picture;
      } catch (error) {
        if (error instanceof PictureRefusedError) throw new ImageNotTaken(error.message, { cause: error });
        lost = error;
        throw error;
      }
    };
    try {
      const { runId, provider, model, isEmbedded } = await this.#images.draw(
        ctx,
        imageRequestOf(render),
        engine,
        accept,
      );
      if (isEmbedded) return { picture: picture!, runId, provider: ENGINE, model: null, engine: engine.pictures[0]! };
      return { picture: picture!, runId, provider, model, engine: null };
    } catch (error) {
      // The gateway's error is worded for its callers. The original error decides if the render is attempted again.
      throw new DrawingFailed(engine.failure ?? lost ?? error, wasGiven && engine.pictures.length === 0);
    }
  }

  async #stored({ bytes }: RawImage): Promise<StoredPicture> {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#assets.storePicture(await acceptRenderedPicture(given));
  }
}
