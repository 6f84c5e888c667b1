import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLScalarType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchema, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { accessOf, assertAccess, EVERYBODY } from '../auth/access.ts';
import type { Context } from '../context.ts';
import { assertWellFormed } from '../well-formed.ts';
import { translateError } from './errors.ts';
import { completeProblemCodes } from './problem.ts';
import { boundIds } from './scalars.ts';
import { rememberInstances } from './subscription-source.ts';
import { longTexts } from './text-length.ts';

/** TypeGraphQL wants one as soon as there is a subscription, also when each says itself where its events come from. */
const NO_PUB_SUB = {
  publish() {},
  subscribe(): never {
    throw new Error('A subscription has to say where its events come from: `subscribe: sourceIn(…)`.');
  },
};

/**
 * The schema of these resolver instances. They are made by the features; this only finds them.
 * @throws when a query, mutation or subscription does not say who may use it.
 */
export async function buildGraph(resolvers: readonly object[]): Promise<GraphQLSchema> {
  completeProblemCodes();
  boundIds();
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  // A property is read by graphql-js itself. With a resolver around it, a page of fifty rows has hundreds of calls for nothing.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
  const schema = await buildSchema({
    resolvers: [...instances.keys()] as unknown as NonEmptyArray<() => void>,
    container: { get: (wanted) => instances.get(wanted) },
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    pubSub: NO_PUB_SUB,
  });
  rememberInstances(schema, instances);
  assertGuarded(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) watch(field, `${type.name}.${field.name}`);
  }
  (GraphQLDateTime as GraphQLScalarType<Date, Date | string>).serialize = serializeTime;
  return schema;
}

function assertGuarded(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (!accessOf(field)) throw new Error(`${root}.${field.name} does not say who may use it: see @AccessFor`);
    }
  }
}

const { serialize } = GraphQLDateTime;
/** As projections write it. */
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A time that was read as text has its form already: to check it, parse it and write it again costs a list a tenth. */
function serializeTime(value: unknown): Date | string {
  return typeof value === 'string' && UTC_TIME.test(value) ? value : serialize(value);
}

type Resolve = NonNullable<GraphQLField<unknown, Context>['resolve']>;

/** Around every resolver, and nothing around a plain property that everybody may read. */
function watch(field: GraphQLField<unknown, Context>, name: string): void {
  const guard = accessOf(field);
  const long = longTexts(field);
  if (field.resolve || (guard && guard !== EVERYBODY)) field.resolve = watched(field.resolve ?? defaultFieldResolver);
  if (field.subscribe) field.subscribe = watched(field.subscribe);

  /**
   * Lets in whom the field is for, refuses text that cannot be stored, whether it came as a variable or as a literal, and
   * translates what is thrown. A value that is there at once is answered at once: a promise for it would cost more than it.
   */
  function watched(resolve: Resolve): Resolve {
    return (source, args, context, info) => {
      try {
        assertAccess(context.principal, guard);
        if (context.failure !== undefined) throw context.failure;
        if (field.args.length > 0) assertWellFormed(args, long);
        const value = resolve(source, args, context, info);
        return value instanceof Promise ? value.catch((error) => fail(error, context)) : value;
      } catch (error) {
        fail(error, context);
      }
    };
  }

  function fail(error: unknown, context: Context): never {
    throw translateError(error, context, name);
  }
}
