import type { Context } from '../platform/context.ts';
import { type Database, type PreparedStatement, sql } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import { shared } from '../platform/request-scope.ts';
import type { SettingsApi } from '../settings/index.ts';
import { newRotationsPerDay } from './asset.settings.ts';
import { isCut, listed, type PickOrder } from './pick-order.ts';

/** A rotation that nobody asked for in so long begins anew. A yearly one does, a monthly one goes on. */
const KEPT_DAYS = 90;
/** At once: a statement that deletes more would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;
/** Taken by one statement. What is read for them is held in memory; more than are ever in the line of one rotation are rare. */
const MAX_TURNS = 64;

/** Whose turn it is. */
export interface Turn {
  id: string;
  tagKeys: string[];
}

/** What a turn in a rotation comes to: null where no picture fits. */
export type TakenTurn = Turn | null | 'NOT_BEGUN';

interface Waiting {
  resolve(turn: TakenTurn): void;
  reject(error: unknown): void;
}

/** Where the turns of campaigns stand. A row for each, and anybody may name a campaign: so they are counted, and forgotten. */
export class Rotations {
  readonly #limits: Limits;
  readonly #new: Limit;
  /** Who waits for a turn in this process, by the key of the rotation. */
  readonly #lines = new Map<string, Waiting[]>();

  constructor(limits: Limits, settings: SettingsApi) {
    this.#limits = limits;
    this.#new = {
      name: 'new-rotations',
      of: 'new rotations',
      amount: () => settings.value(newRotationsPerDay),
      per: 'day',
      exempt: 'assets:unmetered',
      counted: 'BY_ALL',
    };
  }

  /** Where it stands, without taking its turn; null for one that has not begun. */
  async position({ em }: Context, key: string): Promise<number | null> {
    const [row] = await sql<{ position: number }>(em, 'select position from pick_cursor where key = $1', [key]);
    return row?.position ?? null;
  }

  /**
   * Takes a turn. Whoever comes while others take theirs waits in line, with nothing in hand, and is served by the next
   * statement together with all who wait by then.
   */
  take({ database }: Context, key: string, order: PickOrder): Promise<TakenTurn> {
    return shared(
      () =>
        new Promise((resolve, reject) => {
          const line = this.#lines.get(key);
          if (line) {
            line.push({ resolve, reject });
            return;
          }
          this.#lines.set(key, [{ resolve, reject }]);
          void this.#serve(database, key, order);
        }),
    );
  }

  async #serve(database: Database, key: string, order: PickOrder): Promise<void> {
    const line = this.#lines.get(key)!;
    while (line.length > 0) {
      const served = line.splice(0, MAX_TURNS);
      try {
        const turns = await takeTurns(database, key, order, served.length);
        for (const [at, { resolve }] of served.entries()) resolve(turns[at]!);
      } catch (error) {
        // Whoever has come meanwhile would wait for the same database, and as long again.
        for (const { reject } of [...served, ...line.splice(0)]) reject(error);
      }
    }
    this.#lines.delete(key);
  }

  /**
   * Begins one that is not there yet.
   * @throws Refusal RATE_LIMITED when the caller has begun as many as may be.
   */
  async begin(ctx: Context, key: string): Promise<void> {
    await this.#limits.take(ctx, [this.#new, 1]);
    const begun = await sql(
      ctx.em,
      'insert into pick_cursor (key, position) values ($1, 0) on conflict do nothing returning 1',
      [key],
    );
    // Somebody else was first, and it is theirs.
    if (begun.length === 0) await this.#limits.giveBack(ctx, this.#new, 1);
  }

  /** Forgets those that nobody asks for any more. Gives how many. */
  async forget({ em }: Context): Promise<number> {
    const forgotten = await sql(
      em,
      `delete from pick_cursor where key in (
         select key from pick_cursor where updated_at < now() - make_interval(days => $1)
         limit ${MAX_FORGOTTEN} for update skip locked
       ) returning 1`,
      [KEPT_DAYS],
    );
    return forgotten.length;
  }
}

