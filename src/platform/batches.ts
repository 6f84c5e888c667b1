import { setImmediate as turn } from 'node:timers/promises';
import { shared } from './request-scope.ts';

/** An item that waits for its answer. Calls after the first `resolve` or `reject` have no effect. */
export interface WaitingItem<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface BatchesOptions<Item, Result> {
  /** Answers each item of a batch. If it throws, the error is the answer of all that have none yet. */
  serve(batch: readonly WaitingItem<Item, Result>[]): Promise<void>;
  /** Maximum number of items in a batch. Default: no maximum. */
  maxItems?: number;
  /** Also bounds a batch by the sum of its weights. An item that is heavier than `max` gets a batch of its own. */
  weight?: { of(item: Item): number; max: number };
  /**
   * What the failure of a batch means for the items that wait behind it. With `REJECT` they fail with the same error, so that they
   * don't wait as long for the same lost database. With `SERVE` the next batch is served.
   */
  waitingAfterFailure: 'REJECT' | 'SERVE';
  /**
   * What the first batch of a line collects. With `TICK` it is what is added before the pending microtasks have run. With `TURN` it
   * is what is added in a turn of the event loop, so that a busy process has fewer and larger batches. Default: `TICK`.
   */
  collects?: 'TICK' | 'TURN';
}

interface BatchQueue<Item, Result> {
  waiting: WaitingItem<Item, Result>[];
  served: Promise<void>;
}

/**
 * Serves items of the same moment together: while one batch of a line is served, the next one collects. Batches of one line never
 * overlap, and items keep their order. Lines are independent of each other, and one that is empty takes no memory.
 */
export class Batches<Item, Result> {
  readonly #options: BatchesOptions<Item, Result>;
  readonly #lines = new Map<string, BatchQueue<Item, Result>>();

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options;
  }

  /** Gives the answer of the item. For the request that adds it, this counts as one statement. */
  add(item: Item, name = ''): Promise<Result> {
    return shared(
      () =>
        new Promise((resolve, reject) => {
          const one = { item, resolve, reject };
          const line = this.#lines.get(name);
          if (line) line.waiting.push(one);
          else this.#open(name, one);
        }),
    );
  }

  /** Number of items in the line that aren't in a batch yet. */
  waiting(name = ''): number {
    return this.#lines.get(name)?.waiting.length ?? 0;
  }

  /** Resolves when every item that was added has its answer. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lines.values()].map(({ served }) => served));
  }

  #open(name: string, first: WaitingItem<Item, Result>): void {
    const waiting = [first];
    const served = this.#serveLine(name, waiting);
    this.#lines.set(name, { waiting, served });
  }

  async #serveLine(name: string, waiting: WaitingItem<Item, Result>[]): Promise<void> {
    const { serve, waitingAfterFailure, collects = 'TICK' } = this.#options;
    await (collects === 'TURN' ? turn() : Promise.resolve());
    while (waiting.length > 0) {
      const batch = waiting.splice(0, this.#nextLength(waiting));
      try {
        await serve(batch);
      } catch (error) {
        const failed = waitingAfterFailure === 'REJECT' ? batch.concat(waiting.splice(0)) : batch;
        for (const { reject } of failed) reject(error);
      }
    }
    // No await since the line was found empty: an item that is added later opens a new line.
    this.#lines.delete(name);
  }

  #nextLength(waiting: readonly WaitingItem<Item, Result>[]): number {
    const { maxItems = Infinity, weight } = this.#options;
    const most = Math.min(maxItems, waiting.length);
    if (!weight) return most;
    let sum = 0;
    for (let length = 0; length < most; length++) {
      sum += weight.of(waiting[length]!.item);
      if (sum > weight.max && length > 0) return length;
    }
    return most;
  }
}

/**
 * Serves a batch by a function that gives one result for each item, in their order.
 * @throws when there are fewer results or more: no item gets the result of another, and none waits forever.
 */
export function inOrder<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): BatchesOptions<Item, Result>['serve'] {
  return async (batch) => {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error(`${results.length} results for a batch of ${batch.length}.`);
    for (let index = 0; index < batch.length; index++) batch[index]!.resolve(results[index]!);
  };
}
