import { Batches, inOrder, type WaitingItem } from '../batches.ts';
import { Refusal } from '../errors/errors.ts';
import { retriedOnLock } from './lock-retry.ts';
import { isOfTheData } from './sqlstate.ts';

export interface GroupCommitOptions<Item, Result> {
  /**
   * Writes a batch in one transaction, whole or not at all, and gives the result of each item in their order. It must allow being
   * called again with the same items, or with fewer of them, after it has thrown.
   */
  write(items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * Maximum number of items in one batch. The shared cost is the commit: a few dozen items share all of it, and beyond some
   * hundred each waits longer for the rows of the others than it saves.
   */
  most?: number;
  /** Maximum number of items that wait. One more would wait longer than its caller does. */
  mostWaiting?: number;
}

const MOST = 128;
const MOST_WAITING = 8_192;

/**
 * Writes items of the same moment in one transaction. An item that comes alone doesn't wait. A batch that fails because of the data
 * of one item is written again item by item, so that the others don't fail with it. Any other error is the error of each.
 */
export class GroupCommit<Item, Result> {
  readonly #batches: Batches<Item, Result>;
  readonly #mostWaiting: number;

  constructor({ write, most = MOST, mostWaiting = MOST_WAITING }: GroupCommitOptions<Item, Result>) {
    this.#mostWaiting = mostWaiting;
    const serve = inOrder<Item, Result>((items) => retriedOnLock(() => write(items)));
    this.#batches = new Batches({
      maxItems: most,
      waitingAfterFailure: 'SERVE',
      collects: 'TURN',
      serve: (batch) => serve(batch).catch((error) => oneByOne(serve, batch, error)),
    });
  }

  /**
   * Gives the result of the item once its batch is committed.
   * @throws Refusal OVERLOADED when too many items wait already: nothing is written then. Otherwise whatever `write` throws.
   */
  add(item: Item): Promise<Result> {
    if (this.#batches.waiting() >= this.#mostWaiting) {
      const message = 'More is asked than can be written at once. Nothing was done. Try again shortly.';
      return Promise.reject(new Refusal('OVERLOADED', message, { retryAfterSeconds: 1 }));
    }
    return this.#batches.add(item);
  }

  /** Waits for what is being written. */
  stop(): Promise<void> {
    return this.#batches.stop();
  }
}

async function oneByOne<Item, Result>(
  serve: (batch: readonly WaitingItem<Item, Result>[]) => Promise<void>,
  batch: readonly WaitingItem<Item, Result>[],
  error: unknown,
): Promise<void> {
  if (batch.length === 1 || !isOfTheData(error)) throw error;
  for (const one of batch) await serve([one]).catch(one.reject);
}
