import { Worker } from 'node:worker_threads';
import { type WorkerPicture, type WorkerReply, type WorkerRequest } from './paint.worker.ts';
import { RendererClosed, RendererCrashed, RenderTimeout } from './renderer-errors.ts';

interface Job {
  request: WorkerRequest;
  timeoutMs: number;
  signal?: AbortSignal;
  resolve(picture: WorkerPicture): void;
  reject(reason: unknown): void;
  /** Detaches the job from its abort signal. */
  detach(): void;
}

interface Seat {
  worker: Worker;
  job?: Job;
  timer?: NodeJS.Timeout;
}

/**
 * A few warm workers, started when first needed, one job each, and a queue before them. A job that is aborted, runs
 * late or dies takes its worker with it: painting is one long loop, which nothing gentler can interrupt.
 */
export class WorkerPool {
  readonly #workerUrl: URL;
  readonly #size: number;
  readonly #seats = new Set<Seat>();
  #queue: Job[] = [];
  #isClosed = false;

  constructor(workerUrl: URL, size: number) {
    this.#workerUrl = workerUrl;
    this.#size = size;
  }

  /** Whether a job given now would start at once. */
  get hasRoom(): boolean {
    return this.#queue.length === 0 && (this.#seats.size < this.#size || this.#idleSeat() !== undefined);
  }

  /**
   * Runs one job; the time limit starts when a worker takes it up.
   * @throws RenderTimeout, RendererCrashed, RendererClosed, or the abort reason of the signal.
   */
  run(request: WorkerRequest, options: { timeoutMs: number; signal?: AbortSignal }): Promise<WorkerPicture> {
    const { signal, timeoutMs } = options;
    if (this.#isClosed) return Promise.reject(new RendererClosed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#abort(job);
      const job: Job = {
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

  /** Ends all workers; whatever was waiting or running is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = this.#queue;
    this.#queue = [];
    for (const job of waiting) {
      job.detach();
      job.reject(new RendererClosed());
    }
    await Promise.all([...this.#seats].map((seat) => this.#dismiss(seat, new RendererClosed())));
  }

  #idleSeat(): Seat | undefined {
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

  #start(seat: Seat, job: Job) {
    seat.job = job;
    seat.worker.ref();
    seat.timer = setTimeout(() => this.#lose(seat, new RenderTimeout(job.timeoutMs)), job.timeoutMs);
    seat.worker.postMessage(job.request);
  }

  /** Takes the job off its seat, so that it can be settled exactly once. */
  #release(seat: Seat): Job | undefined {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.job = undefined;
    job?.detach();
    return job;
  }

  #hire(): Seat {
    // Flags of the parent (loaders, inspectors, test runners) are not for the painter.
    const worker = new Worker(this.#workerUrl, { execArgv: [], name: 'paint' });
    const seat: Seat = { worker };
    let failure: unknown;
    worker.unref();
    worker.on('message', (reply: WorkerReply) => {
      const job = this.#release(seat);
      worker.unref();
      if (reply.ok) job?.resolve(reply);
      else job?.reject(new RendererCrashed('the embedded renderer failed', { cause: reply.error }));
      this.#pump();
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      if (!this.#seats.has(seat)) return;
      this.#lose(
        seat,
        new RendererCrashed(`the embedded renderer's worker ended with code ${code}`, { cause: failure }),
      );
    });
    this.#seats.add(seat);
    return seat;
  }

  /** Ends a worker and replaces it. One that died without a job is not replaced until needed: it may never start. */
  #lose(seat: Seat, reason: unknown) {
    const wasWorking = seat.job !== undefined;
    void this.#dismiss(seat, reason);
    if (this.#isClosed) return;
    this.#pump();
    if (wasWorking && this.#seats.size < this.#size) this.#hire();
  }

  async #dismiss(seat: Seat, reason: unknown): Promise<void> {
    this.#seats.delete(seat);
    this.#release(seat)?.reject(reason);
    await seat.worker.terminate();
  }

  #abort(job: Job) {
    const waiting = this.#queue.indexOf(job);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      job.reject(job.signal?.reason);
      return;
    }
    for (const seat of this.#seats) if (seat.job === job) this.#lose(seat, job.signal?.reason);
  }
}
