import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';

/**
 * Work that goes on when nobody waits for it any more, since whoever asks again is to have its answer. It ends with the service:
 * once the stop has begun, whoever goes takes its work along, as without a key.
 */
export class DetachedWork {
  readonly #works = new Set<RunningWork>();
  #isStopping = false;

  /** Does the work in a context that does not end when the caller goes. */
  async run<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
    const { inner, end } = this.begin(ctx);
    try {
      return await work(inner);
    } finally {
      end();
    }
  }

  /** The same in two steps. `end` has to be called, whatever became of it. */
  begin(ctx: Context): { inner: Context; end: () => void } {
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const work: RunningWork = { controller, ended, isAlone: ctx.signal.aborted };
    const left = () => {
      work.isAlone = true;
      if (this.#isStopping) controller.abort();
    };
    ctx.signal.addEventListener('abort', left, { once: true });
    this.#works.add(work);
    const end = () => {
      ctx.signal.removeEventListener('abort', left);
      this.#works.delete(work);
      resolve();
    };
    return { inner: ctx.detached(controller.signal), end };
  }

  /** The stop has begun. */
  stopWaiting(): void {
    this.#isStopping = true;
    for (const { isAlone, controller } of this.#works) if (isAlone) controller.abort();
  }

  /** Ends what still goes on, and waits until it has been written down. */
  async stop(): Promise<void> {
    this.stopWaiting();
    for (const { controller } of this.#works) controller.abort();
    const ended = Promise.all([...this.#works].map(({ ended }) => ended));
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
  }
}

/** A reader that neither reads on nor goes must not hold up the stop. */
const STOP_MS = 5_000;

interface RunningWork {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** Whether whoever asked for it has gone. */
  isAlone: boolean;
}
