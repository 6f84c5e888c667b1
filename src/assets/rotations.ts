import { Batches, inOrder } from '../platform/batches.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { SettingsApi } from '../settings/index.ts';
import { newRotationsPerDay } from './asset.settings.ts';
import {
  deleteOldRotations,
  insertRotation,
  type NewRotation,
  type PickQuery,
  type PickResult,
  pickPictures,
} from './pick.sql.ts';

/** Days after which an unused rotation is deleted. A yearly campaign starts from the beginning then, a monthly one continues. */
const KEPT_DAYS = 90;
/** Maximum number of rotations deleted per statement, because a longer statement would hold its row locks for long. */
const MAX_FORGOTTEN = 10_000;
/**
 * Maximum number of turns taken per statement, because their pictures are held in memory. Longer queues for one rotation are
 * rare.
 */
const MAX_TURNS = 64;

interface RotationTurn {
  database: Database;
  query: PickQuery;
}

/**
 * Positions of rotations. Each rotation has a row and any caller can make up a campaign, so creating rotations is rate limited
 * and unused ones are deleted.
 */
export class Rotations {
  readonly #limits: Limits;
  readonly #new: Limit;
  /** Queued turns in this process, one queue per query and campaign. */
  readonly #turns = new Batches<RotationTurn, PickResult | NewRotation>({
    maxItems: MAX_TURNS,
    waitingAfterFailure: 'REJECT',
    serve: inOrder(takeTurns),
  });

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

  /**
   * Picks the rotation's next picture. Every matching picture is picked once before any is repeated. Concurrent callers queue
   * without holding a connection, and one statement serves up to `MAX_TURNS` callers of the queue. If nothing matches, no
   * rotation is created, because made-up campaigns could otherwise fill the table.
   */
  async take(ctx: Context, query: PickQuery): Promise<PickResult> {
    for (;;) {
      const taken = await this.#enqueue(ctx, query);
      if (!('key' in taken)) return taken;
      if (await this.#create(ctx, taken)) return taken.first;
    }
  }

  #enqueue({ database }: Context, query: PickQuery): Promise<PickResult | NewRotation> {
    const { match, wanted, unwanted, campaign } = query;
    const keys = (tags: PickQuery['wanted']) => tags.map(({ key }) => key).sort();
    // A query with an alias instead of the alias's tag has its own queue; the row lock of the rotation serializes both queues.
    return this.#turns.add({ database, query }, JSON.stringify([match, keys(wanted), keys(unwanted), campaign]));
  }

  /**
   * Creates a rotation with its first turn. False if a concurrent caller created it.
   * @throws Refusal RATE_LIMITED if the caller has reached the limit of new rotations
   */
  async #create(ctx: Context, { key, place }: NewRotation): Promise<boolean> {
    await this.#limits.take(ctx, [this.#new, 1]);
    if (await insertRotation(ctx.em, key, place)) return true;
    await this.#limits.giveBack(ctx, this.#new, 1);
    return false;
  }

  /** Deletes rotations that weren't used for `KEPT_DAYS`, at most `MAX_FORGOTTEN`. Returns their number. */
  forget({ em }: Context): Promise<number> {
    return deleteOldRotations(em, KEPT_DAYS, MAX_FORGOTTEN);
  }
}

/** Takes the next turns of one rotation with one statement. */
async function takeTurns(turns: readonly RotationTurn[]): Promise<(PickResult | NewRotation)[]> {
  const { database, query } = turns[0]!;
  const taken = await pickPictures(database, query, 'TAKE', turns.length);
  return turns.map((_, at) => ('key' in taken ? taken : turnOf(taken, at)));
}

/** Returns the picture of one turn. If fewer pictures match than there are turns, pictures repeat. */
function turnOf(taken: PickResult, at: number): PickResult {
  const { candidates } = taken;
  return candidates.length > 0 ? { ...taken, candidates: [candidates[at % candidates.length]!] } : taken;
}
