import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { SettingsApi } from '../settings/index.ts';
import { newRotationsPerDay } from './asset.settings.ts';

/** A rotation that nobody asked for in so long begins anew. A yearly one does, a monthly one goes on. */
const KEPT_DAYS = 90;
/** At once: a statement that deletes more would hold its locks for long. */
const MAX_FORGOTTEN = 10_000;

/** Where the turns of campaigns stand. A row for each, and anybody may name a campaign: so they are counted, and forgotten. */
export class Rotations {
  readonly #limits: Limits;
  readonly #new: Limit;

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
 * Holds a rotation until the transaction of `em` ends, so callers at the same time get turns one after another. Gives where it
 * stands; null for one that has not begun.
 */
export async function holdRotation(em: EntityManager, key: string): Promise<number | null> {
  const [row] = await sql<{ position: number }>(em, 'select position from pick_cursor where key = $1 for update', [
    key,
  ]);
  return row?.position ?? null;
}

export async function moveRotation(em: EntityManager, key: string, position: number): Promise<void> {
  await sql(em, 'update pick_cursor set position = $1, picks = picks + 1, updated_at = now() where key = $2', [
    position,
    key,
  ]);
}
