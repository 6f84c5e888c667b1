import DataLoader from 'dataloader';
import { can, ownerOf, type Principal } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';

/** Who an actor is. */
export interface KnownActor {
  /** Name that its owner has given it. It proves nothing. */
  readonly name: string;
  /** The actor who answers for it; null for who answers for itself. */
  readonly owner: string | null;
}

/** Finds those of one kind by what stands behind the colon of an actor; whom it does not know it leaves out. */
export type FindActors = (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, KnownActor>>;

/** An actor, and who that is as far as the caller may know. */
export interface VisibleActor {
  readonly actor: string;
  readonly name: string | null;
  readonly owner: VisibleActor | null;
}

/** Names of requesters and approvers: each kind is known by the feature that keeps it. */
export class KnownActors {
  readonly #byKind: () => Partial<Record<string, FindActors>>;

  /** @param byKind by what stands before the colon, e.g. `agent` */
  constructor(byKind: () => Partial<Record<string, FindActors>>) {
    this.#byKind = byKind;
  }

  /** With the one who answers for it, by name for who sees all approvals, and for whoever it is or answers for it. */
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
