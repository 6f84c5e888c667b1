import { Batches, type WaitingItem as WaitingFor } from '../batches.ts';
import type { Database } from '../database/database.ts';
import type { Counter, CounterRequest, CounterState } from './counter.ts';
import { deleteEndedUse, giveBackUse, takeUse } from './limit-use.sql.ts';

/** Against others who take at the same time: what is refused by what they have taken since is tried with what is left. */
const MAX_TRIES = 3;

type QueuedRequest = WaitingFor<CounterRequest, CounterState>;

/**
 * Counts for all processes, by the database's clock. What is asked while one statement is under way goes out together in the
 * next one, so that a busy process pays for a statement now and then and not for one at each seal.
 */
export class DatabaseCounter implements Counter {
  readonly #database: Database;
  readonly #batches = new Batches<CounterRequest, CounterState>({
    serve: (batch) => this.#takeBatch(batch),
    waitingAfterFailure: 'REJECT',
  });

  constructor(database: Database) {
    this.#database = database;
  }

  take(asked: CounterRequest): Promise<CounterState> {
    return this.#batches.add(asked);
  }

  giveBack(key: Buffer, amount: number): Promise<void> {
    return giveBackUse(this.#database, key, amount);
  }

  forgetEnded(): Promise<number> {
    return deleteEndedUse(this.#database);
  }

  async #takeBatch(batch: readonly QueuedRequest[]): Promise<void> {
    let left = Map.groupBy(batch, ({ item }) => item.key.toString('hex'));
    for (let tries = 1; left.size > 0; tries++) {
      const standings = await takeUse(this.#database, [...left.values()].map(together));
      const again: typeof left = new Map();
      for (const [key, waiting] of left) {
        const standing = standings[key]!;
        if (standing.isTaken) {
          for (const { resolve } of waiting) resolve(standing);
          continue;
        }
        const { fitting, others, used } = parted(waiting, standing, tries < MAX_TRIES);
        for (const { item, resolve } of others) resolve({ ...standing, used: Math.max(used, leastUsed(item)) });
        if (fitting.length > 0) again.set(key, fitting);
      }
      left = again;
    }
  }
}

/** What was used at the least where so much was refused: the statement may have seen a moment before. */
function leastUsed({ amount, most }: CounterRequest): number {
  return amount > most ? 0 : most - amount + 1;
}

/** What several ask of one key, as one. The bound of the last one is the newest. */
function together(waiting: readonly QueuedRequest[]): CounterRequest {
  const amount = waiting.reduce((sum, { item }) => sum + item.amount, 0);
  return { ...waiting.at(-1)!.item, amount };
}

/** Of those that do not fit together, the ones that do, first come first served, and the rest. */
function parted(
  waiting: readonly QueuedRequest[],
  { used }: CounterState,
  mayTryAgain: boolean,
): { fitting: QueuedRequest[]; others: QueuedRequest[]; used: number } {
  // One that was refused by itself is refused.
  if (!mayTryAgain || waiting.length === 1) return { fitting: [], others: [...waiting], used };
  const fitting: QueuedRequest[] = [];
  const others: QueuedRequest[] = [];
  let sum = used;
  for (const one of waiting) {
    const { amount, most } = one.item;
    const fits = sum + amount <= most;
    if (fits) sum += amount;
    (fits ? fitting : others).push(one);
  }
  return { fitting, others, used: sum };
}
