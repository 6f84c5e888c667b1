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
 * Number of the execution at which an operation is compiled. With a lower number, operations that anonymous callers send only
 * once would be compiled too.
 */
const SEEN_OFTEN = 3;
/**
 * Maximum number of callers' operations whose plans are kept. Limits the memory and, because each operation can prepare
 * statements, also the prepared statements of every connection.
 */
const MAX_REMEMBERED = 200;

/** An operation that was executed before. Its plan is null if the operation can't be compiled. */
interface SeenOperation {
  seen: number;
  plan?: ReadPlan | null;
}

/** An operation that the service itself defines and runs. */
export interface StoredRead {
  /** Returns the response's data, or null if the ordinary GraphQL executor must run the operation. */
  read(variables: Record<string, unknown>, context: Context): Promise<Record<string, unknown> | null>;
}

/** An executed or refused operation, for metrics. */
export interface ExecutedOperation {
  /** Operation name chosen by the caller, so the number of different names is unbounded. Null without a name. */
  operationName: string | null;
  /** Type of the operation. Null if the request was refused before the type was known. */
  type: 'query' | 'mutation' | 'subscription' | null;
  isCompiled: boolean;
  durationMs: number;
  /** Code of the most severe error or problem in the response. Null without any. */
  errorCode: string | null;
}

export interface CompiledReadsOptions {
  /** Number of the execution at which an operation is compiled, for tests. */
  seenOften?: number;
  /** Called once for every operation, compiled or not. */
  observe?: (executed: ExecutedOperation) => void;
}

declare module '../../contributions.ts' {
  interface Contributions {
    /** Fields of `Mutation` that run without the GraphQL executor, by name. */
    compiledMutations: CompilableFields;
  }
}

/** Fields of `Query` and `Mutation` that can be answered without the GraphQL executor. */
export interface Compilable {
  /** Compilable fields of `Query`, by name. */
  reads: CompilableFields;
  /** Compilable fields of `Mutation`, by name. */
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
 * Executes queries whose root fields are all compilable, and mutations with one compilable root field. Everything else, including
 * every refusal, is left to the ordinary GraphQL executor. Since that executor makes all errors, they are the same with and
 * without compilation.
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

  /** Apollo plugin that runs compiled operations after Apollo has parsed and validated them. */
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
    // Undefined for an operation name that doesn't exist. Apollo calls this function even then, and the ordinary executor reports
    // the error.
    const operation = request.operation as OperationDefinitionNode | undefined;
    const plan = operation ? this.#planFor(request.queryHash ?? '', request.document, operation) : null;
    if (!plan) return null;
    this.#rememberSource(request.request, plan);
    return this.#run(plan, request.request.variables, request.contextValue, asText);
  }

  /**
   * Returns the response as JSON text if the same request text was compiled before, because Apollo's work on each request would
   * take as long as the read. Null if Apollo must handle the request.
   */
  async answer(
    { query, operationName, variables, extensions }: GraphqlRequest,
    context: Context,
  ): Promise<string | null> {
    if (typeof query !== 'string' || query.length > MAX_KEPT_LENGTH || !isAbsent(extensions)) return null;
    // Leaves an empty operation name to Apollo, because no operation of the document has it.
    if (!isAbsent(operationName) && (typeof operationName !== 'string' || operationName === '')) return null;
    if (!isAbsent(variables) && (typeof variables !== 'object' || Array.isArray(variables))) return null;
    const plan = this.#bySource.get(sourceKey(query, operationName));
    if (!plan) return null;
    const data = await this.#run(plan, variables as Record<string, unknown>, context, asText);
    return data === null ? null : `{"data":${data}}\n`;
  }

  /**
   * Registers a frequent operation of the service, whose document is parsed once. Callers' operations never evict it from memory.
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

  /** Runs a compiled operation. Returns its data in the requested form, or null if the ordinary executor must run it. */
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
      // The ordinary executor throws this error instead of waiting for the lost database a second time.
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

/** Key of a request text in the cache. Operation names contain no line break, so different requests have different keys. */
function sourceKey(query: string, operationName: unknown): string {
  return `${operationName ?? ''}\n${query}`;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Adds an entry to a cache, and removes the oldest when it is full. */
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
  // Several mutations are left to the ordinary executor: they must run one after the other, each after the effects of the
  // previous one.
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

/** Returns the code of the most severe error: errors of the service come before errors of the caller. */
function worstCode(codes: readonly string[]): string | null {
  return codes.find((code) => !isErrorCode(code) || describeCode(code).status >= 500) ?? codes[0] ?? null;
}

const asText = (data: ReadValue) => data.json();
const asObject = (data: ReadValue) => data.object() as Record<string, unknown>;
