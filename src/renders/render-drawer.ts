import { type AssetService, acceptRenderedPicture, PictureRefusedError, type StoredPicture } from '../assets/index.ts';
import { IMAGE_TASK, ImageNotTaken, type ImageRequest, type ImageTasks, type RawImage } from '../gateway/index.ts';
import { Context } from '../platform/context.ts';
import { RequestEngine } from './embedded-engine.ts';
import type { Render } from './render.entity.ts';
import type { RenderedPicture, Renderer } from './renderer.ts';

/** What is drawn in this process is said to be by this one. */
export const ENGINE = 'embedded';

/** A picture that was drawn and is in the store, and whose it is. */
export interface StoredDrawing {
  readonly picture: StoredPicture;
  readonly runId: string;
  readonly provider: string;
  /** As its provider calls it; null for the engine of this process. */
  readonly model: string | null;
  /** What the engine of this process says of its picture; null for a model's. */
  readonly engine: RenderedPicture | null;
}

/** What kept a picture from being drawn. */
export class DrawingFailed extends Error {
  override readonly name = 'DrawingFailed';

  /** @param mayBePaid whether a model may have drawn something for money */
  constructor(
    cause: unknown,
    readonly mayBePaid: boolean,
  ) {
    super('The picture was not drawn.', { cause });
  }
}

/** What a render asks of the gateway. */
export function imageRequestOf({ prompt, width, height, seed }: DrawableBrief): ImageRequest {
  return {
    task: IMAGE_TASK,
    prompt,
    widthPx: width,
    heightPx: height,
    // The engine of this process takes any; who else would be handed a larger one takes none.
    seed: seed <= MAX_SEED ? seed : null,
    count: 1,
    preference: null,
    surface: 'RENDER',
  };
}

const MAX_SEED = 2 ** 32 - 1;

type DrawableBrief = Pick<Render, 'prompt' | 'width' | 'height' | 'seed'>;

/** The same, for who may not spend anything: the engine of this process draws. */
export function withoutSpending(ctx: Context): Context {
  const { principal, requestId, signal } = ctx;
  return new Context(ctx, { principal: { ...principal, permissions: new Set() }, requestId, signal });
}

/** Draws renders by whichever model the policy chooses, and stores what comes of it. */
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
    return this.#drawAnew(render.isEngineOnly ? withoutSpending(ctx) : ctx, render);
  }

  async #drawAnew(ctx: Context, render: Render): Promise<StoredDrawing> {
    const engine = new RequestEngine(this.#renderer, render.seed);
    let picture: StoredPicture | null = null;
    let wasGiven = false;
    let lost: unknown;
    // In the store before its run counts as a success: what is paid for is there.
    const accept = async (image: RawImage) => {
      wasGiven = true;
      try {
        picture = await this.#stored(image);
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
      // What the gateway makes of them is for its callers; what they were decides whether it is tried again.
      throw new DrawingFailed(engine.failure ?? lost ?? error, wasGiven && engine.pictures.length === 0);
    }
  }

  async #stored({ bytes }: RawImage): Promise<StoredPicture> {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#assets.storePicture(await acceptRenderedPicture(given));
  }
}
