import type { Database } from '../../platform/database/database.ts';
import { ReadCache } from '../../platform/database/read-cache.ts';
import type { Money } from '../customers-api.ts';
import { findMoney } from './usage-period.sql.ts';

const MAX_AGE_MS = 1_000;
const MAX_KEYS_CACHED = 10_000;

/** Cache of spending and limits of accounts, at most a second old. */
export class KnownMoney {
  readonly #money: ReadCache<Money>;

  constructor(database: Database) {
    this.#money = new ReadCache({
      read: (id) => findMoney(database, id),
      maxAgeMs: MAX_AGE_MS,
      most: MAX_KEYS_CACHED,
    });
  }

  async of(accountId: string, { isReread = false } = {}): Promise<Money> {
    const money = await (isReread ? this.#money.reread(accountId) : this.#money.get(accountId));
    if (!money) throw new Error(`Customer ${accountId} doesn’t exist.`);
    return money;
  }

  /** Caches the amounts of an account that a reservation returned. */
  learn(accountId: string, money: Money): void {
    this.#money.put(accountId, money);
  }

  forgetAll(): void {
    this.#money.forgetAll();
  }
}
