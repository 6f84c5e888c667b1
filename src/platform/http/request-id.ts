import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Statements } from '../database/statements.ts';
import { inRequestScope, requestScope } from '../request-scope.ts';

/** Form of request ids that are accepted from callers. Other text could forge a line of the server log. */
const PLAIN = /^[\w.:-]{1,128}$/;

/** Id of the current request, for code that libraries call without a context. */
export function currentRequestId(): string | undefined {
  return requestScope()?.requestId;
}

/** Maximum listeners for the end of a response, e.g. the server log and telemetry. Node's default warns of a leak above ten. */
const LISTENERS_OF_RESPONSE = 20;

/** Gives each request an id, which is the caller's `X-Request-Id` if valid, and returns it in the response. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && PLAIN.test(given) ? given : randomUUID();
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
  res.setMaxListeners(LISTENERS_OF_RESPONSE);
  inRequestScope({ requestId: id, statements: new Statements() }, next);
};
