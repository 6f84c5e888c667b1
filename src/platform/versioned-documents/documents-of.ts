import type { EntityClass } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { Context } from '../context.ts';

interface Published {
  id: string;
  document: object;
}

/** The documents of versions by their ids: one statement for all that are asked for in one tick. */
export const documentsOf =
  <Entity extends Published>(entity: EntityClass<Entity>) =>
  ({ em }: Context) =>
    new DataLoader<string, object | null>(async (ids) => {
      const found = (await em.find(entity as EntityClass<Published>, { id: { $in: [...ids] } })) as Published[];
      const byId = new Map(found.map(({ id, document }) => [id, document]));
      return ids.map((id) => byId.get(id) ?? null);
    });
