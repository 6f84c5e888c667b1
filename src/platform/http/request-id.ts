import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { Statements } from '../database/statements.ts';
import { inRequestScope, requestScope } from '../request-scope.ts';

/** A caller's own id is taken when it is plain; anything else could forge a log line. */
const PLAIN = /^[\w.:-]{1,128}$/;

/** The id of the request that is being answered, for what is called by a library and so cannot be handed it. */
export function currentRequestId(): string | undefined {
  return requestScope()?.requestId;
}

/** Gives each request an id, the caller's `X-Request-Id` where there is one, and tells it in the answer. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && PLAIN.test(given) ? given : randomUUID();
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
  inRequestScope({ requestId: id, statements: new Statements() }, next);
};
