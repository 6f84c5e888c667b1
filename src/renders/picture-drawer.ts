import { decodeRenderedPicture, PictureRefusedError, type StorablePicture } from '../assets/index.ts';
import {
  type DecodedPicture,
  type DrawResult,
  ImageNotTaken,
  type ImageRequest,
  type ImageTasks,
  type PictureDrawer,
  type RawImage,
} from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import { MAX_READ_CHARACTERS, RequestEngine } from './embedded-engine.ts';
import type { PictureLinks } from './picture-links.ts';
import type { Renderer } from './renderer.ts';
import type { SandboxRenders } from './sandbox-renders.ts';

const RUN = 'tasks:run';

export interface RoutedPicturesOptions {
  renderer: Renderer;
  images: ImageTasks;
  sandboxRenders: SandboxRenders;
  links: PictureLinks;
}

/**
 * Draws pictures for image requests in OpenAI's format: with the model or engine that the routing policy chooses, or with the
 * embedded engine for callers who lack the permission to use models.
 */
export class RoutedPictures implements PictureDrawer {
  readonly #options: RoutedPicturesOptions;

  constructor(options: RoutedPicturesOptions) {
    this.#options = options;
  }

  admit(ctx: Context): boolean {
    return this.#options.sandboxRenders.isFor(ctx, RUN);
  }

  async draw(ctx: Context, request: ImageRequest): Promise<DrawResult> {
    const { renderer, images, sandboxRenders } = this.#options;
    const engine = new RequestEngine(renderer);
    // Callers without the permission to spend money get pictures of the embedded engine, which count against the sandbox limit.
    if (this.admit(ctx)) await sandboxRenders.take(ctx, RUN, request.count);
    const decoded = new Map<RawImage, StorablePicture>();
    const run = await images.draw(ctx, request, engine, async (image) => {
      const picture = await pictureOf(image);
      decoded.set(image, picture);
      return picture;
    });
    const pictures = await Promise.all(run.images.map(async (image) => decoded.get(image) ?? pictureOf(image)));
    return { run, pictures, notes: run.isEmbedded ? notesOf(engine, request) : [] };
  }

  link(ctx: Context, picture: DecodedPicture): Promise<string> {
    return this.#options.links.keep(ctx, picture);
  }
}

/** Notes for the caller about parts of the prompt that the engine couldn't draw, and about what the pictures show instead. */
function notesOf({ pictures }: RequestEngine, { prompt }: ImageRequest): string[] {
  const isCut = prompt.length > MAX_READ_CHARACTERS;
  return [
    ...subjectNotesOf(pictures),
    ...(isCut ? [`Only the first ${MAX_READ_CHARACTERS} characters of the prompt were read.`] : []),
  ];
}

/**
 * One note if it is the same for all pictures. Else the note of each picture that has one: each picture has its own seed, which
 * can lead to another scene or light.
 */
function subjectNotesOf(pictures: RequestEngine['pictures']): string[] {
  const notes = pictures.map(({ note }) => note);
  const perPicture =
    new Set(notes).size === 1 ? notes.slice(0, 1) : notes.map((note, at) => note && `Picture ${at + 1}: ${note}`);
  return perPicture.filter((note) => note !== null);
}

async function pictureOf({ bytes }: RawImage): Promise<StorablePicture> {
  try {
    return await decodeRenderedPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof PictureRefusedError) throw new ImageNotTaken(error.message, { cause: error });
    throw error;
  }
}
