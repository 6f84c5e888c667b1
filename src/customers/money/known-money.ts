import type { Database } from '../../platform/database/database.ts';
import { Remembered } from '../../platform/database/remembered.ts';
import type { Money } from '../customers-api.ts';

const MAX_AGE_MS = 1_000;
const MOST = 10_000;

type MoneyRow = [spent: number, reserved: number, uncertain: number, soft: number | null, hard: number | null];

/** How accounts stand, as it was at most a second ago. */
export class KnownMoney {
  readonly #money: Remembered<Money>;

  constructor(database: Database) {
    this.#money = new Remembered({ read: (id) => readMoney(database, id), maxAgeMs: MAX_AGE_MS, most: MOST });
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

async function readMoney(database: Database, id: string): Promise<Money | null> {
  const found = await database.readRow<MoneyRow>(
    {
      name: 'customer_money',
      text: `select coalesce(spent_micros, 0)::float8, coalesce(reserved_micros + uncertain_micros, 0)::float8,
               coalesce(uncertain_micros, 0)::float8,
               soft_cap_micros::float8, hard_limit_micros::float8
             from customer left join usage_period
               on subject = id and month = date_trunc('month', now() at time zone 'UTC')::date
             where id = $1`,
    },
    [id],
  );
  if (!found) return null;
  const [spentMicros, reservedMicros, uncertainMicros, softCapMicros, hardLimitMicros] = found;
  return { spentMicros, reservedMicros, uncertainMicros, softCapMicros, hardLimitMicros };
}
