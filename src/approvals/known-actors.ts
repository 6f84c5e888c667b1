import DataLoader from 'dataloader';
import { can, ownerOf, type Principal } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';

/** Name and owner of an actor. */
export interface KnownActor {
  /** Name that the actor's owner has chosen. It isn't verified. */
  readonly name: string;
  /** Actor responsible for this actor. Null if the actor is responsible for itself. */
  readonly owner: string | null;
}

/** Function that finds actors of one kind, by the part of the actor after the colon. Unknown ids are left out. */
export type FindActors = (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, KnownActor>>;

/** An actor, with its name and owner if the caller can see them. */
export interface VisibleActor {
  readonly actor: string;
  readonly name: string | null;
  readonly owner: VisibleActor | null;
}

/** Resolves requesters and approvers to names, with the feature that stores each kind of actor. */
export class KnownActors {
  readonly #byKind: () => Partial<Record<string, FindActors>>;

  /** @param byKind functions that find actors, by the part of an actor before the colon, e.g. `agent` */
  constructor(byKind: () => Partial<Record<string, FindActors>>) {
    this.#byKind = byKind;
  }

  /**
   * Resolves an actor to its name and owner. Names are visible to callers who can see all approvals, and to callers whose owner
   * is the actor or the actor's owner.
   */
  async seen(ctx: Context, actor: string): Promise<VisibleActor> {
    const known = await ctx.loader(this.#known).load(actor);
    const name = known && maySee(ctx.principal, actor, known) ? known.name : null;
    const owner = known?.owner ?? null;
    return { actor, name, owner: owner === null ? null : await this.seen(ctx, owner) };
  }

  readonly #known = (ctx: Context) =>
    new DataLoader<string, KnownActor | null>(async (actors) => {
      const found = new Map<string, KnownActor>();
      const finders = this.#byKind();
      for (const [kind, some] of Map.groupBy(actors, (actor) => actor.split(':', 1)[0]!)) {
        const idOf = (actor: string) => actor.slice(kind.length + 1);
        const known = await finders[kind]?.(ctx, some.map(idOf));
        for (const actor of some) {
          const one = known?.get(idOf(actor));
          if (one) found.set(actor, one);
        }
      }
      return actors.map((actor) => found.get(actor) ?? null);
    });
}

function maySee(principal: Principal, actor: string, { owner }: KnownActor): boolean {
  return can(principal, 'approvals:read') || [actor, owner].includes(ownerOf(principal));
}
