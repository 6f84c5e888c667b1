import { setImmediate as turn } from 'node:timers/promises';
import { shared } from './request-scope.ts';

/** An item that waits for its result. Calls after the first `resolve` or `reject` have no effect. */
export interface WaitingItem<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface BatchesOptions<Item, Result> {
  /** Sets the result of each item of a batch. If `serve` throws, all items without a result fail with its error. */
  serve(batch: readonly WaitingItem<Item, Result>[]): Promise<void>;
  /** Maximum number of items in a batch. Default: no maximum. */
  maxItems?: number;
  /** Limit of the sum of the items' weights in a batch. An item heavier than `max` gets a batch of its own. */
  weight?: { of(item: Item): number; max: number };
  /**
   * Effect of a failed batch on the items that wait behind it. `REJECT` fails them with the same error, e.g. so that they don't
   * wait for a lost database too. `SERVE` serves them in the next batch.
   */
  waitingAfterFailure: 'REJECT' | 'SERVE';
  /**
   * Items that form the first batch of an empty queue. `TICK`: those added before pending microtasks have run. `TURN`: those
   * added in one turn of the event loop; a busy process then makes fewer and larger batches. Default: `TICK`.
   */
  collects?: 'TICK' | 'TURN';
}

interface BatchQueue<Item, Result> {
  waiting: WaitingItem<Item, Result>[];
  served: Promise<void>;
}

/**
 * Serves items in batches, in named queues. While one batch of a queue is served, the next batch fills. Batches of one queue
 * never overlap, and items keep their order. Queues are independent, and an empty queue takes no memory.
 */
export class Batches<Item, Result> {
  readonly #options: BatchesOptions<Item, Result>;
  readonly #lines = new Map<string, BatchQueue<Item, Result>>();

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options;
  }

  /** Adds an item to a queue and returns its result. Counts as one database statement of the request that adds the item. */
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

  /** Number of items in the queue that aren't in a batch yet. */
  waiting(name = ''): number {
    return this.#lines.get(name)?.waiting.length ?? 0;
  }

  /** Resolves when every item added before the call has a result. */
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
    // Nothing was awaited since the queue was found empty, so an item added later creates a new queue.
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
 * Makes a `serve` function from a function that returns one result per item, in order.
 * @throws in `serve` if the number of results differs from that of items: an item must never get another item's result, nor wait
 * forever
 */
export function inOrder<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): BatchesOptions<Item, Result>['serve'] {
  return async (batch) => {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length)
      throw new Error(`A batch of ${batch.length} items got ${results.length} results.`);
    for (let index = 0; index < batch.length; index++) batch[index]!.resolve(results[index]!);
  };
}
