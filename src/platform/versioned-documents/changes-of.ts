import type { EntityClass } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { Context } from '../context.ts';
import { DocumentChanges } from './document-changes.types.ts';
import type { StoredVersion } from './stored-version.ts';

/**
 * Returns a function that compares versions. All comparisons requested in one tick take one SQL statement for the versions, plus
 * one for the versions that they are compared to.
 */
export function changesOf<Entity extends StoredVersion>(entity: EntityClass<Entity>) {
  const versions = entity as EntityClass<StoredVersion>;
  const byId = ({ em }: Context) =>
    new DataLoader<string, StoredVersion | null>(async (ids) => {
      const found = await em.find(versions, { id: { $in: [...ids] } });
      return ids.map((id) => found.find((one) => one.id === id) ?? null);
    });
  const byNumber = ({ em }: Context) =>
    new DataLoader<number, StoredVersion | null>(async (numbers) => {
      const found = await em.find(versions, { number: { $in: [...numbers] } });
      return numbers.map((number) => found.find((one) => one.number === number) ?? null);
    });

  /**
   * Compares the version with this id to the version number `since`, by default the previous version. Null when either version
   * doesn't exist.
   */
  return async (ctx: Context, id: string, since: number | null): Promise<DocumentChanges | null> => {
    const later = await ctx.loader(byId).load(id);
    const earlier = later && (await ctx.loader(byNumber).load(since ?? later.number - 1));
    return earlier && new DocumentChanges(earlier.document, later.document);
  };
}
