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

/** A rotation that nobody asked for in so long begins anew. A yearly one does, a monthly one goes on. */
const KEPT_DAYS = 90;
/** At once: a statement that deletes more would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;
/** Taken by one statement. What is read for them is held in memory; more than are ever in the line of one rotation are rare. */
const MAX_TURNS = 64;

interface RotationTurn {
  database: Database;
  query: PickQuery;
}

/** Where the turns of campaigns stand. A row for each, and anybody may name a campaign: so they are counted, and forgotten. */
export class Rotations {
  readonly #limits: Limits;
  readonly #new: Limit;
  /** Turns that callers of this process wait for, with a line for each query. */
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
   * Takes a turn, in which every fitting picture comes once before any comes again. Whoever comes while others take theirs waits
   * in line, with nothing in hand, and is served by the next statement together with all who wait by then. Where nothing fits
   * no rotation is begun, or anybody could fill the table with made-up campaigns for nothing.
   */
  async take(ctx: Context, query: PickQuery): Promise<PickResult> {
    for (;;) {
      const taken = await this.#inLine(ctx, query);
      if (!('key' in taken)) return taken;
      if (await this.#begin(ctx, taken)) return taken.first;
    }
  }

  #inLine({ database }: Context, query: PickQuery): Promise<PickResult | NewRotation> {
    const { match, wanted, unwanted, campaign } = query;
    const keys = (tags: PickQuery['wanted']) => tags.map(({ key }) => key).sort();
    // The same query in other words has a line of its own: the row of the rotation lets one go after the other.
    return this.#turns.add({ database, query }, JSON.stringify([match, keys(wanted), keys(unwanted), campaign]));
  }

  /**
   * Begins one that is not there yet, with its first turn. False where somebody else was first.
   * @throws Refusal RATE_LIMITED when the caller has begun as many as may be.
   */
  async #begin(ctx: Context, { key, place }: NewRotation): Promise<boolean> {
    await this.#limits.take(ctx, [this.#new, 1]);
    if (await insertRotation(ctx.em, key, place)) return true;
    await this.#limits.giveBack(ctx, this.#new, 1);
    return false;
  }

  /** Forgets those that nobody asks for any more. Gives how many. */
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

/** Turns go around the pictures that fit, where there are fewer of those. */
function turnOf(taken: PickResult, at: number): PickResult {
  const { candidates } = taken;
  return candidates.length > 0 ? { ...taken, candidates: [candidates[at % candidates.length]!] } : taken;
}