/**
 * Takes so many turns, one after another. One statement, so that the row is held by nobody who has still to be heard from:
 * between reading where the rotation stands and writing where it has come to there is no way to a process and back. Of the
 * pictures those after that place come first, then all of them from the beginning, as often as it takes.
 */
async function takeTurns(database: Database, key: string, order: PickOrder, many: number): Promise<TakenTurn[]> {
  const values = [...order.values, key, many];
  const take = (statement: PreparedStatement) =>
    database.readRow<[isBegun: boolean, isCut: boolean, ahead: Turn[], around: Turn[]]>(statement, values);
  const walking = walkingTurns(order, many);
  let row = walking && (await take(walking));
  // Nothing was taken where it could not be told by a walk whose turn it is.
  if (!row || row[1]) row = await take(gatheringTurns(order));
  const [isBegun, , ahead, around] = row!;
  return Array.from({ length: many }, (_, at) => {
    if (!isBegun) return 'NOT_BEGUN';
    return ahead[at] ?? around[(at - ahead.length) % around.length] ?? null;
  });
}

/** Sizes of a walk. With its limit in the text a statement is planned once, and each size is one more that is kept. */
const WALK_SIZES = [1, 4, 16, MAX_TURNS];

/** What walks along the pictures of a tag, and takes no turn where it does not come far enough. */
function walkingTurns({ walk, values }: PickOrder, many: number): PreparedStatement | null {
  if (!walk) return null;
  const size = WALK_SIZES.find((one) => many <= one)!;
  const [keyAt, manyAt] = parametersAfter(values);
  const isAheadWhole = `(select not ${isCut('ahead', manyAt, size)})`;
  return prepared(`with ${held(keyAt)}, ${walk('ahead', 'held', 'held.position', size)},
    ${walk('around', `(select from held where (select count(*) from ahead) < ${manyAt} and ${isAheadWhole}) start`, '-1', size)},
    cut as materialized (
      select not ${isAheadWhole} or ((select count(*) from ahead) < ${manyAt}
        and ${isCut('around', `${manyAt} - (select count(*) from ahead)`, size)}) as is_cut
    ), ${moved(keyAt, manyAt, 'not (select is_cut from cut)')}
    select exists (select from held), (select is_cut from cut), ${listed('ahead')}, ${listed('around')}`);
}

function gatheringTurns({ after, values }: PickOrder): PreparedStatement {
  const [keyAt, manyAt] = parametersAfter(values);
  return {
    // Planned anew each time: what is quickest depends on how rare the tags are.
    name: undefined,
    text: `with ${held(keyAt)}, ahead as materialized (
        select found.* from held, lateral (${after('held.position', manyAt)}) found
      ), around as materialized (
        select found.* from held, lateral (${after('-1', manyAt)}) found where (select count(*) from ahead) < ${manyAt}
      ), ${moved(keyAt, manyAt, 'true')}
      select exists (select from held), false, ${listed('ahead')}, ${listed('around')}`,
  };
}

const parametersAfter = (values: readonly unknown[]) =>
  [`$${values.length + 1}`, `$${values.length + 2}::int`] as const;

const held = (keyAt: string) =>
  `held as materialized (select position from pick_cursor where key = ${keyAt} for update)`;

/** Moves the rotation on to the picture of the last turn. */
const moved = (keyAt: string, manyAt: string, condition: string) => `reached as materialized (
    select case when ahead.many >= ${manyAt} then ahead.places[${manyAt}]
      else around.places[(${manyAt} - ahead.many - 1) % around.many + 1] end as position
    from (select count(*)::int as many, array_agg("pickKey" order by "pickKey", id) as places from ahead) ahead,
      (select nullif(count(*), 0)::int as many, array_agg("pickKey" order by "pickKey", id) as places from around) around
  ), moved as (
    update pick_cursor set position = reached.position, picks = picks + ${manyAt}, updated_at = now()
    from reached where pick_cursor.key = ${keyAt} and reached.position is not null and ${condition}
  )`;
