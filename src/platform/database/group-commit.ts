import { Batches, inOrder, type WaitingItem } from '../batches.ts';
import { Refusal } from '../errors/errors.ts';
import { retriedOnLock } from './lock-retry.ts';
import { isOfTheData } from './sqlstate.ts';

export interface GroupCommitOptions<Item, Result> {
  /**
   * Writes a batch in one transaction and returns one result per item, in order. After it has thrown, it can be called again
   * with all or some of the items.
   */
  write(items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * Maximum number of items per batch. A few dozen items already share the cost of the commit; beyond some hundred, each item
   * loses more time by waiting for the others' rows than it saves.
   */
  most?: number;
  /** Maximum number of waiting items. Callers of further items would leave before their item is written. */
  mostWaiting?: number;
}

const MOST = 128;
const MOST_WAITING = 8_192;

/**
 * Writes concurrent items in one transaction. A single item waits only for the end of the current turn of the event loop. If a
 * batch fails because of one item's data, its items are written one by one, so that the others succeed. Any other error fails all
 * items of the batch.
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
   * Returns the result of the item once its batch is committed.
   * @throws Refusal OVERLOADED if too many items wait, or the error of `write`
   */
  add(item: Item): Promise<Result> {
    if (this.#batches.waiting() >= this.#mostWaiting) {
      const message = 'The service is overloaded. Nothing was done. Try again shortly.';
      return Promise.reject(new Refusal('OVERLOADED', message, { retryAfterSeconds: 1 }));
    }
    return this.#batches.add(item);
  }

  /** Resolves when every item added before the call is written or has failed. */
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
