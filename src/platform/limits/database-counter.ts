import type { Database } from '../database/database.ts';
import { shared } from '../request-scope.ts';
import type { Asked, Counter, Standing } from './counter.ts';

/** Against others who take at the same time: what is refused by what they have taken since is tried with what is left. */
const MAX_TRIES = 3;

interface Waiting {
  asked: Asked;
  resolve(standing: Standing): void;
  reject(error: unknown): void;
}

/**
 * Counts for all processes, by the database's clock. What is asked while one statement is under way goes out together in the
 * next one, so that a busy process pays for a statement now and then and not for one at each seal.
 */
export class DatabaseCounter implements Counter {
  readonly #database: Database;
  readonly #waiting: Waiting[] = [];
  #isTaking = false;

  constructor(database: Database) {
    this.#database = database;
  }

  take(asked: Asked): Promise<Standing> {
    return shared(
      () =>
        new Promise((resolve, reject) => {
          this.#waiting.push({ asked, resolve, reject });
          if (this.#isTaking) return;
          this.#isTaking = true;
          // Once whoever asks now has asked for all that belongs together.
          queueMicrotask(() => void this.#takeAll());
        }),
    );
  }

  async giveBack(key: Buffer, amount: number): Promise<void> {
    await this.#database.readValue(
      {
        name: 'limit_give_back',
        text: 'update limit_use set used = greatest(0, used - $2) where key = $1 and ends_at > now()',
      },
      [key, amount],
    );
  }

  async forgetEnded(): Promise<number> {
    return this.#database.readValue<number>(
      {
        name: 'limit_forget_ended',
        text: `with ended as (delete from limit_use where ends_at <= now() returning 1) select count(*)::int from ended`,
      },
      [],
    );
  }

  async #takeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#takeBatch(batch);
      } catch (error) {
        // Whoever has come meanwhile would wait for the same database, and as long again.
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
      }
    }
    this.#isTaking = false;
  }

  async #takeBatch(batch: readonly Waiting[]): Promise<void> {
    let left = Map.groupBy(batch, ({ asked }) => asked.key.toString('hex'));
    for (let tries = 1; left.size > 0; tries++) {
      const standings = await this.#ask([...left.values()].map(together));
      const again: typeof left = new Map();
      for (const [key, waiting] of left) {
        const standing = standings[key]!;
        if (standing.isTaken) {
          for (const { resolve } of waiting) resolve(standing);
          continue;
        }
        const { fitting, others, used } = parted(waiting, standing, tries < MAX_TRIES);
        for (const { asked, resolve } of others) resolve({ ...standing, used: Math.max(used, leastUsed(asked)) });
        if (fitting.length > 0) again.set(key, fitting);
      }
      left = again;
    }
  }

  /** One statement, in which all processes lock keys in the same order. */
  #ask(asked: readonly Asked[]): Promise<Record<string, Standing>> {
    return this.#database.readValue(
      {
        name: 'limit_take',
        text: `with asked as (
                 select * from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::int[]) as asked (key, amount, most, seconds)
               ), taken as (
                 insert into limit_use as use (key, used, ends_at)
                 select key, amount, now() + make_interval(secs => seconds) from asked where amount <= most order by key
                 on conflict (key) do update set
                   used = case when use.ends_at <= now() then 0 else use.used end + excluded.used,
                   ends_at = case when use.ends_at <= now() then excluded.ends_at else use.ends_at end
                 where case when use.ends_at <= now() then 0 else use.used end + excluded.used
                       <= (select most from asked where asked.key = use.key)
                 returning key, used, ends_at
               ), standing as (
                 select key, true as is_taken, used, ends_at from taken
                 union all
                 select asked.key, false, coalesce(use.used, 0), coalesce(use.ends_at, now() + make_interval(secs => seconds))
                 from asked left join limit_use use on use.key = asked.key and use.ends_at > now()
                 where asked.key not in (select key from taken)
               )
               select json_object_agg(encode(key, 'hex'), json_build_object(
                 'isTaken', is_taken, 'used', used, 'secondsLeft', extract(epoch from ends_at - now())
               )) from standing`,
      },
      [
        asked.map(({ key }) => key),
        asked.map(({ amount }) => amount),
        asked.map(({ most }) => most),
        asked.map(({ windowSeconds }) => windowSeconds),
      ],
    );
  }
}

/** What was used at the least where so much was refused: the statement may have seen a moment before. */
function leastUsed({ amount, most }: Asked): number {
  return amount > most ? 0 : most - amount + 1;
}

/** What several ask of one key, as one. The bound of the last one is the newest. */
function together(waiting: readonly Waiting[]): Asked {
  const amount = waiting.reduce((sum, { asked }) => sum + asked.amount, 0);
  return { ...waiting.at(-1)!.asked, amount };
}

/** Of those that do not fit together, the ones that do, first come first served, and the rest. */
function parted(
  waiting: readonly Waiting[],
  { used }: Standing,
  mayTryAgain: boolean,
): { fitting: Waiting[]; others: Waiting[]; used: number } {
  // One that was refused by itself is refused.
  if (!mayTryAgain || waiting.length === 1) return { fitting: [], others: [...waiting], used };
  const fitting: Waiting[] = [];
  const others: Waiting[] = [];
  let sum = used;
  for (const one of waiting) {
    const { amount, most } = one.asked;
    const fits = sum + amount <= most;
    if (fits) sum += amount;
    (fits ? fitting : others).push(one);
  }
  return { fitting, others, used: sum };
}
