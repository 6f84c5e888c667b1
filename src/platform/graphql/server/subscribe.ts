import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Context } from '../../context.ts';
import { Statements } from '../../database/statements.ts';
import { Refusal } from '../../errors/errors.ts';
import { currentRequestId } from '../../http/request-id.ts';
import type { Logger } from '../../observability/logger.ts';
import { inRequestScope } from '../../request-scope.ts';
import { logIfOurs, toGraphQLError } from './errors.ts';
import { assertShort, LIMITS, MAX_VALIDATION_ERRORS, operationLimits } from './limits.ts';
import { giveCode, MAX_ERRORS, maskError } from './masking.ts';
import { costRefused } from './operation-cost.ts';
import { variableCheck, variablesRefused } from './variables.ts';

export interface SubscriptionRequest {
  query: string;
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
}

export interface SubscribeOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  logger: Logger;
  /**
   * Called for the subscription and for each event. Checks the caller's access again, and uses no data cached for a previous
   * event.
   * @throws Refusal when the caller has lost access
   */
  newContext(): Promise<Context>;
  /** Called for each event with the number of database statements that it took. */
  observe?: (statements: number) => void;
}

/**
 * Yields the results of a subscription, formatted for the response, with the same limits, guards and masked errors as `/graphql`.
 * If the document is invalid or the subscription fails later, the last result contains the errors. The source is asked for an
 * event only when the consumer asks for a result.
 */
export async function* subscribe(
  request: SubscriptionRequest,
  { schema, introspection, logger, newContext, observe }: SubscribeOptions,
): AsyncGenerator<FormattedExecutionResult> {
  const failed = (errors: readonly GraphQLError[]): FormattedExecutionResult => ({
    errors: errors.slice(0, MAX_ERRORS).map((error) => maskError(error.toJSON(), introspection)),
  });
  try {
    const document = checkedDocument(request, schema, introspection);
    if (Array.isArray(document)) return yield failed(document);
    const { operationName, variables: variableValues } = request;
    const args = { schema, document, operationName, variableValues };

    const context = await newContext();
    const source = await createSourceEventStream({ ...args, contextValue: context });
    if (!(Symbol.asyncIterator in source)) {
      const { errors = [] } = source;
      for (const error of errors) giveCode(error, context);
      return yield failed(errors);
    }
    for await (const rootValue of source) {
      const contextValue = await newContext();
      const statements = new Statements();
      const { data, errors = [] } = await inRequestScope({ requestId: contextValue.requestId, statements }, async () =>
        execute({ ...args, rootValue, contextValue }),
      );
      observe?.(statements.count);
      for (const error of errors) giveCode(error, contextValue);
      yield { ...(errors.length > 0 && failed(errors)), data };
    }
  } catch (error) {
    const translated = toGraphQLError(error);
    // Logs failures of the subscription's source. Resolvers log their own failures.
    logIfOurs(translated, { logger, requestId: currentRequestId() ?? '' }, 'a subscription');
    yield failed([translated]);
  }
}

/**
 * Parses and validates a subscription's document. Returns the errors if it isn't valid. @throws Refusal for a document that is
 * too long or has no operation to run as a subscription
 */
function checkedDocument(
  { query, operationName, variables }: SubscriptionRequest,
  schema: GraphQLSchema,
  introspection: boolean,
): DocumentNode | GraphQLError[] {
  assertShort(query);
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: LIMITS.tokens });
  } catch (error) {
    return [coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')];
  }
  const rules = [...specifiedRules, operationLimits, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])];
  const errors = validate(schema, document, rules, { maxErrors: MAX_VALIDATION_ERRORS });
  if (errors.length > 0) return errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED'));
  const operation = getOperationAST(document, operationName);
  if (!operation)
    throw new Refusal('BAD_REQUEST', 'The GraphQL document has several operations. Name one with `operationName`.');
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
    throw new Refusal(
      'BAD_REQUEST',
      `Only subscriptions are accepted here. Send a ${operation.operation} to /graphql.`,
    );
  }
  const refused =
    variablesRefused(variableCheck(schema, operation)(variables ?? {}), operation) ??
    costRefused(schema, document, operation, variables);
  return refused ? [refused] : document;
}

function coded(error: GraphQLError, code: string): GraphQLError {
  error.extensions.code = code;
  return error;
}
