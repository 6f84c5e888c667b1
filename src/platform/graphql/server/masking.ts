import { type GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import type { Context } from '../../context.ts';
import { looksSecret } from '../../encryption/looks-secret.ts';
import { describeCode } from '../../errors/error-codes.ts';
import { shortened } from '../../errors/errors.ts';
import { currentRequestId } from '../../http/request-id.ts';
import { logIfOurs } from './errors.ts';

/** An answer names so many errors and no more: a list may have one for each of its rows. */
export const MAX_ERRORS = 50;

/** The last gate: an error that is not marked as written for the caller says nothing of itself. */
export function maskError(formatted: GraphQLFormattedError, showsSchema: boolean): GraphQLFormattedError {
  const { http: _http, stacktrace: _stacktrace, ...extensions } = formatted.extensions ?? {};
  // Apollo has a code of its own for an `operationName` that the document does not have.
  if (extensions.code === 'OPERATION_RESOLUTION_FAILURE') extensions.code = 'BAD_REQUEST';
  const isOurs = extensions.code === undefined || extensions.code === 'INTERNAL_SERVER_ERROR';
  return {
    ...formatted,
    message: isOurs
      ? `${describeCode('INTERNAL_SERVER_ERROR').title}. Tell the operator the request id.`
      : shortened(withoutInput(showsSchema ? formatted.message : withoutSuggestion(formatted.message))),
    extensions: { ...extensions, code: extensions.code ?? 'INTERNAL_SERVER_ERROR', requestId: currentRequestId() },
  };
}

/**
 * graphql-js repeats what came as a variable and has not the shape of its type. Of an object or a list it is left out, and so is
 * what is no name or looks made at random: there may be a secret in it, and it says no more than where it stands and what is
 * wrong with it.
 */
function withoutInput(message: string): string {
  return message
    .replace(/^(Variable "\$\w+" got invalid value )[[{].*[\]}](?= at "|; )/s, '$1…')
    .replace(/( cannot represent [\w -]+: )[[{].*[\]}]$/s, '$1…')
    .replace(/"(?:[^"\\]|\\.)*"/gs, (quoted) => (NAMES_SOMETHING.test(quoted) ? quoted : '"…"'))
    .replace(/\w+/g, (word) => (looksSecret(word) ? '…' : word));
}

/** A name, a variable, a directive, a type, the way to a member, or the signs of the language: no word that somebody has made up. */
const NAMES_SOMETHING = /^"(?:[$@]?[\w.[\]!]*|[^\w\s]{1,3})"$/;

/** Apollo hides the suggestions of its validation. Those about the values of variables come later, and stand here. */
function withoutSuggestion(message: string): string {
  return message.replace(/ Did you mean .+\?$/, '');
}

/** An error that graphql-js made by itself, outside the resolvers, gets a code; one that is our fault is logged. */
export function giveCode(error: GraphQLError, context: Context): void {
  if (error.extensions.code === undefined && isAboutArgument(error)) error.extensions.code = 'BAD_USER_INPUT';
  if (error.extensions.code === undefined && error.originalError) logIfUnforeseen(error, context);
}

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
