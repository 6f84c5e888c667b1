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

/** The log, the telemetry and others wait for the end of a response. Node takes more than ten of them for a leak and warns. */
const LISTENERS_OF_RESPONSE = 20;

/** Gives each request an id, the caller's `X-Request-Id` if there is one, and returns it in the response. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && PLAIN.test(given) ? given : randomUUID();
  res.locals.requestId = id;
  res.setHeader('X-Request-Id', id);
  res.setMaxListeners(LISTENERS_OF_RESPONSE);
  inRequestScope({ requestId: id, statements: new Statements() }, next);
};
