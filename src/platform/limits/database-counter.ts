import { Batches, type WaitingItem as WaitingFor } from '../batches.ts';
import type { Database } from '../database/database.ts';
import type { Counter, CounterRequest, CounterState } from './counter.ts';
import { deleteEndedUse, giveBackUse, takeUse } from './limit-use.sql.ts';

/**
 * Maximum number of SQL statements for one batch of requests. If several requests for a limit exceed it together, the next
 * statement takes those that still fit.
 */
const MAX_TRIES = 3;

type QueuedRequest = WaitingFor<CounterRequest, CounterState>;

/**
 * Counts the usage of rate limits across all processes, by the database's clock. Requests that arrive during one SQL statement
 * share the next statement, so that a busy process needs few of them.
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

  take(request: CounterRequest): Promise<CounterState> {
    return this.#batches.add(request);
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
      const states = await takeUse(this.#database, [...left.values()].map(together));
      const again: typeof left = new Map();
      for (const [key, waiting] of left) {
        const state = states[key]!;
        if (state.isTaken) {
          for (const { resolve } of waiting) resolve(state);
          continue;
        }
        const { fitting, others, used } = splitByFit(waiting, state, tries < MAX_TRIES);
        for (const { item, resolve } of others) resolve({ ...state, used: Math.max(used, leastUsed(item)) });
        if (fitting.length > 0) again.set(key, fitting);
      }
      left = again;
    }
  }
}

/**
 * Lower bound of a limit's usage after a refusal. The exact usage isn't known, because the statement could have read an older
 * row.
 */
function leastUsed({ amount, most }: CounterRequest): number {
  return amount > most ? 0 : most - amount + 1;
}

/** Merges several requests for one rate limit into one. Uses the maximum of the last request, which is the newest. */
function together(waiting: readonly QueuedRequest[]): CounterRequest {
  const amount = waiting.reduce((sum, { item }) => sum + item.amount, 0);
  return { ...waiting.at(-1)!.item, amount };
}

/** Splits requests whose sum exceeds the maximum into those that still fit, in order, and those that don't. */
function splitByFit(
  waiting: readonly QueuedRequest[],
  { used }: CounterState,
  mayTryAgain: boolean,
): { fitting: QueuedRequest[]; others: QueuedRequest[]; used: number } {
  // A single refused request isn't tried again.
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
