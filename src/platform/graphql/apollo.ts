import type { Server } from 'node:http';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { type GraphQLError, type GraphQLFormattedError, type GraphQLSchema, Kind } from 'graphql';
import type { Context } from '../context.ts';
import { describeCode } from '../error-codes.ts';
import { currentRequestId } from '../http/request-id.ts';
import type { Logger } from '../observability/logger.ts';
import { logIfOurs } from './errors.ts';
import { LIMITS, operationLimits } from './limits.ts';

interface ApolloOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  logger: Logger;
  /** Drained when Apollo stops; null for a schema that is only executed in process. */
  httpServer: Server | null;
  plugins?: ApolloServerPlugin<Context>[];
}

export function createApollo(options: ApolloOptions): ApolloServer<Context> {
  const { schema, introspection, logger, httpServer, plugins = [] } = options;
  return new ApolloServer<Context>({
    schema,
    introspection,
    // What introspection shows, a suggestion may show, too.
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    allowBatchedHttpRequests: false,
    // Persisted queries by hash are a way to fill the cache with other people's documents.
    persistedQueries: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [operationLimits],
    stopOnTerminationSignals: false,
    formatError: (formatted) => maskError(formatted, introspection),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message) => logger.warn(message),
      error: (message) => logger.error(message),
    },
    plugins: [
      // It wraps every field of every answer, which alone costs a large list more than reading it.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ...(httpServer ? [ApolloServerPluginDrainHttpServer({ httpServer })] : []),
      codesInErrors,
      ...plugins,
    ],
  });
}

/** Longer than any message of ours. */
const MAX_MESSAGE_LENGTH = 1_000;

/** The last gate: an error that is not marked as written for the caller says nothing of itself. */
function maskError(formatted: GraphQLFormattedError, showsSchema: boolean): GraphQLFormattedError {
  const { http: _http, stacktrace: _stacktrace, ...extensions } = formatted.extensions ?? {};
  // Apollo has a code of its own for an `operationName` that the document does not have.
  if (extensions.code === 'OPERATION_RESOLUTION_FAILURE') extensions.code = 'BAD_REQUEST';
  const isOurs = extensions.code === undefined || extensions.code === 'INTERNAL_SERVER_ERROR';
  return {
    ...formatted,
    message: isOurs
      ? `${describeCode('INTERNAL_SERVER_ERROR').title}. Tell the operator the request id.`
      : shortened(showsSchema ? formatted.message : withoutSuggestion(formatted.message)),
    extensions: { ...extensions, code: extensions.code ?? 'INTERNAL_SERVER_ERROR', requestId: currentRequestId() },
  };
}

/** graphql-js repeats a refused value in full, which may be megabytes of what the caller sent. */
function shortened(message: string): string {
  if (message.length <= MAX_MESSAGE_LENGTH) return message;
  // Which value it is stands before it, what is wrong with it after it.
  return `${message.slice(0, MAX_MESSAGE_LENGTH / 2)}…${message.slice(-MAX_MESSAGE_LENGTH / 2)}`;
}

/** Apollo hides the suggestions of its validation. Those about the values of variables come later, and stand here. */
function withoutSuggestion(message: string): string {
  return message.replace(/ Did you mean .+\?$/, '');
}

/** Errors that graphql-js makes by itself, outside the resolvers, get a code; those that are our fault are logged. */
const codesInErrors: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue }) {
        for (const error of errors as readonly GraphQLError[]) {
          if (error.extensions.code === undefined && isAboutArgument(error)) error.extensions.code = 'BAD_USER_INPUT';
          if (error.extensions.code === undefined && error.originalError) logIfUnforeseen(error, contextValue);
        }
      },
    };
  },
};

/**
 * Whether graphql-js refused an argument during execution, as it does for a null variable in the place of a default: it
 * points at the value then. When something is wrong with an answer, it points at the field.
 */
function isAboutArgument({ nodes }: GraphQLError): boolean {
  return nodes?.[0] !== undefined && nodes[0].kind !== Kind.FIELD;
}

function logIfUnforeseen(error: GraphQLError, context: Context): void {
  error.extensions.code = 'INTERNAL_SERVER_ERROR';
  logIfOurs(error, context, error.path?.join('.') ?? 'the request');
}
