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

/** Seen so often, an operation is worth compiling. Fewer, and a stranger's one-off queries would be compiled too. */
const SEEN_OFTEN = 3;
/** Operations remembered. Bounds memory and, since each may prepare statements, what every connection holds. */
const MAX_REMEMBERED = 200;

/** An operation that was seen; its plan is null when it cannot be compiled. */
interface SeenOperation {
  seen: number;
  plan?: ReadPlan | null;
}

/** An operation of our own. */
export interface StoredRead {
  /** The operation's data; null when the ordinary executor has to answer. */
  read(variables: Record<string, unknown>, context: Context): Promise<Record<string, unknown> | null>;
}

/** An operation that was answered, or refused, for whoever counts them. */
export interface ExecutedOperation {
  /** As whoever asked named it, so there are as many as they like; null for one without a name. */
  operationName: string | null;
  /** Null for what was refused before it was known which operation it is. */
  type: 'query' | 'mutation' | 'subscription' | null;
  isCompiled: boolean;
  durationMs: number;
  /** Code of the gravest error in the answer, or of the gravest problem that a mutation answered with; null without any. */
  errorCode: string | null;
}

export interface CompiledReadsOptions {
  /** How often an operation is seen before it is compiled; for tests. */
  seenOften?: number;
  /** Told of every operation once, whichever way it was executed. */
  observe?: (executed: ExecutedOperation) => void;
}

declare module '../../contributions.ts' {
  interface Contributions {
    /** Fields of Mutation that run without the executor, by name. */
    compiledMutations: CompilableFields;
  }
}

/** The fields that are answered without the executor. */
export interface Compilable {
  /** Of Query. */
  reads: CompilableFields;
  /** Of Mutation. */
  compiledMutations: CompilableFields;
}

/** What a request asks for, as it came. */
export interface GraphqlRequest {
  query?: unknown;
  operationName?: unknown;
  variables?: unknown;
  extensions?: unknown;
}

/**
 * Executes operations whose root fields are all projections as one SQL statement each, and deeds that answer with a projection.
 * Everything else, and everything
 * that is refused on the way (a permission, an argument), is left to the ordinary executor: it words every error, so the
 * two ways of executing cannot differ in them.
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

  /** Takes the place of the executor once Apollo has parsed and validated an operation. */
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
              errorCode: gravest([...errors.map(codeOf), ...contextValue.problems.map(({ code }) => code)]),
            });
          },
        };
      },
    };
  }

  async #readFor(request: GraphQLRequestContextResponseForOperation<Context>): Promise<string | null> {
    // Apollo comes here with a name that no operation has, too; the ordinary executor says so.
    const operation = request.operation as OperationDefinitionNode | undefined;
    const plan = operation ? this.#planFor(request.queryHash ?? '', request.document, operation) : null;
    if (!plan) return null;
    this.#rememberSource(request.request, plan);
    return this.#run(plan, request.request.variables, request.contextValue, asText);
  }

  /**
   * The answer, as JSON text, to a request whose very text was parsed, validated and compiled before: there is nothing left
   * for Apollo to do, and what it does to every request takes as long as the read itself. Null when Apollo has to answer.
   */
  async answer(
    { query, operationName, variables, extensions }: GraphqlRequest,
    context: Context,
  ): Promise<string | null> {
    if (typeof query !== 'string' || query.length > MAX_KEPT_LENGTH || !isAbsent(extensions)) return null;
    // An empty name is none that the document has.
    if (!isAbsent(operationName) && (typeof operationName !== 'string' || operationName === '')) return null;
    if (!isAbsent(variables) && (typeof variables !== 'object' || Array.isArray(variables))) return null;
    const plan = this.#bySource.get(sourceKey(query, operationName));
    if (!plan) return null;
    const data = await this.#run(plan, variables as Record<string, unknown>, context, asText);
    return data === null ? null : `{"data":${data}}\n`;
  }

  /** An operation of our own, asked for again and again: kept whatever strangers ask, and never parsed or validated twice. */
  stored(source: string): StoredRead {
    const document = parse(source);
    const operation = getOperationAST(document);
    if (!operation) throw new Error('A stored operation is one operation');
    const entry: SeenOperation = { seen: 0 };
    return {
      read: async (variables, context) => {
        const plan = this.#compileWhenSeenOften(entry, document, operation);
        return plan && this.#run(plan, variables, context, asObject);
      },
    };
  }

  /** The data in the form that is taken of it, or null when the ordinary executor has to answer. */
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
      // The ordinary executor words it, without waiting for the same lost database a second time.
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
  // Deeds are done one after the other, each with what those before it have left: that is for the ordinary executor.
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

/** What is our fault, before what is the caller's. */
function gravest(codes: readonly string[]): string | null {
  return codes.find((code) => !isErrorCode(code) || describeCode(code).status >= 500) ?? codes[0] ?? null;
}

const asText = (data: ReadValue) => data.json();
const asObject = (data: ReadValue) => data.object() as Record<string, unknown>;
