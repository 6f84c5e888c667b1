import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { type IdKind, kindOfId } from '../ids.ts';
import { Node } from './node.ts';
import type { RequestContext } from './request-context.ts';

/** Finds a node of one kind for a viewer; null when there is none or this viewer may not see it. */
export type NodeFinder = (ctx: RequestContext, id: string) => Promise<object | null>;

@Resolver()
export class NodeResolver {
  readonly #finders: Partial<Record<IdKind, NodeFinder>>;

  constructor(finders: Partial<Record<IdKind, NodeFinder>>) {
    this.#finders = finders;
  }

  @Query(() => Node, {
    nullable: true,
    description: 'Anything by its id. Null when there is none, or you may not see it.',
  })
  async node(@Arg('id', () => ID) id: string, @Ctx() ctx: RequestContext): Promise<Node | null> {
    const kind = kindOfId(id);
    const find = kind && this.#finders[kind];
    return find ? ((await find(ctx, id)) as Node | null) : null;
  }
}
