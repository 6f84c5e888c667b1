import type { Counter, CounterRequest, CounterState } from './counter.ts';

const LEAST_ROOM = 1_000;

/**
 * Counts the usage of rate limits in this process only; the counts are lost when it ends. For anything that costs neither money
 * nor storage.
 */
export class ProcessCounter implements Counter {
  /**
   * Number of counters above which those of ended time windows are deleted: twice the number left by the last deletion, at least
   * 1,000, so that deletions are rare.
   */
  #roomFor = LEAST_ROOM;
  readonly #uses = new Map<string, { used: number; endsAt: number }>();

  async take({ key, amount, most, windowSeconds }: CounterRequest): Promise<CounterState> {
    const now = performance.now();
    const name = key.toString('base64');
    const open = this.#uses.get(name);
    const use = open && open.endsAt > now ? open : { used: 0, endsAt: now + windowSeconds * 1_000 };
    const isTaken = use.used + amount <= most;
    if (isTaken) {
      use.used += amount;
      this.#uses.set(name, use);
      if (this.#uses.size > this.#roomFor) {
        await this.forgetEnded();
        this.#roomFor = Math.max(LEAST_ROOM, 2 * this.#uses.size);
      }
    }
    return { isTaken, used: use.used, secondsLeft: (use.endsAt - now) / 1_000 };
  }

  async giveBack(key: Buffer, amount: number): Promise<void> {
    const use = this.#uses.get(key.toString('base64'));
    if (use) use.used = Math.max(0, use.used - amount);
  }

  async forgetEnded(): Promise<number> {
    const now = performance.now();
    const ended = [...this.#uses].filter(([, { endsAt }]) => endsAt <= now);
    for (const [name] of ended) this.#uses.delete(name);
    return ended.length;
  }
}
