import { createHash } from 'node:crypto';
import { type ApolloServerPlugin, type GraphQLRequestContextResponseForOperation, HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { getArgumentValues, getVariableValues } from 'graphql/execution/values.js';
import { type Access, accessOf, assertAccess } from '../auth/access.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { assertWellFormed } from '../well-formed.ts';
import { collectFields } from './selection.ts';

/** A root field that PostgreSQL can answer by itself. */
export interface CompilableField<Args = never> {
  /** The field's answer for this selection, or null when the selection needs resolvers. */
  compile(
    schema: GraphQLSchema,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    fieldNodes: readonly FieldNode[],
  ): CompiledField<Args> | null;
}

interface CompiledField<Args> {
  /** @throws for arguments that cannot be, before any SQL runs. */
  prepare(args: Args): void;
  /** The field's value as JSON text. */
  run(database: Database, args: Args): Promise<string>;
}

interface Plan {
  fields: {
    key: string;
    access: Access | undefined;
    argumentsOf(variables: Record<string, unknown>): never;
    compiled: CompiledField<never>;
  }[];
  operation: OperationDefinitionNode;
}

/** Seen so often, an operation is worth compiling. Fewer, and a stranger's one-off queries would be compiled too. */
const SEEN_OFTEN = 3;
/** Operations remembered. Bounds memory and, since each may prepare statements, what every connection holds. */
const MAX_REMEMBERED = 200;

/** Texts longer than this are not kept to be compared with: a client that sends one pays for it anyway. */
const MAX_SOURCE_LENGTH = 10_000;

/** What a request asks for, as it came. */
export interface Asked {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
  extensions?: unknown;
}

/**
 * Executes operations whose root fields are all projections as one SQL statement each. Everything else, and everything
 * that is refused on the way (a permission, an argument), is left to the ordinary executor: it words every error, so the
 * two ways of executing cannot differ in them.
 */
export class CompiledReads {
  readonly #schema: GraphQLSchema;
  readonly #compilable: Readonly<Record<string, CompilableField>>;
  readonly #seenOften: number;
  readonly #remembered = new Map<string, { seen: number; plan?: Plan | null }>();
  readonly #bySource = new Map<string, Plan>();

  /** @param seenOften how often an operation is seen before it is compiled; for tests. */
  constructor(schema: GraphQLSchema, compilable: Readonly<Record<string, CompilableField>>, seenOften = SEEN_OFTEN) {
    this.#schema = schema;
    this.#compilable = compilable;
    this.#seenOften = seenOften;
  }

  /** Takes the place of the executor once Apollo has parsed and validated an operation. */
  get plugin(): ApolloServerPlugin<Context> {
    const listener = {
      responseForOperation: async (request: GraphQLRequestContextResponseForOperation<Context>) => {
        // Apollo comes here with a name that no operation has, too; the ordinary executor says so.
        const operation = request.operation as OperationDefinitionNode | undefined;
        const plan = operation ? this.#planFor(request.queryHash ?? '', request.document, operation) : null;
        if (!plan) return null;
        this.#rememberSource(request.request, plan);
        const text = await runPlan(this.#schema, plan, request.request.variables, request.contextValue);
        if (text === null) return null;
        return {
          http: { status: undefined, headers: new HeaderMap() },
          body: { kind: 'single' as const, singleResult: { data: JSON.parse(text) } },
        };
      },
    };
    return { requestDidStart: async () => listener };
  }

  /**
   * The answer, as JSON text, to a request whose very text was parsed, validated and compiled before: there is nothing left
   * for Apollo to do, and what it does to every request takes as long as the read itself. Null when Apollo has to answer.
   */
  async answer({ query, operationName, variables, extensions }: Asked, context: Context): Promise<string | null> {
    if (typeof query !== 'string' || !isAbsent(extensions)) return null;
    // An empty name is none that the document has.
    if (!isAbsent(operationName) && (typeof operationName !== 'string' || operationName === '')) return null;
    if (!isAbsent(variables) && (typeof variables !== 'object' || Array.isArray(variables))) return null;
    const plan = this.#bySource.get(sourceKey(query, operationName));
    if (!plan) return null;
    const data = await runPlan(this.#schema, plan, variables as Record<string, unknown>, context);
    return data === null ? null : `{"data":${data}}\n`;
  }

  #planFor(queryHash: string, document: DocumentNode, operation: OperationDefinitionNode): Plan | null {
    const key = `${queryHash} ${operation.name?.value ?? ''}`;
    let entry = this.#remembered.get(key);
    if (!entry) {
      entry = { seen: 0 };
      remember(this.#remembered, key, entry);
    }
    entry.seen += 1;
    if (entry.plan === undefined && entry.seen >= this.#seenOften) {
      entry.plan = compile(this.#schema, this.#compilable, document, operation);
    }
    return entry.plan ?? null;
  }

  #rememberSource({ query, operationName }: Asked, plan: Plan): void {
    if (typeof query !== 'string' || query.length > MAX_SOURCE_LENGTH) return;
    remember(this.#bySource, sourceKey(query, operationName), plan);
  }
}

/** No name has a line end in it, so no two requests have the same key. */
function sourceKey(query: string, operationName: unknown): string {
  return `${operationName ?? ''}\n${query}`;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Keeps the latest. */
function remember<T>(kept: Map<string, T>, key: string, value: T): void {
  if (kept.size >= MAX_REMEMBERED && !kept.has(key)) kept.delete(kept.keys().next().value as string);
  kept.set(key, value);
}

function compile(
  schema: GraphQLSchema,
  compilable: Readonly<Record<string, CompilableField>>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Plan | null {
  const queryType = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || operation.directives?.length || !queryType) return null;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const roots = collectFields(schema, fragments, queryType, [operation.selectionSet]);
  if (!roots) return null;

  const fields: Plan['fields'] = [];
  for (const [key, nodes] of roots) {
    const node = nodes[0]!;
    const definition = queryType.getFields()[node.name.value];
    const compiled = compilable[node.name.value]?.compile(schema, fragments, nodes);
    if (!definition || !compiled) return null;
    fields.push({
      key,
      access: accessOf(definition),
      argumentsOf: (variables) => getArgumentValues(definition, node, variables) as never,
      compiled,
    });
  }
  return { fields, operation };
}

/** The data as JSON text, or null when the ordinary executor has to answer. */
async function runPlan(
  schema: GraphQLSchema,
  plan: Plan,
  variables: Record<string, unknown> | null | undefined,
  context: Context,
): Promise<string | null> {
  const prepared: { key: string; run(): Promise<string> }[] = [];
  try {
    const { coerced } = getVariableValues(schema, plan.operation.variableDefinitions ?? [], variables ?? {});
    if (!coerced) return null;
    for (const { key, access, argumentsOf, compiled } of plan.fields) {
      assertAccess(context.principal, access);
      const args = argumentsOf(coerced);
      assertWellFormed(args);
      compiled.prepare(args);
      prepared.push({ key, run: () => compiled.run(context.database, args) });
    }
  } catch {
    return null;
  }
  try {
    const parts = await Promise.all(prepared.map(async ({ key, run }) => `"${key}":${await run()}`));
    return `{${parts.join(',')}}`;
  } catch (error) {
    // The ordinary executor words it, without waiting for the same lost database a second time.
    context.failure = error;
    return null;
  }
}

const names = new Map<string, string>();
/** Every connection keeps each named statement for ever, here and at the server, and a caller can write any number of them. */
const MAX_NAMES = 1_000;

/** A name for a prepared statement: equal for equal text. None beyond the bound: such a statement is planned at each run. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_NAMES) return known;
  const name = `read_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
  names.set(text, name);
  return name;
}
