import { type ApolloServerPlugin, type GraphQLRequestContextResponseForOperation, HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
} from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import type { Context } from '../../context.ts';
import { describeCode, isErrorCode } from '../../errors/error-codes.ts';
import { MAX_KEPT_LENGTH, sourceLength } from '../server/document-store.ts';
import { costOf, MAX_COST } from '../server/operation-cost.ts';
import { type VariableCheck, variableCheck } from '../server/variables.ts';
import {
  type CompilableFields,
  type CompiledFields,
  compileFields,
  LeftToExecutor,
  type ReadValue,
} from './compilable-field.ts';
import { collectFields } from './selection.ts';

interface ReadPlan {
  fields: CompiledFields;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  check: VariableCheck;
}

/**
 * Number of executions after which an operation is compiled. With fewer, one-off queries of anonymous callers would be compiled
 * too.
 */
const SEEN_OFTEN = 3;
/**
 * Maximum number of remembered operations. Limits memory and, because each can prepare statements, the statements of every
 * connection.
 */
const MAX_REMEMBERED = 200;

/** A known operation. Its plan is null if it can't be compiled. */
interface SeenOperation {
  seen: number;
  plan?: ReadPlan | null;
}

/** An operation of the service itself. */
export interface StoredRead {
  /** Returns the data, or null if the ordinary executor must answer. */
  read(variables: Record<string, unknown>, context: Context): Promise<Record<string, unknown> | null>;
}

/** An executed or refused operation, for metrics. */
export interface ExecutedOperation {
  /** Name chosen by the caller, so the number of names is unbounded. Null without a name. */
  operationName: string | null;
  /** Null if the request was refused before its operation was known. */
  type: 'query' | 'mutation' | 'subscription' | null;
  isCompiled: boolean;
  durationMs: number;
  /** Code of the most severe error in the response or problem of a mutation. Null without any. */
  errorCode: string | null;
}

export interface CompiledReadsOptions {
  /** Executions before compilation, for tests. */
  seenOften?: number;
  /** Called once for every operation, however it was executed. */
  observe?: (executed: ExecutedOperation) => void;
}

declare module '../../contributions.ts' {
  interface Contributions {
    /** Fields of Mutation that run without the executor, by name. */
    compiledMutations: CompilableFields;
  }
}

/** Fields that are answered without the executor. */
export interface Compilable {
  /** Fields of Query. */
  reads: CompilableFields;
  /** Fields of Mutation. */
  compiledMutations: CompilableFields;
}

/** A GraphQL request as received. */
export interface GraphqlRequest {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
  extensions?: unknown;
}

/**
 * Executes operations whose root fields are all projections as one SQL statement each, and mutations that return a projection.
 * Everything else, including every refusal, is left to the ordinary executor, which words all errors, so that both ways give the
 * same errors.
 */
export class CompiledReads {
  readonly #schema: GraphQLSchema;
  readonly #compilable: Compilable;
  readonly #seenOften: number;
  readonly #remembered = new Map<string, SeenOperation>();
  readonly #bySource = new Map<string, ReadPlan>();
  readonly #observe: CompiledReadsOptions['observe'];

  constructor(
    schema: GraphQLSchema,
    compilable: Compilable,
    { seenOften = SEEN_OFTEN, observe }: CompiledReadsOptions = {},
  ) {
    this.#schema = schema;
    this.#compilable = compilable;
    this.#seenOften = seenOften;
    this.#observe = observe;
  }

