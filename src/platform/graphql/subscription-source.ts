import type { GraphQLSchema } from 'graphql';
import type { ArgsDictionary, SubscribeResolverData } from 'type-graphql';
import { assertWellFormed } from '../well-formed.ts';
import { toGraphQLError } from './errors.ts';
import type { RequestContext } from './request-context.ts';

type Class<T> = abstract new (...args: never[]) => T;

const instancesOf = new WeakMap<GraphQLSchema, ReadonlyMap<unknown, object>>();

/** Notes down by which instances a schema is resolved. */
export function rememberInstances(schema: GraphQLSchema, instances: ReadonlyMap<unknown, object>): void {
  instancesOf.set(schema, instances);
}

/**
 * Where a subscription's events come from: a method of its resolver. TypeGraphQL calls `subscribe` without the instance, and
 * without what it does around every other resolver.
 */
export function sourceIn<Resolver extends object, Args extends ArgsDictionary>(
  resolver: () => Class<Resolver>,
  source: (resolver: Resolver, context: RequestContext, args: Args) => AsyncIterable<unknown>,
) {
  return ({ args, context, info }: SubscribeResolverData<unknown, Args, RequestContext>): AsyncIterable<unknown> => {
    try {
      assertWellFormed(args);
    } catch (error) {
      throw toGraphQLError(error);
    }
    const instance = instancesOf.get(info.schema)?.get(resolver());
    return source(instance as Resolver, context, args);
  };
}
