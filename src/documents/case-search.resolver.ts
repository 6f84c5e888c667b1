import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { CaseSearchArgs } from './case-search.inputs.ts';
import { findInCases } from './case-search.ts';
import { CaseSearch } from './case-search.type.ts';

@Resolver(() => CaseSearch)
export class CaseSearchResolver {
  @AccessFor('cases:read')
  @Query(() => CaseSearch, {
    description:
      'Searches the current versions of documents that the caller can read. Returns the passages that fit best.',
  })
  searchCases(@Args(() => CaseSearchArgs) args: CaseSearchArgs, @Ctx() ctx: Context): Promise<CaseSearch> {
    return findInCases(ctx, args);
  }
}
