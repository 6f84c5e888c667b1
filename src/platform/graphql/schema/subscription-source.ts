import type { ArgsDictionary, SubscribeResolverData } from 'type-graphql';
import type { Context } from '../../context.ts';
import { runtimeOf } from './schema-runtime.ts';

type ResolverClass<T> = abstract new (...args: never[]) => T;

/**
 * Makes the `subscribe` function of a subscription. `source` calls the resolver method that produces the events, because
 * TypeGraphQL calls `subscribe` without the resolver instance.
 */
export function sourceIn<Resolver extends object, Args extends ArgsDictionary>(
  resolver: () => ResolverClass<Resolver>,
  source: (resolver: Resolver, context: Context, args: Args) => AsyncIterable<unknown>,
) {
  return ({ args, context, info }: SubscribeResolverData<unknown, Args, Context>): AsyncIterable<unknown> => {
    const instance = runtimeOf(info.schema).instances.get(resolver());
    return source(instance as Resolver, context, args);
  };
}
