import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';

/**
 * Work of requests with an idempotency key. It continues after its caller has left, so that a retry gets the answer. The work is
 * aborted only when the service stops: first the work whose caller has left, then the rest.
 */
export class DetachedWork {
  readonly #works = new Set<RunningWork>();
  #isStopping = false;

  /** Runs work in a context that stays open when the caller leaves. */
  async run<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
    const { inner, end } = this.begin(ctx);
    try {
      return await work(inner);
    } finally {
      end();
    }
  }

  /** Counterpart of `run` in two steps. `end` must always be called. */
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

  /** Called when the service starts to stop. Aborts work whose caller has left, and from then on work whose caller leaves. */
  stopWaiting(): void {
    this.#isStopping = true;
    for (const { isAlone, controller } of this.#works) if (isAlone) controller.abort();
  }

  /** Aborts all work, and waits until it has ended, but at most `STOP_MS`. */
  async stop(): Promise<void> {
    this.stopWaiting();
    for (const { controller } of this.#works) controller.abort();
    const ended = Promise.all([...this.#works].map(({ ended }) => ended));
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
  }
}

/** Maximum milliseconds to wait for aborted work when the service stops. A reader that stalls must not block the stop. */
const STOP_MS = 5_000;

interface RunningWork {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** True if the caller has left. */
  isAlone: boolean;
}
