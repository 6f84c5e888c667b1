import { hash } from 'node:crypto';
import type { Request, Response } from 'express';

/** Characters of base64url that hold 162 bits: no two bodies have the same. */
const TAG_LENGTH = 27;

/** Sends a body with its `ETag`; who has these very bytes already is told so instead (RFC 9110, 304). */
export function sendTagged(res: Response, body: string | Buffer): void {
  res.set('ETag', `"${hash('sha256', body, 'base64url').slice(0, TAG_LENGTH)}"`);
  if (hasAlready(res.req, res)) sendNothing(res);
  else res.send(body);
}

/** The same for JSON. */
export function sendTaggedJson(res: Response, body: unknown): void {
  sendTagged(res.type('application/json'), JSON.stringify(body));
}

/**
 * Whether `If-None-Match` names the `ETag` of the answer. Not Express's `req.fresh`: that takes `Cache-Control: no-cache` of a
 * request for a wish to be sent everything, and every client that goes by the Fetch standard adds it to `If-None-Match`. It is
 * said to caches (RFC 9111), and who answers here is none.
 */
export function hasAlready(req: Request, res: Response): boolean {
  const named = req.headers['if-none-match'];
  const tag = res.get('ETag');
  if (named === undefined || tag === undefined || !['GET', 'HEAD'].includes(req.method)) return false;
  return named.trim() === '*' || named.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

export function sendNothing(res: Response): void {
  res.removeHeader('Content-Type');
  res.status(304).end();
}
