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

/** Days after which an unused rotation is deleted and starts over. A yearly campaign starts over, a monthly one continues. */
const KEPT_DAYS = 90;
/** Maximum number of rotations deleted per statement, because a longer one would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;
/** Maximum number of turns per statement. Their pictures are held in memory. Longer queues for one rotation are rare. */
const MAX_TURNS = 64;

interface RotationTurn {
  database: Database;
  query: PickQuery;
}

/**
 * Positions of rotations. Each has a row and any caller can name a campaign, so new rotations are limited and unused ones
 * deleted.
 */
export class Rotations {
  readonly #limits: Limits;
  readonly #new: Limit;
  /** Queued turns of this process, one queue per query. */
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
   * Takes a turn. All matching pictures take their turn before any is repeated. Concurrent callers queue without holding a
   * connection, and one statement serves all that are queued. If nothing matches, no rotation is created, because made-up
   * campaigns could otherwise fill the table.
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
    // Another spelling of the query has its own queue; the row lock of the rotation serializes them.
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

  /** Deletes unused rotations. Returns their number. */
  forget({ em }: Context): Promise<number> {
    return deleteOldRotations(em, KEPT_DAYS, MAX_FORGOTTEN);
  }
}

/** Takes turns of one query with one statement. */
async function takeTurns(turns: readonly RotationTurn[]): Promise<(PickResult | NewRotation)[]> {
  const { database, query } = turns[0]!;
  const taken = await pickPictures(database, query, 'TAKE', turns.length);
  return turns.map((_, at) => ('key' in taken ? taken : turnOf(taken, at)));
}

/** The picture of one turn. If fewer pictures match than there are turns, they repeat. */
function turnOf(taken: PickResult, at: number): PickResult {
  const { candidates } = taken;
  return candidates.length > 0 ? { ...taken, candidates: [candidates[at % candidates.length]!] } : taken;
}