  /** Replaces the executor after Apollo has parsed and validated an operation. */
  get plugin(): ApolloServerPlugin<Context> {
    return {
      requestDidStart: async () => {
        const startedAt = performance.now();
        let isCompiled = false;
        return {
          responseForOperation: async (request) => {
            const text = await this.#readFor(request);
            if (text === null) return null;
            isCompiled = true;
            return {
              http: { status: undefined, headers: new HeaderMap() },
              body: { kind: 'single', singleResult: { data: JSON.parse(text) } },
            };
          },
          willSendResponse: async ({ operation, operationName, errors = [], contextValue }) => {
            if (isCompiled) return;
            this.#observe?.({
              operationName: operationName ?? null,
              type: operation?.operation ?? null,
              isCompiled: false,
              durationMs: performance.now() - startedAt,
              errorCode: worstCode([...errors.map(codeOf), ...contextValue.problems.map(({ code }) => code)]),
            });
          },
        };
      },
    };
  }

  async #readFor(request: GraphQLRequestContextResponseForOperation<Context>): Promise<string | null> {
    // Apollo also calls this for an operation name that doesn't exist. The ordinary executor reports it.
    const operation = request.operation as OperationDefinitionNode | undefined;
    const plan = operation ? this.#planFor(request.queryHash ?? '', request.document, operation) : null;
    if (!plan) return null;
    this.#rememberSource(request.request, plan);
    return this.#run(plan, request.request.variables, request.contextValue, asText);
  }

  /**
   * Returns the response as JSON text if this exact request text was compiled before. Apollo's work on each request would take
   * as long as the read. Null if Apollo must answer.
   */
  async answer(
    { query, operationName, variables, extensions }: GraphqlRequest,
    context: Context,
  ): Promise<string | null> {
    if (typeof query !== 'string' || query.length > MAX_KEPT_LENGTH || !isAbsent(extensions)) return null;
    // An empty name matches no operation of the document.
    if (!isAbsent(operationName) && (typeof operationName !== 'string' || operationName === '')) return null;
    if (!isAbsent(variables) && (typeof variables !== 'object' || Array.isArray(variables))) return null;
    const plan = this.#bySource.get(sourceKey(query, operationName));
    if (!plan) return null;
    const data = await this.#run(plan, variables as Record<string, unknown>, context, asText);
    return data === null ? null : `{"data":${data}}\n`;
  }

  /**
   * Registers a frequent operation of the service. It is never evicted by callers' operations, and is parsed and validated once.
   */
  stored(source: string): StoredRead {
    const document = parse(source);
    const operation = getOperationAST(document);
    if (!operation) throw new Error('The document of a stored operation must have exactly one operation');
    const entry: SeenOperation = { seen: 0 };
    return {
      read: async (variables, context) => {
        const plan = this.#compileWhenSeenOften(entry, document, operation);
        return plan && this.#run(plan, variables, context, asObject);
      },
    };
  }

  /** Returns the data in the requested form, or null if the ordinary executor must answer. */
  async #run<Data>(
    { fields, document, operation, check }: ReadPlan,
    variables: Record<string, unknown> | null | undefined,
    context: Context,
    take: (data: ReadValue) => Data,
  ): Promise<Data | null> {
    const startedAt = this.#observe && performance.now();
    let read: () => Promise<ReadValue>;
    try {
      if (check(variables ?? {}).length > 0) return null;
      if (costOf(this.#schema, document, operation, variables) > MAX_COST) return null;
      const { coerced } = getVariableValues(this.#schema, operation.variableDefinitions ?? [], variables ?? {});
      if (!coerced) return null;
      read = fields.prepare(coerced, context);
    } catch {
      return null;
    }
    try {
      const data = take(await read());
      this.#observe?.({
        operationName: operation.name?.value ?? null,
        type: operation.operation,
        isCompiled: true,
        durationMs: performance.now() - startedAt!,
        errorCode: null,
      });
      return data;
    } catch (error) {
      if (error instanceof LeftToExecutor) return null;
      // The ordinary executor reports the error, without waiting for the lost database a second time.
      context.failure = error;
      return null;
    }
  }

  #planFor(queryHash: string, document: DocumentNode, operation: OperationDefinitionNode): ReadPlan | null {
    if (sourceLength(document) > MAX_KEPT_LENGTH) return null;
    const key = `${queryHash} ${operation.name?.value ?? ''}`;
    let entry = this.#remembered.get(key);
    if (!entry) {
      entry = { seen: 0 };
      remember(this.#remembered, key, entry);
    }
    return this.#compileWhenSeenOften(entry, document, operation);
  }

  #compileWhenSeenOften(
    entry: SeenOperation,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): ReadPlan | null {
    entry.seen += 1;
    if (entry.plan === undefined && entry.seen >= this.#seenOften) {
      entry.plan = compile(this.#schema, this.#compilable, document, operation);
    }
    return entry.plan ?? null;
  }

  #rememberSource({ query, operationName }: GraphqlRequest, plan: ReadPlan): void {
    if (typeof query === 'string') remember(this.#bySource, sourceKey(query, operationName), plan);
  }
}

/** Names contain no line break, so different requests have different keys. */
function sourceKey(query: string, operationName: unknown): string {
  return `${operationName ?? ''}\n${query}`;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Keeps the latest entries. */
function remember<T>(kept: Map<string, T>, key: string, value: T): void {
  if (kept.size >= MAX_REMEMBERED && !kept.has(key)) kept.delete(kept.keys().next().value as string);
  kept.set(key, value);
}

function compile(
  schema: GraphQLSchema,
  compilable: Compilable,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ReadPlan | null {
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const root = schema.getRootType(operation.operation);
  if (!(isQuery || operation.operation === OperationTypeNode.MUTATION) || operation.directives?.length || !root)
    return null;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const sets = [operation.selectionSet];
  // Mutations run one after the other, each after the effects of the previous one. Several are left to the ordinary executor.
  if (!isQuery && collectFields(schema, fragments, root, sets)?.size !== 1) return null;
  const fields = compileFields(
    { schema, fragments },
    root,
    sets,
    isQuery ? compilable.reads : compilable.compiledMutations,
  );
  return fields && { fields, document, operation, check: variableCheck(schema, operation) };
}

const codeOf = ({ extensions }: GraphQLError) => String(extensions.code ?? 'INTERNAL_SERVER_ERROR');

/** Errors of the service come before errors of the caller. */
function worstCode(codes: readonly string[]): string | null {
  return codes.find((code) => !isErrorCode(code) || describeCode(code).status >= 500) ?? codes[0] ?? null;
}

const asText = (data: ReadValue) => data.json();
const asObject = (data: ReadValue) => data.object() as Record<string, unknown>;
