import { Refusal } from '../errors/errors.ts';

/** Each is a few milliseconds of everybody's time: whoever came behind so many would have gone by then. */
const MAX_WAITING = 1_000;
/** Of one caller, so that no one of them takes all the places. */
const MAX_WAITING_EACH = 200;

/**
 * Lets what is heavy begin one at a time, and each time only after all that is light and ready meanwhile: what a stranger may
 * send takes some milliseconds to be read, checked and begun, and a hundred of those in a row would be one wait for everybody
 * else. Callers take turns, whatever each of them sends.
 */
export class FairTurns {
  /** Who waits, by caller, in the order in which the callers come. */
  readonly #lines = new Map<string, (() => void)[]>();
  #waiting = 0;
  #isUnderWay = false;

  /** How many wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves when it is the turn of this caller.
   * @throws Refusal OVERLOADED when too many wait already
   */
  take(caller: string): Promise<void> {
    const line = this.#lines.get(caller) ?? [];
    if (this.#waiting >= MAX_WAITING || line.length >= MAX_WAITING_EACH) {
      throw new Refusal('OVERLOADED', 'Too much is being asked of us. Ask again shortly.', {
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
    // Behind all others.
    if (line.length > 0) this.#lines.set(caller, line);
    this.#waiting -= 1;
    // Before it begins: what is ready by then is done first, and then the next turn comes.
    this.#isUnderWay = this.#waiting > 0;
    if (this.#isUnderWay) setImmediate(this.#next);
    begin();
  };
}
