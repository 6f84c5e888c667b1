import { randomInt } from 'node:crypto';
import type { EmbeddedEngine, ImageRequest, RawImage } from '../gateway/index.ts';
import { forecastBrief, type SceneBrief } from '../painter/index.ts';
import type { RenderedPicture, Renderer } from './renderer.ts';

/**
 * Number of characters of a prompt that the embedded engine parses. Models accept much longer prompts, but parsing a long prompt
 * in the engine would block other requests.
 */
export const MAX_READ_CHARACTERS = 2_000;
const MAX_SEED = 2 ** 31;

/**
 * Embedded engine for one image request of the gateway. Keeps the details of the pictures that it draws, for the code that made
 * the request.
 */
export class RequestEngine implements EmbeddedEngine {
  readonly #renderer: Pick<Renderer, 'render'>;
  readonly #seed: number | null;
  /** Pictures that the engine drew for this request, in order. */
  pictures: readonly RenderedPicture[] = [];
  /** Error that the engine threw. Undefined if the engine succeeded, or wasn't called. */
  failure: unknown;

  /** @param seed replaces the seed of the request, for seeds that the engine accepts but models don't */
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
