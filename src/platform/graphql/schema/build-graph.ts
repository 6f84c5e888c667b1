import {
  assertValidSchema,
  defaultFieldResolver,
  GraphQLError,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  GraphQLSchema,
  isObjectType,
  OperationTypeNode,
  specifiedDirectives,
} from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchema, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import type { AuditedMutations } from '../../audit/audited-mutation.ts';
import { recordedElsewhere } from '../../audit/recorded-elsewhere.ts';
import { accessOf, assertAccess, EVERYONE } from '../../auth/access.ts';
import { assertStepUp, isAfterStepUp } from '../../auth/step-up.ts';
import type { Context } from '../../context.ts';
import { toRefusal } from '../../errors/errors.ts';
import { assertWellFormed } from '../../errors/well-formed.ts';
import { withKeyOfHeader } from '../../idempotency/key-in-header.ts';
import { asAction } from '../../request-scope.ts';
import { translateError } from '../server/errors.ts';
import { describeMutations } from './describe-mutations.ts';
import { assertListsBounded } from './list-size.ts';
import { assertMutationShapes } from './mutation-shape.ts';
import { completeProblemCodes, Problem } from './problem.ts';
import { makeRefusableNullable, SEMANTIC_NON_NULL } from './refusable-fields.ts';
import { problemOf } from './refusals.ts';
import { boundIds, explainTimes } from './scalars.ts';
import { runtimeOf, setRuntime } from './schema-runtime.ts';
import { LIST_SIZE } from './schema-text.ts';
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
 * @param audited what writes mutations into the audit trail; null for a schema by which nothing is done
 * @throws when a query, mutation or subscription does not say who may use it, a list how long it can be, a mutation has
 * another shape than all others, or something else than a mutation is marked with `@AfterStepUp()`.
 */
export async function buildGraph(
  resolvers: readonly object[],
  audited: AuditedMutations | null = null,
): Promise<GraphQLSchema> {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  const classes = [...instances.keys()];
  completeProblemCodes();
  // Features publish names in enums: of their settings, and of what may be refused.
  const members = JSON.stringify(getMetadataStorage().enums.map(({ enumObj }) => Object.keys(enumObj)));
  const known = built.find((one) => one.members === members && isSame(one.classes, classes));
  const schema = known ? new GraphQLSchema(known.schema.toConfig()) : await buildOf(classes);
  if (!known) built.push({ classes, members, schema });
  setRuntime(schema, { instances, audited });
  return schema;
}

/** One for each set of resolvers that was asked for in this process: one, but where features are tried out. */
const built: { classes: readonly unknown[]; members: string; schema: GraphQLSchema }[] = [];

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((resolver, index) => resolver === other[index]);

/**
 * The types with their fields, which find by the schema that is executed whose instances resolve them. So whoever puts the
 * service together again in one process, with another database, shares them.
 */
async function buildOf(classes: readonly unknown[]): Promise<GraphQLSchema> {
  boundIds();
  explainTimes();
  // A property is read by graphql-js itself. With a resolver around it, a page of fifty rows has hundreds of calls for nothing.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
  const schema = await buildSchema({
    resolvers: classes as unknown as NonEmptyArray<() => void>,
    container: { get: (wanted, { info }) => runtimeOf(info.schema).instances.get(wanted) },
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    // Its check asks the schema for all that it has, which is half of building it; whether it is valid is asked below.
    skipCheck: true,
    pubSub: NO_PUB_SUB,
    directives: [...specifiedDirectives, LIST_SIZE, SEMANTIC_NON_NULL],
  });
  assertValidSchema(schema);
  assertGuarded(schema);
  assertStepUpIsForMutations(schema);
  assertMutationShapes(schema);
  describeMutations(schema);
  assertListsBounded(schema);
  makeRefusableNullable(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const isDeed = type === schema.getMutationType();
    for (const field of Object.values(type.getFields())) watch(field, `${type.name}.${field.name}`, isDeed);
  }
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) field.resolve = answering(field);
  (GraphQLDateTime as GraphQLScalarType<Date, Date | string>).serialize = serializeTime;
  return schema;
}

/** Compiled reads know nothing of a step-up, so that they pay nothing for it. */
function assertStepUpIsForMutations(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) {
      if (isAfterStepUp(field))
        throw new Error(`${type}.${field.name} is no mutation: @AfterStepUp is for those alone`);
    }
  }
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

type ResolveField = NonNullable<GraphQLField<unknown, Context>['resolve']>;

/** Around every resolver, and nothing around a plain property that everybody may read. */
function watch(field: GraphQLField<unknown, Context>, name: string, isDeed: boolean): void {
  const guard = accessOf(field);
  const isStepUp = isAfterStepUp(field);
  const long = longTexts(field);
  if (field.resolve || (guard && guard !== EVERYONE)) field.resolve = watched(field.resolve ?? defaultFieldResolver);
  if (field.subscribe) field.subscribe = watched(field.subscribe);

  /**
   * Lets in whom the field is for, refuses text that cannot be stored, whether it came as a variable or as a literal, and
   * translates what is thrown. A value that is there at once is answered at once: a promise for it would cost more than it.
   */
  function watched(resolve: ResolveField): ResolveField {
    return (source, args, context, info) => {
      try {
        assertAccess(context.principal, guard);
        if (isStepUp) assertStepUp(context.principal, context.clock.now());
        if (context.failure !== undefined) throw context.failure;
        if (field.args.length > 0) assertWellFormed(args, long);
        const value = isDeed
          ? asAction(() => resolve(source, args, context, info))
          : resolve(source, args, context, info);
        return value instanceof Promise ? value.catch((error) => fail(error, context, info)) : value;
      } catch (error) {
        fail(error, context, info);
      }
    };
  }

  function fail(error: unknown, context: Context, { operation }: GraphQLResolveInfo): never {
    const translated = translateError(error, context, name);
    // Clients don't read an answer whose status says that all of it failed, and other fields can be in it.
    const hasOthers =
      operation.operation === OperationTypeNode.MUTATION || translated.extensions.code === 'UNAUTHENTICATED';
    if (hasOthers) delete translated.extensions.http;
    throw translated;
  }
}

/**
 * Around a mutation: its refusal is its answer, so that the others of the same request have theirs. Each begins with a unit
 * of work of its own, since what one has left unwritten must not be written by the next.
 */
function answering(field: GraphQLField<unknown, Context>): ResolveField {
  const { name } = field;
  const perform = field.resolve!;
  const isAudited = recordedElsewhere(field) === null;
  return async (source, args, context, info) => {
    const audited = isAudited ? runtimeOf(info.schema).audited : null;
    context.reset();
    const work = () => answerOf(() => perform(source, withKeyOfHeader(field, args, context, info), context, info));
    const answer = await (audited ? answerOf(() => audited.perform(context, name, args.input, work, codeOf)) : work());
    if (answer instanceof Problem) context.problems.push(answer);
    return answer;
  };
}

const codeOf = (answer: unknown) => (answer instanceof Problem ? answer.code : null);

/** @throws errors that aren't refusals */
async function answerOf(perform: () => unknown): Promise<unknown> {
  try {
    return await perform();
  } catch (error) {
    const problem = problemOf(toRefusal(error instanceof GraphQLError ? error.originalError : error));
    if (!problem) throw error;
    return problem;
  }
}
