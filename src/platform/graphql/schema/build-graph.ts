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
import { assertStepUp, isAfterStepUp, needsStepUp } from '../../auth/step-up.ts';
import type { Context } from '../../context.ts';
import { toRefusal } from '../../errors/errors.ts';
import { assertWellFormed } from '../../errors/well-formed.ts';
import { withKeyOfHeader } from '../../idempotency/key-in-header.ts';
import { asAction } from '../../request-scope.ts';
import { translateError } from '../server/errors.ts';
import { completeDescriptions } from './complete-descriptions.ts';
import { describeInputsAndResults } from './describe-inputs.ts';
import { assertListsBounded } from './list-size.ts';
import { assertMutationShapes } from './mutation-shape.ts';
import { completeProblemCodes, Problem } from './problem.ts';
import { makeRefusableNullable, SEMANTIC_NON_NULL } from './refusable-fields.ts';
import { problemOf } from './refusals.ts';
import { boundIds, explainTimes } from './scalars.ts';
import { runtimeOf, setRuntime } from './schema-runtime.ts';
import { LIST_SIZE } from './schema-text.ts';
import { longTexts } from './text-length.ts';

/**
 * Placeholder. TypeGraphQL requires a pub/sub as soon as a subscription exists, even if each subscription names its own source.
 */
const NO_PUB_SUB = {
  publish() {},
  subscribe(): never {
    throw new Error('A subscription must name the source of its events: `subscribe: sourceIn(…)`.');
  },
};

/**
 * Builds the GraphQL schema of the given resolver instances.
 * @param audited writes mutations to the audit trail; null for a schema whose mutations are never called
 * @throws if a field of a root type doesn't declare its access, a list has no bound, a mutation doesn't have the common shape, or
 * `@AfterStepUp()` marks something other than a mutation
 */
export async function buildGraph(
  resolvers: readonly object[],
  audited: AuditedMutations | null = null,
): Promise<GraphQLSchema> {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  const classes = [...instances.keys()];
  completeProblemCodes();
  // Part of the cache key, because features declare members of enums: names of settings and problem codes.
  const members = JSON.stringify(getMetadataStorage().enums.map(({ enumObj }) => Object.keys(enumObj)));
  const known = built.find((one) => one.members === members && isSame(one.classes, classes));
  const schema = known ? new GraphQLSchema(known.schema.toConfig()) : await buildOf(classes);
  if (!known) built.push({ classes, members, schema });
  setRuntime(schema, { instances, audited });
  return schema;
}

/** Cache of built schemas, one for each set of resolvers in this process. Only tests have more than one. */
const built: { classes: readonly unknown[]; members: string; schema: GraphQLSchema }[] = [];

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((resolver, index) => resolver === other[index]);

/**
 * Builds the schema of resolver classes. Its fields find the resolver instances by the schema that is executed, so that several
 * services in one process, with different databases, share the types.
 */
async function buildOf(classes: readonly unknown[]): Promise<GraphQLSchema> {
  boundIds();
  explainTimes();
  // Lets graphql-js read plain properties itself. A resolver around each property would cost a page of fifty rows hundreds of
  // calls.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
  const schema = await buildSchema({
    resolvers: classes as unknown as NonEmptyArray<() => void>,
    container: { get: (wanted, { info }) => runtimeOf(info.schema).instances.get(wanted) },
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    // Skips the check of buildSchema, which takes half of the building time. `assertValidSchema` below checks the schema once.
    skipCheck: true,
    pubSub: NO_PUB_SUB,
    directives: [...specifiedDirectives, LIST_SIZE, SEMANTIC_NON_NULL],
  });
  assertValidSchema(schema);
  assertGuarded(schema);
  assertStepUpIsForMutations(schema);
  assertMutationShapes(schema);
  describeInputsAndResults(schema);
  assertListsBounded(schema);
  makeRefusableNullable(schema);
  completeDescriptions(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const isMutation = type === schema.getMutationType();
    for (const field of Object.values(type.getFields())) watch(field, `${type.name}.${field.name}`, isMutation);
  }
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {}))
    field.resolve = mutationResolver(field);
  (GraphQLDateTime as GraphQLScalarType<Date, Date | string>).serialize = serializeTime;
  return schema;
}

