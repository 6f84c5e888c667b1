import { GraphQLError } from 'graphql';
import type { Context } from '../../context.ts';
import { type Refusal, toRefusal, type ValueIssue } from '../../errors/errors.ts';

/**
 * Translates an error to a GraphQL error with the code and issues of its refusal, and for the codes in `STATUS_CARRYING` also
 * the HTTP status. Returns a GraphQL error unchanged. The status applies only if the whole request fails: for an error in one
 * field, the other fields still have results.
 */
export function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const refusal = toRefusal(error);
  return new GraphQLError(refusal.message, {
    originalError: error instanceof Error ? error : undefined,
    extensions: {
      code: refusal.code,
      retryable: refusal.retryAfterSeconds !== undefined,
      ...(refusal.issues.length > 0 && { issues: refusal.issues.map(issueInAnswer) }),
      ...(refusal.retryAfterSeconds !== undefined && { retryAfterMs: refusal.retryAfterSeconds * 1000 }),
      ...httpOf(refusal),
    },
  });
}

/** Makes an issue's JSON pointer relative to the argument `input`, if the rejected value is inside it. */
export function issueInAnswer({ pointer, detail }: ValueIssue): { pointer: string; message: string } {
  return { pointer: pointer.replace(/^\/input(?=\/|$)/, ''), message: detail };
}

const STATUS_CARRYING = new Set([
  'UNAUTHENTICATED',
  'SERVICE_UNAVAILABLE',
  'CLOCK_DIFFERS',
  'OVERLOADED',
  'RATE_LIMITED',
  'STORAGE_FULL',
]);
/** Error codes of the service's own failures, which operators must know about. */
const OURS = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'CLOCK_DIFFERS', 'OVERLOADED', 'STORAGE_FULL']);

function httpOf(refusal: Refusal): { http?: { status: number; headers: Map<string, string> } } {
  if (!STATUS_CARRYING.has(refusal.code)) return {};
  const headers = new Map(Object.entries(refusal.headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (refusal.retryAfterSeconds !== undefined) headers.set('retry-after', String(refusal.retryAfterSeconds));
  return { http: { status: refusal.status, headers } };
}

/** Converts an error of a resolver to the error of the response. Failures of the service itself are logged. */
export function translateError(error: unknown, context: Context, where: string): GraphQLError {
  const translated = toGraphQLError(error);
  logIfOurs(translated, context, where);
  return translated;
}

export function logIfOurs(
  error: GraphQLError,
  { logger, requestId }: Pick<Context, 'logger' | 'requestId'>,
  where: string,
): void {
  if (!OURS.has(String(error.extensions.code))) return;
  logger.error({ err: error.originalError ?? error, requestId, where }, 'a field failed');
}
