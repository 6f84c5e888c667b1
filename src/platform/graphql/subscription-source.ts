import type { GraphQLSchema } from 'graphql';
import type { ArgsDictionary, SubscribeResolverData } from 'type-graphql';
import type { Context } from '../context.ts';

type Class<T> = abstract new (...args: never[]) => T;

const instancesOf = new WeakMap<GraphQLSchema, ReadonlyMap<unknown, object>>();

/** Notes down by which instances a schema is resolved. */
export function rememberInstances(schema: GraphQLSchema, instances: ReadonlyMap<unknown, object>): void {
  instancesOf.set(schema, instances);
}

/**
 * Where a subscription's events come from: a method of its resolver. TypeGraphQL calls `subscribe` without the instance.
 */
export function sourceIn<Resolver extends object, Args extends ArgsDictionary>(
  resolver: () => Class<Resolver>,
  source: (resolver: Resolver, context: Context, args: Args) => AsyncIterable<unknown>,
) {
  return ({ args, context, info }: SubscribeResolverData<unknown, Args, Context>): AsyncIterable<unknown> => {
    const instance = instancesOf.get(info.schema)?.get(resolver());
    return source(instance as Resolver, context, args);
  };
}
