import { randomInt } from 'node:crypto';
import type { EmbeddedEngine, ImageRequest, RawImage } from '../gateway/index.ts';
import { forecastBrief, type SceneBrief } from '../painter/index.ts';
import type { RenderedPicture, Renderer } from './renderer.ts';

/** Characters of a prompt that are read. Models accept much longer prompts; reading one here would block other requests. */
export const MAX_READ_CHARACTERS = 2_000;
const MAX_SEED = 2 ** 31;

/** Embedded engine for one request of the gateway. Keeps the details of its pictures for the caller. */
export class RequestEngine implements EmbeddedEngine {
  readonly #renderer: Pick<Renderer, 'render'>;
  readonly #seed: number | null;
  /** Pictures in order, with their details. */
  pictures: readonly RenderedPicture[] = [];
  /** Error of the engine. Undefined if it succeeded, or wasn't called. */
  failure: unknown;

  /** @param seed replaces the seed of the request if it is one that models don't accept */
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
