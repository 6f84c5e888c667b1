import { Refusal } from '../errors/errors.ts';

/** Maximum queue length. Each turn takes a few milliseconds, so later callers would have left before theirs. */
const MAX_WAITING = 1_000;
/** Maximum queue length per caller, so that one caller can't fill the queue. */
const MAX_WAITING_EACH = 200;

/**
 * Runs expensive work one item at a time, and each only after all cheap work that is ready. An anonymous request takes
 * milliseconds to read, validate and start; a hundred in a row would delay everyone. Callers take turns, however much each of
 * them sends.
 */
export class FairTurns {
  /** Waiting work by caller, in the order of the callers. */
  readonly #lines = new Map<string, (() => void)[]>();
  #waiting = 0;
  #isUnderWay = false;

  /** Number of waiting items. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when it is this caller's turn. @throws Refusal OVERLOADED when too many wait */
  take(caller: string): Promise<void> {
    const line = this.#lines.get(caller) ?? [];
    if (this.#waiting >= MAX_WAITING || line.length >= MAX_WAITING_EACH) {
      throw new Refusal('OVERLOADED', 'Too many requests are waiting. Try again shortly.', {
        retryAfterSeconds: 5,
      });
    }
    return new Promise((resolve) => {
      line.push(resolve);
      this.#lines.set(caller, line);
      this.#waiting += 1;
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    const [caller, line] = this.#lines.entries().next().value!;
    this.#lines.delete(caller);
    const begin = line.shift()!;
    // Moves the caller behind all others.
    if (line.length > 0) this.#lines.set(caller, line);
    this.#waiting -= 1;
    // Lets everything that is ready run before the turn starts and again before the next one.
    this.#isUnderWay = this.#waiting > 0;
    if (this.#isUnderWay) setImmediate(this.#next);
    begin();
  };
}
