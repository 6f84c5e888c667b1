import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Posted by a worker that has loaded its modules, if the pool waits for that. */
export type WorkerStarted = 'STARTED';

/** Reply of a worker to a request. */
export type WorkerReply<Result extends object> = ({ ok: true } & Result) | { ok: false; error: unknown };

interface WorkerPoolErrors {
  timeout(timeoutMs: number): Error;
  /** Creates the error of a worker that ended or failed. `cause` is its error, if any. */
  crashed(what: string, options?: ErrorOptions): Error;
  closed(): Error;
}

export interface WorkerPoolOptions {
  readonly workerUrl: URL;
  /** Name of the threads. */
  readonly name: string;
  /** Maximum number of workers. */
  readonly size: number;
  readonly errors: WorkerPoolErrors;
  readonly resourceLimits?: ResourceLimits;
  /**
   * Milliseconds for loading modules before the worker posts `STARTED`, in addition to the limit of its first job. Default 0: it
   * doesn't post.
   */
  readonly startMs?: number;
}

interface PoolJob<Request, Result> {
  request: Request;
  timeoutMs: number;
  signal?: AbortSignal;
  resolve(result: Result): void;
  reject(reason: unknown): void;
  /** Detaches the job from its abort signal. */
  detach(): void;
}

interface WorkerSlot<Request, Result> {
  worker: Worker;
  job?: PoolJob<Request, Result>;
  timer?: NodeJS.Timeout;
  hasStarted: boolean;
}

/**
 * A pool of worker threads, started when needed, with one job each and a queue. A job that is aborted, too slow or failed takes
 * its worker with it, because nothing else can interrupt its long loop.
 */
export class WorkerPool<Request, Result extends object> {
  readonly #options: WorkerPoolOptions;
  readonly #size: number;
  readonly #seats = new Set<WorkerSlot<Request, Result>>();
  #queue: PoolJob<Request, Result>[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#size = options.size;
  }

  /** True if a job would start at once. */
  get hasRoom(): boolean {
    return this.#queue.length === 0 && (this.#seats.size < this.#size || this.#idleSeat() !== undefined);
  }

  /** Number of jobs that wait for a worker. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs a job. The time limit starts when a worker takes it. @throws an error of the pool, or the reason of the signal */
  run(request: Request, options: { timeoutMs: number; signal?: AbortSignal }): Promise<Result> {
    const { signal, timeoutMs } = options;
    if (this.#isClosed) return Promise.reject(this.#options.errors.closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#abort(job);
      const job: PoolJob<Request, Result> = {
        request,
        timeoutMs,
        signal,
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
    await Promise.all([...this.#seats].map((seat) => this.#dismiss(seat, this.#options.errors.closed())));
  }

  #idleSeat(): WorkerSlot<Request, Result> | undefined {
    for (const seat of this.#seats) if (!seat.job) return seat;
    return undefined;
  }

  #pump() {
    while (this.#queue.length > 0) {
      const seat = this.#idleSeat() ?? (this.#seats.size < this.#size ? this.#hire() : undefined);
      if (!seat) return;
      this.#start(seat, this.#queue.shift()!);
    }
  }

  #start(seat: WorkerSlot<Request, Result>, job: PoolJob<Request, Result>) {
    seat.job = job;
    seat.worker.ref();
    this.#limit(seat, job.timeoutMs + (seat.hasStarted ? 0 : (this.#options.startMs ?? 0)));
    seat.worker.postMessage(job.request);
  }

  #limit(seat: WorkerSlot<Request, Result>, limitMs: number) {
    clearTimeout(seat.timer);
    const { job } = seat;
    if (!job) return;
    seat.timer = setTimeout(() => this.#lose(seat, this.#options.errors.timeout(job.timeoutMs)), limitMs);
  }

  /** Takes the job from its worker, so that it is settled exactly once. */
  #release(seat: WorkerSlot<Request, Result>): PoolJob<Request, Result> | undefined {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.job = undefined;
    job?.detach();
    return job;
  }

  #hire(): WorkerSlot<Request, Result> {
    const { workerUrl, name, resourceLimits, errors } = this.#options;
    // Flags of the parent (loaders, inspectors, test runners) must not apply to the worker.
    const worker = new Worker(workerUrl, { execArgv: [], name, ...(resourceLimits && { resourceLimits }) });
    const seat: WorkerSlot<Request, Result> = { worker, hasStarted: false };
    let failure: unknown;
    worker.unref();
    worker.on('message', (reply: WorkerReply<Result> | WorkerStarted) => {
      seat.hasStarted = true;
      if (reply === 'STARTED') {
        if (seat.job) this.#limit(seat, seat.job.timeoutMs);
        return;
      }
      const job = this.#release(seat);
      worker.unref();
      if (reply.ok) job?.resolve(reply);
      else job?.reject(errors.crashed('failed', { cause: reply.error }));
      this.#pump();
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      if (!this.#seats.has(seat)) return;
      this.#lose(seat, errors.crashed(`ended with code ${code}`, { cause: failure }));
    });
    this.#seats.add(seat);
    return seat;
  }

  /** Ends a worker and replaces it. A worker that died without a job isn't replaced until needed, because it may never start. */
  #lose(seat: WorkerSlot<Request, Result>, reason: unknown) {
    const wasWorking = seat.job !== undefined;
    void this.#dismiss(seat, reason);
    if (this.#isClosed) return;
    this.#pump();
    if (wasWorking && this.#seats.size < this.#size) this.#hire();
  }

  async #dismiss(seat: WorkerSlot<Request, Result>, reason: unknown): Promise<void> {
    this.#seats.delete(seat);
    this.#release(seat)?.reject(reason);
    await seat.worker.terminate();
  }

  #abort(job: PoolJob<Request, Result>) {
    const waiting = this.#queue.indexOf(job);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      job.reject(job.signal?.reason);
      return;
    }
    for (const seat of this.#seats) if (seat.job === job) this.#lose(seat, job.signal?.reason);
  }
}
