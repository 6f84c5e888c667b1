import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Message that a worker posts when it has loaded its modules, if the pool waits for it. */
export type WorkerStarted = 'STARTED';

/** Message with which a worker answers a request: the result, or the error that it threw. */
export type WorkerReply<Result extends object> = ({ ok: true } & Result) | { ok: false; error: unknown };

/** Message with which a worker reports how far it is with its request. */
export interface WorkerProgress<Progress> {
  readonly progress: Progress;
}

/** Message of a worker before it waits on purpose. The milliseconds of the pause don’t count for the time limit. */
export interface WorkerPause {
  readonly pausedMs: number;
}

interface WorkerPoolErrors {
  timeout(timeoutMs: number): Error;
  /** Creates the error for jobs of a worker that ended or failed. `cause` is the worker's error, if any. */
  crashed(what: string, options?: ErrorOptions): Error;
  closed(): Error;
  /** Creates the error for a job that exceeded `maxExternalBytes`. By default, the worker crashed. */
  outOfMemory?(): Error;
}

export interface WorkerPoolOptions {
  readonly workerUrl: URL;
  /** Name of the worker threads. */
  readonly name: string;
  /** Maximum number of worker threads. */
  readonly size: number;
  readonly errors: WorkerPoolErrors;
  readonly resourceLimits?: ResourceLimits;
  /**
   * Maximum bytes of buffers of one worker, which `resourceLimits` don't count. Checked several times a second while a job runs.
   * Default: no limit.
   */
  readonly maxExternalBytes?: number;
  /**
   * Milliseconds for loading modules before a worker posts `STARTED`, in addition to the time limit of its first job. Default 0:
   * the worker doesn't post it.
   */
  readonly startMs?: number;
}

interface JobOptions<Progress> {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

interface PoolJob<Request, Result, Progress> extends JobOptions<Progress> {
  request: Request;
  resolve(result: Result): void;
  reject(reason: unknown): void;
  /** Removes the job's listener from its abort signal. */
  detach(): void;
}

interface WorkerSlot<Request, Result, Progress> {
  worker: Worker;
  job?: PoolJob<Request, Result, Progress>;
  timer?: NodeJS.Timeout;
  /** Time when the job's limit ends, by `performance.now()`. */
  limitEndMs?: number;
  memoryTimer?: NodeJS.Timeout;
  hasStarted: boolean;
}

/** Interval of checking a worker's memory. The fastest decompression adds about 100 MB in this time. */
const MEMORY_CHECK_MS = 200;

/**
 * A pool of worker threads, started when needed, that run one job each; further jobs wait. If a job is aborted or too slow, its
 * worker is ended, because nothing else can interrupt a long loop.
 */
export class WorkerPool<Request, Result extends object, Progress = never> {
  readonly #options: WorkerPoolOptions;
  readonly #size: number;
  readonly #slots = new Set<WorkerSlot<Request, Result, Progress>>();
  #queue: PoolJob<Request, Result, Progress>[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#size = options.size;
  }

  /** True if a job would start at once. */
  get hasRoom(): boolean {
    return this.#queue.length === 0 && (this.#slots.size < this.#size || this.#idleSlot() !== undefined);
  }

  /** Number of jobs that wait for a worker. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs a job. The time limit starts when a worker begins with it. @throws an error of the pool, or the reason of the abort
   * signal
   */
  run(request: Request, options: JobOptions<Progress>): Promise<Result> {
    const { signal } = options;
    if (this.#isClosed) return Promise.reject(this.#options.errors.closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#abort(job);
      const job: PoolJob<Request, Result, Progress> = {
        ...options,
        request,
        resolve,
        reject,
        detach: () => signal?.removeEventListener('abort', onAbort),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(job);
      this.#pump();
    });
  }

