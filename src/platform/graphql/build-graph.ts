import type { GraphQLSchema } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchema, type NonEmptyArray, type ResolverData } from 'type-graphql';
import { accessChecker, accessOf } from '../auth/access.ts';
import type { Context } from '../context.ts';
import { assertWellFormed } from '../well-formed.ts';
import { translateErrors } from './errors.ts';
import { completeProblemCodes } from './problem.ts';

/** Refuses text that cannot be stored, for every argument of every field, whether it came as a variable or as a literal. */
async function checkArguments({ args }: ResolverData<Context>, next: () => Promise<unknown>): Promise<unknown> {
  assertWellFormed(args);
  return next();
}

/**
 * The schema of these resolver instances. They are made by the features; this only finds them.
 * @throws when a query, mutation or subscription does not say who may use it.
 */
export async function buildGraph(resolvers: readonly object[]): Promise<GraphQLSchema> {
  completeProblemCodes();
  const instances = new Map(resolvers.map((resolver) => [resolver.constructor, resolver]));
  const schema = await buildSchema({
    resolvers: [...instances.keys()] as unknown as NonEmptyArray<() => void>,
    container: { get: (wanted) => instances.get(wanted) },
    authChecker: accessChecker,
    globalMiddlewares: [translateErrors, checkArguments],
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
  });
  assertGuarded(schema);
  return schema;
}

function assertGuarded(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (!accessOf(field)) throw new Error(`${root}.${field.name} does not say who may use it: see @AccessFor`);
    }
  }
}
