import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { Context } from '../../context.ts';
import type { Page } from './page-projection.ts';

/** Finds an entity by its id. Null when it doesn't exist or this viewer can't see it. */
export type EntityFinder<Entity> = (ctx: Context, id: string) => Promise<Entity | null>;

/**
 * Makes a finder of entities by id, with one statement for all ids of one tick. Caches nothing, because a mutation can change the
 * rows.
 * @param visible condition of the entities that this viewer may see; null if the viewer may see none
 */
export function entityFinder<Entity extends { id: string }>(
  entity: EntityClass<Entity>,
  visible: (ctx: Context) => FilterQuery<Entity> | null = () => ({}) as FilterQuery<Entity>,
): EntityFinder<Entity> {
  const loader = (ctx: Context) =>
    new DataLoader<string, Entity | null>(
      async (ids) => {
        const which = visible(ctx);
        if (which === null) return ids.map(() => null);
        // Cast, because the ORM's filter type can't check the properties of a generic entity type, not even `id`.
        const where = { $and: [{ id: { $in: [...ids] } }, which] } as unknown as FilterQuery<Entity>;
        const found = new Map((await ctx.em.find(entity, where)).map((one) => [(one as Entity).id, one as Entity]));
        return ids.map((id) => found.get(id) ?? null);
      },
      { cache: false },
    );
  return (ctx, id) => ctx.loader(loader).load(id);
}

/**
 * Replaces the rows of a page, which have only ids, by entities, for types whose fields have resolvers. Skips entities that were
 * deleted after the page was read.
 */
export async function loadedPage<Entity>(
  page: Page<{ id: string }>,
  find: (id: string) => Promise<Entity | null>,
): Promise<Page<Entity>> {
  const found = await Promise.all(page.edges.map(async (edge) => ({ ...edge, node: await find(edge.node.id) })));
  const edges = found.filter((edge): edge is typeof edge & { node: NonNullable<Entity> } => edge.node !== null);
  return { ...page, edges, nodes: edges.map(({ node }) => node) };
}
