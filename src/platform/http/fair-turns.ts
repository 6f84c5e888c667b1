import { Refusal } from '../errors/errors.ts';

/**
 * Maximum number of waiting turns. Each turn takes a few milliseconds, so callers further behind would have left before theirs.
 */
const MAX_WAITING = 1_000;
/** Maximum number of waiting turns per caller, so that one caller can't fill the queue. */
const MAX_WAITING_EACH = 200;

/**
 * Runs expensive work one item at a time, and each only after all cheap work that is ready. An anonymous request takes
 * milliseconds to read, validate and start; a hundred in a row would delay everyone. Callers take turns, no matter how many
 * requests each of them sends.
 */
export class FairTurns {
  /** Waiting work by caller. The caller that is next comes first. */
  readonly #lines = new Map<string, (() => void)[]>();
  #waiting = 0;
  #isUnderWay = false;

  /** Number of waiting turns of all callers. */
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
    // Moves the caller behind all others in the queue.
    if (line.length > 0) this.#lines.set(caller, line);
    this.#waiting -= 1;
    // Other work of the event loop that is ready runs before each turn.
    this.#isUnderWay = this.#waiting > 0;
    if (this.#isUnderWay) setImmediate(this.#next);
    begin();
  };
}
