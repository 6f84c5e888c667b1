import { randomInt } from 'node:crypto';
import type { EmbeddedEngine, ImageRequest, RawImage } from '../gateway/index.ts';
import { forecastBrief, type SceneBrief } from '../painter/index.ts';
import type { RenderedPicture, Renderer } from './renderer.ts';

/** Of a prompt: models take a book, and to read one here would keep everybody else waiting. */
export const MAX_READ_CHARACTERS = 2_000;
const MAX_SEED = 2 ** 31;

/** The engine of this process as the gateway has it, for one request: what it says of its pictures is kept for who asked. */
export class RequestEngine implements EmbeddedEngine {
  readonly #renderer: Pick<Renderer, 'render'>;
  readonly #seed: number | null;
  /** What it gave, in order, and what may be said of it. */
  pictures: readonly RenderedPicture[] = [];
  /** Why it could not draw, as it said itself; undefined where it could, or was not asked. */
  failure: unknown;

  /** @param seed in the place of the request's, where that is one which models do not take */
  constructor(renderer: Pick<Renderer, 'render'>, seed: number | null = null) {
    this.#renderer = renderer;
    this.#seed = seed;
  }

  covers(request: ImageRequest): boolean {
    return forecastBrief(briefOf(request, 0)).uncovered === null;
  }

  async draw(request: ImageRequest, signal: AbortSignal): Promise<readonly RawImage[]> {
    const seed = this.#seed ?? request.seed ?? randomInt(MAX_SEED);
    try {
      const pictures: RenderedPicture[] = [];
      for (let index = 0; index < request.count; index++) {
        pictures.push(await this.#renderer.render(briefOf(request, seed + index), { signal }));
      }
      this.pictures = pictures;
      return pictures.map(({ bytes, mediaType }) => ({ bytes, mediaType }));
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

function briefOf({ prompt: whole, widthPx, heightPx }: ImageRequest, seed: number): SceneBrief {
  const prompt = whole.slice(0, MAX_READ_CHARACTERS).toWellFormed();
  return { prompt, seed, width: widthPx, height: heightPx };
}
