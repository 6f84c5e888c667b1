import type { Response } from 'express';
import { Refusal } from '../errors/errors.ts';

export interface StreamLimits {
  /**
   * Maximum number of open streams per principal. Many pages and tools can share one credential; the limit stops a program that
   * opens streams without closing them.
   */
  perPrincipal: number;
  inProcess: number;
  /** Interval of heartbeats in milliseconds. Proxies close connections that are silent for a minute, some after 30 seconds. */
  heartbeatMs: number;
}

const STREAM_LIMITS: StreamLimits = {
  perPrincipal: 100,
  inProcess: 1_000,
  heartbeatMs: 15_000,
};

const RETRY_AFTER_SECONDS = 5;

/** Open event streams of this process. */
export class OpenStreams {
  readonly limits: StreamLimits;
  readonly #count = new Map<string, number>();
  readonly #open = new Set<AbortController>();
  readonly #answers = new Set<AbortController>();
  #areAnswersOver = false;

  constructor(limits: Partial<StreamLimits> = {}) {
    this.limits = { ...STREAM_LIMITS, ...limits };
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Counts a stream as open. Returns a signal that aborts when the client has left or the service closes the stream. @throws
   * Refusal when too many are open
   */
  open(principal: string, res: Response): AbortSignal {
    const { perPrincipal, inProcess } = this.limits;
    const count = this.#count.get(principal) ?? 0;
    if (count >= perPrincipal) {
      throw new Refusal(
        'RATE_LIMITED',
        `You have ${perPrincipal} open streams, the maximum. Close one that isn't needed.`,
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      );
    }
    if (this.#open.size >= inProcess) {
      throw new Refusal(
        'SERVICE_UNAVAILABLE',
        'This process has reached its maximum of open streams. Try again shortly.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      );
    }
    const ending = new AbortController();
    this.#open.add(ending);
    this.#count.set(principal, count + 1);
    res.once('close', () => {
      ending.abort();
      this.#open.delete(ending);
      const left = (this.#count.get(principal) ?? 1) - 1;
      if (left > 0) this.#count.set(principal, left);
      else this.#count.delete(principal);
    });
    return ending.signal;
  }

  /**
   * Adds a streamed response that ends by itself and isn't counted. Its signal aborts when the client has left, or when the
   * process stops and can't wait longer.
   */
  join(res: Response): AbortSignal {
    const ending = new AbortController();
    if (this.#areAnswersOver) ending.abort();
    this.#answers.add(ending);
    res.once('close', () => {
      this.#answers.delete(ending);
      ending.abort();
    });
    return ending.signal;
  }

  /** Aborts running and future streamed responses, so that each can report its interruption. */
  endAnswers(): void {
    this.#areAnswersOver = true;
    for (const ending of this.#answers) ending.abort();
  }

  /** Closes all streams without the event `complete`, so that clients reconnect to another process. */
  endAll(): void {
    for (const ending of this.#open) ending.abort();
  }
}
