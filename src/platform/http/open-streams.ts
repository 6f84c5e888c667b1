import type { Response } from 'express';
import { Refusal } from '../errors/errors.ts';

export interface StreamLimits {
  /** Many pages and tools may stand behind one secret; one of them that opens streams and forgets them should show. */
  perPrincipal: number;
  inProcess: number;
  /** Proxies close what is silent for a minute, some after half of one. */
  heartbeatMs: number;
}

const STREAM_LIMITS: StreamLimits = {
  perPrincipal: 100,
  inProcess: 1_000,
  heartbeatMs: 15_000,
};

const RETRY_AFTER_SECONDS = 5;

/** The streams that are open in this process. */
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
   * Gives a signal that aborts when the client has gone, or has to go.
   * @throws Refusal when there are too many already.
   */
  open(principal: string, res: Response): AbortSignal {
    const { perPrincipal, inProcess } = this.limits;
    const count = this.#count.get(principal) ?? 0;
    if (count >= perPrincipal) {
      throw new Refusal('RATE_LIMITED', `At most ${perPrincipal} streams at a time. End one that is not needed.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    if (this.#open.size >= inProcess) {
      throw new Refusal('SERVICE_UNAVAILABLE', 'As many streams are open as there can be. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
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
   * For an answer that is streamed and ends by itself: it counts for no limit, and gets a signal that aborts when the client has
   * gone, or when the process cannot wait for its end any longer.
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

  /** Ends the answers that are still on their way, and what comes after them, so that each can say that it was cut. */
  endAnswers(): void {
    this.#areAnswersOver = true;
    for (const ending of this.#answers) ending.abort();
  }

  /** Ends them all without a `complete`, which tells clients to come again, and so to a process that goes on. */
  endAll(): void {
    for (const ending of this.#open) ending.abort();
  }
}
