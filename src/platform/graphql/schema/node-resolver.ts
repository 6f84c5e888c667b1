import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { AccessForEveryone } from '../../auth/access.ts';
import type { Context } from '../../context.ts';
import { badUserInput } from '../../errors/errors.ts';
import { type IdKind, kindOfId } from '../../ids.ts';
import { AtMost } from './list-size.ts';
import { Node } from './node.ts';

/** Ids that are looked up at once. */
export const MAX_NODES = 100;

/**
 * Finds a node of one kind for whoever asks; null when there is none or that one may not see it. What is asked of it in one
 * tick takes as many statements as one of them would: `entityFinder` makes such a one.
 */
export type NodeFinder = (ctx: Context, id: string) => Promise<object | null>;

/** @throws Refusal BAD_USER_INPUT for more than are looked up at once. */
export function assertNodeCount({ length }: readonly string[]): void {
  if (length <= MAX_NODES) return;
  const detail = `At most ${MAX_NODES} ids at a time; there were ${length}.`;
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
    description: 'Anything by its id. Null when there is none, or you may not see it.',
  })
  node(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<Node | null> {
    return this.#find(ctx, id);
  }

  @AccessForEveryone()
  @AtMost(MAX_NODES, 'ids')
  @Query(() => [Node], {
    nullable: 'items',
    description: `Things by their ids, at most ${MAX_NODES}, in the order of the ids; an id that comes twice is answered twice. Null where there is none, or you may not see it.`,
  })
  nodes(@Arg('ids', () => [ID]) ids: string[], @Ctx() ctx: Context): Promise<Node | null>[] {
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