/** @throws if a field that isn't a mutation requires a step-up: compiled reads don't check for it, so that they stay fast */
function assertStepUpIsForMutations(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) {
      if (isAfterStepUp(field))
        throw new Error(`${type}.${field.name} isn't a mutation. Use @AfterStepUp only on mutations.`);
    }
  }
}

function assertGuarded(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (!accessOf(field))
        throw new Error(`${root}.${field.name} doesn't declare its access. Use @AccessFor or @AccessForEveryone.`);
    }
  }
}

const { serialize } = GraphQLDateTime;
/** Matches a time as SQL projections format it. */
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Serializes a time. Returns times that PostgreSQL already wrote in this format unchanged: parsing and formatting them again
 * would slow a list down by a tenth.
 */
function serializeTime(value: unknown): Date | string {
  return typeof value === 'string' && UTC_TIME.test(value) ? value : serialize(value);
}

type ResolveField = NonNullable<GraphQLField<unknown, Context>['resolve']>;

/** Wraps the resolver of a field. Plain properties that everyone may read aren't wrapped. */
function watch(field: GraphQLField<unknown, Context>, name: string, isMutation: boolean): void {
  const guard = accessOf(field);
  const isStepUp = isAfterStepUp(field);
  const long = longTexts(field);
  if (field.resolve || (guard && guard !== EVERYONE)) field.resolve = watched(field.resolve ?? defaultFieldResolver);
  if (field.subscribe) field.subscribe = watched(field.subscribe);

  /**
   * Wraps a resolver: checks access, rejects text that can't be stored (as a variable or a literal), and translates errors.
   * Returns a value that is available at once without a promise, which would cost more than the value.
   */
  function watched(resolve: ResolveField): ResolveField {
    return (source, args, context, info) => {
      try {
        assertAccess(context.principal, guard);
        if (isStepUp && needsStepUp(field, args)) assertStepUp(context.principal, context.clock.now());
        if (context.failure !== undefined) throw context.failure;
        if (field.args.length > 0) assertWellFormed(args, long);
        const value = isMutation
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
    // Removes the error's HTTP status if other fields can have results, because clients ignore the body of a response whose
    // status reports a failure.
    const hasOthers =
      operation.operation === OperationTypeNode.MUTATION || translated.extensions.code === 'UNAUTHENTICATED';
    if (hasOthers) delete translated.extensions.http;
    throw translated;
  }
}

/**
 * Wraps a mutation. A refusal becomes the mutation's result, so that other mutations of the request still return theirs. Each
 * mutation gets its own unit of work, so that unwritten changes of one mutation aren't written by the next.
 */
function mutationResolver(field: GraphQLField<unknown, Context>): ResolveField {
  const { name } = field;
  const perform = field.resolve!;
  const isAudited = recordedElsewhere(field) === null;
  return async (source, args, context, info) => {
    const audited = isAudited ? runtimeOf(info.schema).audited : null;
    context.reset();
    // Also announced at the begin, because a mutation can wait for its result long after it wrote.
    void context.noteWrite();
    const work = () =>
      resultOrProblem(() => perform(source, withKeyOfHeader(field, args, context, info), context, info));
    const answer = await (audited
      ? resultOrProblem(() => audited.perform(context, name, args.input, work, codeOf))
      : work()
    ).finally(() => context.noteWrite());
    if (answer instanceof Problem) context.problems.push(answer);
    return answer;
  };
}

const codeOf = (answer: unknown) => (answer instanceof Problem ? answer.code : null);

/** Runs `perform`. Returns its result, or the problem that describes a thrown refusal. @throws unexpected errors */
async function resultOrProblem(perform: () => unknown): Promise<unknown> {
  try {
    return await perform();
  } catch (error) {
    const problem = problemOf(toRefusal(error instanceof GraphQLError ? error.originalError : error));
    if (!problem) throw error;
    return problem;
  }
}
