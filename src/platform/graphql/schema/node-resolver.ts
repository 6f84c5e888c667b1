import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { AccessForEveryone } from '../../auth/access.ts';
import type { Context } from '../../context.ts';
import { badUserInput } from '../../errors/errors.ts';
import { type IdKind, kindOfId } from '../../ids.ts';
import { AtMost } from './list-size.ts';
import { Node } from './node.ts';

/** Maximum number of ids per `nodes` field. */
export const MAX_NODES = 100;

/**
 * Finds an object of one kind by its id. Null when it doesn't exist or the caller can't see it. Calls in one tick should share
 * database statements, as those of `entityFinder` do.
 */
export type NodeFinder = (ctx: Context, id: string) => Promise<object | null>;

/** Checks the number of ids. @throws Refusal BAD_USER_INPUT for more than `MAX_NODES` */
export function assertNodeCount({ length }: readonly string[]): void {
  if (length <= MAX_NODES) return;
  const detail = `\`ids\` has ${length} ids. Send at most ${MAX_NODES}.`;
  throw badUserInput(detail, [{ pointer: '/ids', detail }]);
}

@Resolver()
export class NodeResolver {
  readonly #finders: Partial<Record<IdKind, NodeFinder>>;

  constructor(finders: Partial<Record<IdKind, NodeFinder>>) {
    this.#finders = finders;
  }

  @AccessForEveryone()
  @Query(() => Node, {
    nullable: true,
    description: "Any object by its id. Null when it doesn't exist or the caller can't see it.",
  })
  node(
    @Arg('id', () => ID, { description: 'Id of any object.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Node | null> {
    return this.#find(ctx, id);
  }

  @AccessForEveryone()
  @AtMost(MAX_NODES, 'ids')
  @Query(() => [Node], {
    nullable: 'items',
    description: `Objects by their ids, at most ${MAX_NODES}, in the order of the ids. A repeated id is returned each time. Null for an object that doesn't exist or that the caller can't see.`,
  })
  nodes(
    @Arg('ids', () => [ID], { description: `Ids of any objects, at most ${MAX_NODES}.` }) ids: string[],
    @Ctx() ctx: Context,
  ): Promise<Node | null>[] {
    assertNodeCount(ids);
    const found = new Map([...new Set(ids)].map((id) => [id, this.#find(ctx, id)]));
    return ids.map((id) => found.get(id)!);
  }

  async #find(ctx: Context, id: string): Promise<Node | null> {
    const kind = kindOfId(id);
    const find = kind && this.#finders[kind];
    return find ? ((await find(ctx, id)) as Node | null) : null;
  }
}