  /** Ends all workers. Waiting and running jobs are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = this.#queue;
    this.#queue = [];
    for (const job of waiting) {
      job.detach();
      job.reject(this.#options.errors.closed());
    }
    await Promise.all([...this.#slots].map((slot) => this.#dismiss(slot, this.#options.errors.closed())));
  }

  #idleSlot(): WorkerSlot<Request, Result, Progress> | undefined {
    for (const slot of this.#slots) if (!slot.job) return slot;
    return undefined;
  }

  #pump() {
    while (this.#queue.length > 0) {
      const slot = this.#idleSlot() ?? (this.#slots.size < this.#size ? this.#addSlot() : undefined);
      if (!slot) return;
      this.#start(slot, this.#queue.shift()!);
    }
  }

  #start(slot: WorkerSlot<Request, Result, Progress>, job: PoolJob<Request, Result, Progress>) {
    slot.job = job;
    slot.worker.ref();
    this.#limit(slot, job.timeoutMs + (slot.hasStarted ? 0 : (this.#options.startMs ?? 0)));
    this.#watchMemory(slot, job);
    slot.worker.postMessage(job.request);
  }

  #watchMemory(slot: WorkerSlot<Request, Result, Progress>, job: PoolJob<Request, Result, Progress>) {
    const { maxExternalBytes, errors } = this.#options;
    if (maxExternalBytes === undefined) return;
    slot.memoryTimer = setTimeout(async () => {
      // A worker that has just ended has no statistics.
      const statistics = await slot.worker.getHeapStatistics().catch(() => null);
      if (slot.job !== job) return;
      if ((statistics?.external_memory ?? 0) > maxExternalBytes) {
        this.#discard(slot, errors.outOfMemory?.() ?? errors.crashed('used too much memory'));
      } else this.#watchMemory(slot, job);
    }, MEMORY_CHECK_MS);
    slot.memoryTimer.unref();
  }

  #limit(slot: WorkerSlot<Request, Result, Progress>, limitMs: number) {
    clearTimeout(slot.timer);
    const { job } = slot;
    if (!job) return;
    slot.limitEndMs = performance.now() + limitMs;
    slot.timer = setTimeout(() => this.#discard(slot, this.#options.errors.timeout(job.timeoutMs)), limitMs);
  }

  /** Removes the job from its worker, so that the job is resolved or rejected only once. */
  #release(slot: WorkerSlot<Request, Result, Progress>): PoolJob<Request, Result, Progress> | undefined {
    const { job } = slot;
    clearTimeout(slot.timer);
    clearTimeout(slot.memoryTimer);
    slot.job = undefined;
    job?.detach();
    return job;
  }

  #addSlot(): WorkerSlot<Request, Result, Progress> {
    const { workerUrl, name, resourceLimits, errors } = this.#options;
    // Flags of the parent process (loaders, inspectors, test runners) must not apply to the worker.
    const worker = new Worker(workerUrl, { execArgv: [], name, ...(resourceLimits && { resourceLimits }) });
    const slot: WorkerSlot<Request, Result, Progress> = { worker, hasStarted: false };
    let failure: unknown;
    worker.unref();
    worker.on('message', (reply: WorkerReply<Result> | WorkerStarted | WorkerProgress<Progress> | WorkerPause) => {
      slot.hasStarted = true;
      if (reply === 'STARTED') {
        if (slot.job) this.#limit(slot, slot.job.timeoutMs);
        return;
      }
      if ('pausedMs' in reply) {
        if (slot.limitEndMs !== undefined) this.#limit(slot, slot.limitEndMs + reply.pausedMs - performance.now());
        return;
      }
      if ('progress' in reply) {
        slot.job?.onProgress?.(reply.progress);
        return;
      }
      const job = this.#release(slot);
      worker.unref();
      if (reply.ok) job?.resolve(reply);
      else job?.reject(errors.crashed('failed', { cause: reply.error }));
      this.#pump();
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      if (!this.#slots.has(slot)) return;
      this.#discard(slot, errors.crashed(`ended with code ${code}`, { cause: failure }));
    });
    this.#slots.add(slot);
    return slot;
  }

  /**
   * Ends a worker and replaces it. A worker that ended without a job isn't replaced until needed, because its replacement may
   * never start either.
   */
  #discard(slot: WorkerSlot<Request, Result, Progress>, reason: unknown) {
    const wasWorking = slot.job !== undefined;
    void this.#dismiss(slot, reason);
    if (this.#isClosed) return;
    this.#pump();
    if (wasWorking && this.#slots.size < this.#size) this.#addSlot();
  }

  async #dismiss(slot: WorkerSlot<Request, Result, Progress>, reason: unknown): Promise<void> {
    this.#slots.delete(slot);
    this.#release(slot)?.reject(reason);
    await slot.worker.terminate();
  }

  #abort(job: PoolJob<Request, Result, Progress>) {
    const waiting = this.#queue.indexOf(job);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      job.reject(job.signal?.reason);
      return;
    }
    for (const slot of this.#slots) if (slot.job === job) this.#discard(slot, job.signal?.reason);
  }
}
