import DataLoader from 'dataloader';
import { Ctx, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { ChainEntry, type ChainKind } from './chain.entity.ts';

@Resolver(() => ChainEntry)
export class ChainResolver {
  @AccessFor('chain:read')
  @Query(() => ChainEntry, {
    nullable: true,
    description:
      'Newest entry of the hash chain of records. Its hash covers all earlier entries. Null for an empty chain.',
  })
  async chainHead(@Ctx() { em }: Context): Promise<ChainEntry | null> {
    const [head] = await em.find(ChainEntry, {}, { orderBy: { seq: 'desc' }, limit: 1 });
    return head ?? null;
  }
}

/** Loads the chain entry of a record, for GraphQL types of other features. Null until the record is added to the chain. */
export const entriesOf = (kind: ChainKind) => {
  const made = ({ em }: Context) =>
    new DataLoader<string, ChainEntry | null>(async (ids) => {
      const entries = await em.find(ChainEntry, { kind, subjectId: { $in: [...ids] } });
      const bySubject = new Map(entries.map((entry) => [entry.subjectId, entry]));
      return ids.map((id) => bySubject.get(id) ?? null);
    });
  return made;
};
