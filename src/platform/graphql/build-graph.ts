import type { GraphQLSchema } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchema, type NonEmptyArray, type ResolverData } from 'type-graphql';
import { accessChecker } from '../auth/access.ts';
import { assertWellFormed } from '../well-formed.ts';
import { translateErrors } from './errors.ts';
import type { RequestContext } from './request-context.ts';
import { rememberInstances } from './subscription-source.ts';

/** Refuses text that cannot be stored, for every argument of every field, whether it came as a variable or as a literal. */
async function checkArguments({ args }: ResolverData<RequestContext>, next: () => Promise<unknown>): Promise<unknown> {
  assertWellFormed(args);
  return next();
}

/** TypeGraphQL wants one as soon as there is a subscription, also when each says itself where its events come from. */
const NO_PUB_SUB = {
  publish() {},
  subscribe(): never {
    throw new Error('A subscription has to say where its events come from: `subscribe: sourceIn(…)`.');
  },
};

/** The schema of these resolver instances. They are made by hand in the composition root; this only finds them. */
export async function buildGraph(resolvers: readonly object[]): Promise<GraphQLSchema> {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  const schema = await buildSchema({
    resolvers: [...instances.keys()] as unknown as NonEmptyArray<() => void>,
    container: { get: (wanted) => instances.get(wanted) },
    authChecker: accessChecker,
    globalMiddlewares: [translateErrors, checkArguments],
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    pubSub: NO_PUB_SUB,
  });
  rememberInstances(schema, instances);
  return schema;
}
