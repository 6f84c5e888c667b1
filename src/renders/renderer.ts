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
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  seed: string;
  engine: typeof ENGINE;
}

export interface EmbeddedRendererOptions {
  /** Time one picture may take once a worker has taken it up. */
  timeoutMs?: number;
  /** Workers at most. Default: one less than there are cores, and at most one for each 512 MB of memory. */
  workers?: number;
  /** Another worker script, for tests. */
  workerUrl?: URL;
}

/**
 * The largest picture, 2048 by 2048, takes a second and a half on an idle core. Half a minute leaves room for a small
 * machine that is busy with other things, where ten seconds were seen to be short, without hiding a hang.
 */
const TIMEOUT_MS = 30_000;

/** An idle worker answers in a millisecond; a first one must start, which a loaded machine can stretch to seconds. */
const PROBE_TIMEOUT_MS = 20_000;

/** What the rest of the service uses of one. */
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
   * Renders a brief as a lossless PNG. The same prompt, seed and size always give the same bytes.
   * @throws RangeError when a side is not an integer from 256 to 2048.
   * @throws RenderTimeout, RendererCrashed, RendererClosed, or the reason of the signal when it aborts.
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
   * Resolves when a worker answers. When all are busy it resolves at once: each of their jobs is under a time limit,
   * so a hung worker cannot stay unnoticed.
   * @throws RenderTimeout, RendererCrashed or RendererClosed when no worker can be brought to answer.
   */
  async probe(): Promise<void> {
    if (this.#pool.hasRoom) await this.#pool.run({ kind: 'ping' }, { timeoutMs: PROBE_TIMEOUT_MS });
  }

  /** Ends the workers; renders still under way are rejected with RendererClosed. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
