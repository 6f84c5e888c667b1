import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { AccessForEverybody } from '../auth/access.ts';
import type { Context } from '../context.ts';
import { type IdKind, kindOfId } from '../ids.ts';
import { Node } from './node.ts';

/** Finds a node of one kind for whoever asks; null when there is none or that one may not see it. */
export type NodeFinder = (ctx: Context, id: string) => Promise<object | null>;

@Resolver()
export class NodeResolver {
  readonly #finders: Partial<Record<IdKind, NodeFinder>>;

  constructor(finders: Partial<Record<IdKind, NodeFinder>>) {
    this.#finders = finders;
  }

  @AccessForEverybody()
  @Query(() => Node, {
    nullable: true,
    description: 'Anything by its id. Null when there is none, or you may not see it.',
  })
  async node(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<Node | null> {
    const kind = kindOfId(id);
    const find = kind && this.#finders[kind];
    return find ? ((await find(ctx, id)) as Node | null) : null;
  }
}
