import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { describePicture, ENGINE, type PictureFacts, planScene, type SceneBrief } from '../painter/index.ts';
import { SIZES } from '../platform/program/memory.ts';
import { programModule } from '../platform/program/project-root.ts';
import { WorkerPool } from '../platform/workers/worker-pool.ts';
import type { WorkerPicture, WorkerRequest } from './paint.worker.ts';
import { RendererClosed, RendererCrashed, RenderTimeout } from './renderer-errors.ts';

export interface RenderedPicture extends PictureFacts {
  bytes: Buffer;
  mediaType: 'image/png';
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
  seed: string;
  engine: typeof ENGINE;
}

export interface EmbeddedRendererOptions {
  /** Maximum time in milliseconds for one picture, from the moment a worker starts to draw it. */
  timeoutMs?: number;
  /** Maximum number of worker threads. Default: one less than the number of cores, and at most one per 512 MB of memory. */
  workers?: number;
  /** Worker script that tests use instead of the real one. */
  workerUrl?: URL;
}

/**
 * Default time limit for one picture. The largest picture, 2048 × 2048, takes 1.5 seconds on an idle core. On a busy small
 * machine it can take more than 10 seconds. 30 seconds leave room for that, and still detect a hang.
 */
const TIMEOUT_MS = 30_000;

/**
 * Maximum time for a probe. An idle worker answers within a millisecond, but starting the first worker takes seconds on a loaded
 * machine.
 */
const PROBE_TIMEOUT_MS = 20_000;

/** Methods of the renderer that the rest of the service uses. */
export type Renderer = Pick<EmbeddedRenderer, 'render' | 'probe' | 'close'>;

/** Draws landscapes, skylines and abstracts from a brief, in worker threads, without network, model or licence. */
export class EmbeddedRenderer {
  readonly #timeoutMs: number;
  readonly #pool: WorkerPool<WorkerRequest, WorkerPicture>;

  constructor(options: EmbeddedRendererOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#pool = new WorkerPool({
      workerUrl: options.workerUrl ?? pathToFileURL(programModule('renders/paint.worker')),
      name: 'paint',
      size: options.workers ?? Math.min(Math.max(1, availableParallelism() - 1), SIZES.threads),
      errors: {
        timeout: (timeoutMs) => new RenderTimeout(timeoutMs),
        crashed: (what, cause) => new RendererCrashed(`the embedded renderer's worker ${what}`, cause),
        closed: () => new RendererClosed(),
      },
    });
  }

  /**
   * Draws a brief as a lossless PNG. In one version of the engine, the same prompt, seed and size always give the same bytes.
   * @throws RangeError if the width or height isn't an integer from 256 to 2048
   * @throws RenderTimeout, RendererCrashed, RendererClosed, or the abort reason of the signal
   */
  async render(brief: SceneBrief, options: { signal?: AbortSignal } = {}): Promise<RenderedPicture> {
    const plan = planScene(brief);
    const limits = { timeoutMs: this.#timeoutMs, signal: options.signal };
    const { bytes, drawn } = await this.#pool.run({ kind: 'paint', plan }, limits);
    return {
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      mediaType: 'image/png',
      width: plan.width,
      height: plan.height,
      ...describePicture(plan, drawn),
      seed: plan.seed,
      engine: ENGINE,
    };
  }

  /**
   * Resolves when a worker answers a ping. Resolves at once if all workers are busy: their jobs have time limits, so a hung
   * worker is noticed.
   * @throws RenderTimeout, RendererCrashed or RendererClosed if no worker answers
   */
  async probe(): Promise<void> {
    if (this.#pool.hasRoom) await this.#pool.run({ kind: 'ping' }, { timeoutMs: PROBE_TIMEOUT_MS });
  }

  /** Ends the workers. Renders in progress are rejected with RendererClosed. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
