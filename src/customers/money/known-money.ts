import type { Database } from '../../platform/database/database.ts';
import { Remembered } from '../../platform/database/remembered.ts';
import type { Money } from '../customers-api.ts';
import { findMoney } from './usage-period.sql.ts';

const MAX_AGE_MS = 1_000;
const MOST = 10_000;

/** How accounts stand, as it was at most a second ago. */
export class KnownMoney {
  readonly #money: Remembered<Money>;

  constructor(database: Database) {
    this.#money = new Remembered({ read: (id) => findMoney(database, id), maxAgeMs: MAX_AGE_MS, most: MOST });
  }

  async of(accountId: string, { isReread = false } = {}): Promise<Money> {
    const money = await (isReread ? this.#money.reread(accountId) : this.#money.get(accountId));
    if (!money) throw new Error(`There is no customer ${accountId}.`);
    return money;
  }

  /** What a reservation has just told. */
  learn(accountId: string, money: Money): void {
    this.#money.put(accountId, money);
  }

  forgetAll(): void {
    this.#money.forgetAll();
  }
}
