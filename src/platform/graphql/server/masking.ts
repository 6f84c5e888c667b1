import { type GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import type { Context } from '../../context.ts';
import { looksSecret } from '../../encryption/secret-detection.ts';
import { describeCode } from '../../errors/error-codes.ts';
import { shortened } from '../../errors/errors.ts';
import { currentRequestId } from '../../http/request-id.ts';
import { logIfOurs } from './errors.ts';

/** Maximum number of errors in a GraphQL response. A list can cause one error per row. */
export const MAX_ERRORS = 50;

/** Changes each error just before the response is sent: hides messages that aren't meant for the caller. */
export function maskError(formatted: GraphQLFormattedError, showsSchema: boolean): GraphQLFormattedError {
  const { http: _http, stacktrace: _stacktrace, ...extensions } = formatted.extensions ?? {};
  // Apollo's own code for an unknown `operationName`, replaced by the service's code.
  if (extensions.code === 'OPERATION_RESOLUTION_FAILURE') extensions.code = 'BAD_REQUEST';
  const isOurs = extensions.code === undefined || extensions.code === 'INTERNAL_SERVER_ERROR';
  return {
    ...formatted,
    message: isOurs
      ? `${describeCode('INTERNAL_SERVER_ERROR').title}. Give the operator the request id.`
      : shortened(withoutInput(showsSchema ? formatted.message : withoutSuggestion(formatted.message))),
    extensions: { ...extensions, code: extensions.code ?? 'INTERNAL_SERVER_ERROR', requestId: currentRequestId() },
  };
}

/**
 * Removes values from messages of graphql-js about invalid variables: objects, lists, and texts that aren't names or look random,
 * because they can contain a secret. The message still says where the fault is.
 */
function withoutInput(message: string): string {
  return message
    .replace(/^(Variable "\$\w+" got invalid value )[[{].*[\]}](?= at "|; )/s, '$1…')
    .replace(/( cannot represent [\w -]+: )[[{].*[\]}]$/s, '$1…')
    .replace(/"(?:[^"\\]|\\.)*"/gs, (quoted) => (NAMES_SOMETHING.test(quoted) ? quoted : '"…"'))
    .replace(/\w+/g, (word) => (looksSecret(word) ? '…' : word));
}

/**
 * Matches quoted names, variables, directives, types, member paths and punctuation. All other quoted text was written by the
 * caller.
 */
const NAMES_SOMETHING = /^"(?:[$@]?[\w.[\]!]*|[^\w\s]{1,3})"$/;

/**
 * Removes suggested names from messages about variables. Apollo hides suggestions only in validation errors, which come before.
 */
function withoutSuggestion(message: string): string {
  return message.replace(/ Did you mean .+\?$/, '');
}

/** Adds an error code to an error that graphql-js made outside the resolvers, and logs unexpected ones. */
export function giveCode(error: GraphQLError, context: Context): void {
  if (error.extensions.code === undefined && isAboutArgument(error)) error.extensions.code = 'BAD_USER_INPUT';
  if (error.extensions.code === undefined && error.originalError) logIfUnforeseen(error, context);
}

/**
 * True if graphql-js refused an argument during execution, such as a null variable in place of a default. Such an error points at
 * the argument's value; an error of a field's result points at the field.
 */
function isAboutArgument({ nodes }: GraphQLError): boolean {
  return nodes?.[0] !== undefined && nodes[0].kind !== Kind.FIELD;
}

function logIfUnforeseen(error: GraphQLError, context: Context): void {
  error.extensions.code = 'INTERNAL_SERVER_ERROR';
  logIfOurs(error, context, error.path?.join('.') ?? 'the request');
}
