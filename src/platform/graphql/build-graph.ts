import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLScalarType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchema, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { assertAccess, guardOf } from '../auth/access.ts';
import { assertWellFormed } from '../well-formed.ts';
import { translateError } from './errors.ts';
import type { RequestContext } from './request-context.ts';

/** The schema of these resolver instances. They are made by hand in the composition root; this only finds them. */
export async function buildGraph(resolvers: readonly object[]): Promise<GraphQLSchema> {
  const instances = new Map(resolvers.map((resolver) => [resolver.constructor, resolver]));
  // A property is read by graphql-js itself. With a resolver around it, a page of fifty rows has hundreds of calls for nothing.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
  const schema = await buildSchema({
    resolvers: [...instances.keys()] as unknown as NonEmptyArray<() => void>,
    container: { get: (wanted) => instances.get(wanted) },
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
  });
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) watch(field, `${type.name}.${field.name}`);
  }
  (GraphQLDateTime as GraphQLScalarType<Date, Date | string>).serialize = serializeTime;
  return schema;
}

const { serialize } = GraphQLDateTime;
/** As projections write it. */
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A time that was read as text has its form already: to check it, parse it and write it again costs a list a tenth. */
function serializeTime(value: unknown): Date | string {
  return typeof value === 'string' && UTC_TIME.test(value) ? value : serialize(value);
}

type Resolve = NonNullable<GraphQLField<unknown, RequestContext>['resolve']>;

/** Around every resolver, and nothing around a plain property that everybody may read. */
function watch(field: GraphQLField<unknown, RequestContext>, name: string): void {
  const guard = guardOf(field);
  if (field.resolve || guard) field.resolve = watched(field.resolve ?? defaultFieldResolver);
  if (field.subscribe) field.subscribe = watched(field.subscribe);

  /**
   * Lets in whom the field is for, refuses text that cannot be stored, whether it came as a variable or as a literal, and
   * translates what is thrown. A value that is there at once is answered at once: a promise for it would cost more than it.
   */
  function watched(resolve: Resolve): Resolve {
    return (source, args, context, info) => {
      try {
        if (guard) assertAccess(context.viewer, guard);
        if (context.failure !== undefined) throw context.failure;
        if (field.args.length > 0) assertWellFormed(args);
        const value = resolve(source, args, context, info);
        return value instanceof Promise ? value.catch((error) => fail(error, context)) : value;
      } catch (error) {
        fail(error, context);
      }
    };
  }

  function fail(error: unknown, context: RequestContext): never {
    throw translateError(error, context, name);
  }
}
