import { decodeRenderedPicture, PictureRefusedError, type StorablePicture } from '../assets/index.ts';
import {
  type DrawnPicture,
  type DrawnPictures,
  type GivenImage,
  ImageNotTaken,
  type ImageRequest,
  type ImageTasks,
  type PictureDrawer,
} from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import type { DrawnPictures as Links } from './drawn-pictures.ts';
import { EngineForOne, MOST_READ } from './embedded-engine.ts';
import type { Renderer } from './renderer.ts';
import type { Strangers } from './strangers.ts';

const RUN = 'tasks:run';

export interface RoutedPicturesOptions {
  renderer: Renderer;
  images: ImageTasks;
  strangers: Strangers;
  links: Links;
}

/** Draws what is asked for in OpenAI's dialect: by whichever model the policy chooses, for strangers by the engine of this process. */
export class RoutedPictures implements PictureDrawer {
  readonly #options: RoutedPicturesOptions;

  constructor(options: RoutedPicturesOptions) {
    this.#options = options;
  }

  admit(ctx: Context): boolean {
    return this.#options.strangers.isOne(ctx, RUN);
  }

  async draw(ctx: Context, request: ImageRequest): Promise<DrawnPictures> {
    const { renderer, images, strangers } = this.#options;
    const engine = new EngineForOne(renderer);
    // Whoever may not spend gets what the engine of this process draws.
    if (this.admit(ctx)) await strangers.take(ctx, RUN, request.count);
    const decoded = new Map<GivenImage, StorablePicture>();
    const run = await images.draw(ctx, request, engine, async (image) => {
      decoded.set(image, await pictureOf(image));
    });
    const pictures = await Promise.all(run.images.map(async (image) => decoded.get(image) ?? pictureOf(image)));
    return { run, pictures, notes: run.isEmbedded ? notesOf(engine, request) : [] };
  }

  link(ctx: Context, picture: DrawnPicture): Promise<string> {
    return this.#options.links.keep(ctx, picture);
  }
}

/** What the engine could not draw of the prompt: the same for each of its pictures. */
function notesOf({ pictures: [first] }: EngineForOne, { prompt }: ImageRequest): string[] {
  const isCut = prompt.length > MOST_READ;
  return [
    ...(first?.note ? [first.note] : []),
    ...(isCut ? [`Of the prompt, ${MOST_READ} characters were read.`] : []),
  ];
}

async function pictureOf({ bytes }: GivenImage): Promise<StorablePicture> {
  try {
    return await decodeRenderedPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof PictureRefusedError) throw new ImageNotTaken(error.message, { cause: error });
    throw error;
  }
}
