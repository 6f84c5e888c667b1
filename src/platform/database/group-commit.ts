import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '../errors/errors.ts';
import { shared } from '../request-scope.ts';
import { retriedOnLock } from './lock-retry.ts';
import { isOfTheData } from './sqlstate.ts';

export interface GroupCommitOptions<Item, Result> {
  /**
   * Writes a batch in one transaction, whole or not at all, and gives what became of each in their order. Has to bear being
   * called again with the same items, or with fewer of them, after it has thrown.
   */
  write(items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * Items in one batch at the most. The commit is the cost that is shared: a few dozen share all of it, and beyond some
   * hundred each waits longer for the others' rows than it saves.
   */
  most?: number;
  /** Items that wait at the most. What comes beyond would wait longer than its caller does. */
  mostWaiting?: number;
}

const MOST = 128;
const MOST_WAITING = 8_192;

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Writes items of the same moment in one transaction: while one batch is being written the next one gathers. An item that comes alone
 * doesn't wait. A batch that fails because of the data of one item is written again item by item, so that the others don't fail with
 * it. Any other error is the error of each.
 */
export class GroupCommit<Item, Result> {
  readonly #write: GroupCommitOptions<Item, Result>['write'];
  readonly #most: number;
  readonly #mostWaiting: number;
  #waiting: Waiting<Item, Result>[] = [];
  #writing: Promise<void> | null = null;

  constructor({ write, most = MOST, mostWaiting = MOST_WAITING }: GroupCommitOptions<Item, Result>) {
    this.#write = write;
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * What became of the item, once its batch is committed.
   * @throws Refusal OVERLOADED when too many wait already: nothing is written then. Whatever else `write` throws.
   */
  add(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#mostWaiting) {
      const message = 'More is asked than can be written at once. Nothing was done. Try again shortly.';
      return Promise.reject(new Refusal('OVERLOADED', message, { retryAfterSeconds: 1 }));
    }
    return shared(
      () =>
        new Promise((resolve, reject) => {
          this.#waiting.push({ item, resolve, reject });
          this.#writing ??= this.#writeAll();
        }),
    );
  }

  /** Waits for what is being written. */
  async stop(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      // Items that are added in this turn of the event loop join the batch, so a busy process writes fewer and larger batches.
      await turn();
      while (this.#waiting.length > 0) await this.#writeBatch(this.#next());
    } finally {
      // Reset in the same turn that found nothing waiting, so that the next item starts the writing again.
      this.#writing = null;
    }
  }

  #next(): Waiting<Item, Result>[] {
    if (this.#waiting.length > this.#most) return this.#waiting.splice(0, this.#most);
    const all = this.#waiting;
    this.#waiting = [];
    return all;
  }

  async #writeBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await retriedOnLock(() => this.#write(batch.map(({ item }) => item)));
      if (results.length !== batch.length)
        throw new Error('A batch was written and not answered for each of its items.');
      for (let index = 0; index < batch.length; index++) batch[index]!.resolve(results[index]!);
    } catch (error) {
      if (batch.length > 1 && isOfTheData(error)) {
        for (const one of batch) await this.#writeBatch([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
