import type { ErrorRequestHandler } from 'express';
import { toRefusal } from '../errors.ts';
import { refusalOfHttpError } from '../http/problem-json.ts';
import type { Logger } from '../observability/logger.ts';
import { toGraphQLError } from './errors.ts';

/** Errors before execution, in the shape of every GraphQL error. */
export function sendsGraphQLErrors(logger: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const refusal = refusalOfHttpError(error) ?? toRefusal(error);
    const { requestId } = res.locals;
    if (refusal.status >= 500) logger.error({ err: refusal.cause ?? refusal, requestId }, 'a request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
    const { message, extensions } = toGraphQLError(refusal);
    const { http: _, ...shown } = extensions;
    res
      .status(refusal.status)
      .set(refusal.headers)
      .json({ errors: [{ message, extensions: { ...shown, requestId } }] });
  };
}
