import type { Server } from 'node:http';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Context } from '../../context.ts';
import { describeCode } from '../../errors/error-codes.ts';
import type { Logger } from '../../observability/logger.ts';
import { requestScope } from '../../request-scope.ts';
import { DocumentStore } from './document-store.ts';
import { LIMITS, MAX_VALIDATION_ERRORS, operationLimits } from './limits.ts';
import { giveCode, MAX_ERRORS, maskError } from './masking.ts';
import { costRefused } from './operation-cost.ts';
import { refuseAnonymous } from './refuse-anonymous.ts';
import { reportCost } from './report-cost.ts';
import { variableCheck, variablesRefused } from './variables.ts';

interface ApolloOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  logger: Logger;
  /** HTTP server that is drained when Apollo stops. Null for a schema that is only executed in process. */
  httpServer: Server | null;
  plugins?: ApolloServerPlugin<Context>[];
}

export function createApollo(options: ApolloOptions): ApolloServer<Context> {
  const { schema, introspection, logger, httpServer, plugins = [] } = options;
  return new ApolloServer<Context>({
    schema,
    introspection,
    // Names suggested in error messages reveal no more than introspection does, so both are enabled together.
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    // Persisted documents are resolved before Apollo runs, so that compiled reads can answer them too.
    persistedQueries: false,
    documentStore: new DocumentStore(),
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [operationLimits],
    validationOptions: { maxErrors: MAX_VALIDATION_ERRORS },
    stopOnTerminationSignals: false,
    formatError: (formatted) => maskError(formatted, introspection),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message) => logger.warn(message),
      error: (message) => logger.error(message),
    },
    plugins: [
      // Turns cache control off, because it wraps every field of every response, which costs a large list more than reading it.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ...(httpServer ? [ApolloServerPluginDrainHttpServer({ httpServer })] : []),
      codesInErrors,
      noSubscriptions,
      refuseAnonymous(schema),
      refusedWhole,
      bounded(schema),
      reportCost(schema),
      ...plugins,
    ],
  });
}

/** Adds error codes to errors that graphql-js makes outside the resolvers, and logs unexpected ones. */
const codesInErrors: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue }) {
        for (const error of errors) giveCode(error, contextValue);
      },
    };
  },
};

/** Refuses subscriptions. Executed like a query, a subscription would return an event that never happened. */
const noSubscriptions: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return;
        throw new GraphQLError('Send subscriptions to /graphql/stream.', {
          extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
        });
      },
    };
  },
};

/**
 * Replaces the whole response of a query that has reached its limit of database statements by one error, because each field would
 * repeat that error. A mutation still reports what it has done.
 */
const refusedWhole: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ operation, response: { body, http } }) {
        if (body.kind !== 'single' || operation?.operation !== OperationTypeNode.QUERY) return;
        if (!requestScope()?.statements.wasRefused) return;
        const refusal = body.singleResult.errors?.find(({ extensions }) => extensions?.code === TOO_MUCH_ASKED);
        if (!refusal) return;
        body.singleResult = { errors: [{ message: refusal.message, extensions: refusal.extensions }] };
        http.status = describeCode(TOO_MUCH_ASKED).status;
      },
    };
  },
};

const TOO_MUCH_ASKED = 'GRAPHQL_VALIDATION_FAILED';

/**
 * Rejects variables of a wrong type before graphql-js coerces them, and operations that cost too much. Limits the number of
 * errors.
 */
const bounded = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request: { variables } }) {
        if (!operation) return;
        const refused =
          variablesRefused(variableCheck(schema, operation)(variables ?? {}), operation) ??
          costRefused(schema, document, operation, variables);
        if (refused) throw refused;
      },
      async willSendResponse({ response: { body } }) {
        if (body.kind !== 'single') return;
        const { errors = [], extensions } = body.singleResult;
        if (errors.length <= MAX_ERRORS) return;
        body.singleResult.errors = errors.slice(0, MAX_ERRORS);
        body.singleResult.extensions = { ...extensions, errorsLeftOut: errors.length - MAX_ERRORS };
      },
    };
  },
});
