import { type AssetService, acceptRenderedPicture, PictureRefused, type StoredPicture } from '../assets/index.ts';
import { type GivenImage, IMAGE_TASK, ImageNotTaken, type ImageRequest, type ImageTasks } from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import { EngineForOne } from './embedded-engine.ts';
import type { EmbeddedRenderer, RenderedPicture } from './engine/index.ts';
import type { Render } from './render.entity.ts';

/** What is drawn in this process is said to be by this one. */
export const ENGINE = 'embedded';

/** A picture that was drawn and is in the store, and whose it is. */
export interface StoredDrawing {
  readonly picture: StoredPicture;
  readonly runId: string | null;
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
export function imageRequestOf({ prompt, width, height, seed }: Brief): ImageRequest {
  return {
    task: IMAGE_TASK,
    prompt,
    widthPx: width,
    heightPx: height,
    seed,
    count: 1,
    preference: null,
    surface: 'RENDER',
  };
}

type Brief = Pick<Render, 'prompt' | 'width' | 'height' | 'seed'>;

/** Draws renders by whichever model the policy chooses, and stores what comes of it. */
export class RenderDrawer {
  readonly #renderer: EmbeddedRenderer;
  readonly #images: ImageTasks;
  readonly #assets: AssetService;

  constructor(renderer: EmbeddedRenderer, images: ImageTasks, assets: AssetService) {
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
    return render.isEngineOnly ? this.#drawHere(ctx, render) : this.#drawRouted(ctx, render);
  }

  async #drawHere(ctx: Context, render: Render): Promise<StoredDrawing> {
    const engine = new EngineForOne(this.#renderer);
    try {
      const [image] = await engine.draw(imageRequestOf(render), ctx.signal);
      const picture = await this.#stored(image!);
      return { picture, runId: null, provider: ENGINE, model: null, engine: engine.pictures[0]! };
    } catch (error) {
      throw new DrawingFailed(error, false);
    }
  }

  async #drawRouted(ctx: Context, render: Render): Promise<StoredDrawing> {
    const engine = new EngineForOne(this.#renderer);
    let picture: StoredPicture | null = null;
    let wasGiven = false;
    let lost: unknown;
    // In the store before its run counts as a success: what is paid for is there.
    const accept = async (image: GivenImage) => {
      wasGiven = true;
      try {
        picture = await this.#stored(image);
      } catch (error) {
        if (error instanceof PictureRefused) throw new ImageNotTaken(error.message, { cause: error });
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

  async #stored({ bytes }: GivenImage): Promise<StoredPicture> {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#assets.storePicture(await acceptRenderedPicture(given));
  }
}
