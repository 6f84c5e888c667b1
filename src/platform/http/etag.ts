import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { encoded, encodingFor } from './encoding.ts';

/** Length of an `ETag` in base64url characters. 27 are 162 bits, enough to make collisions impossible in practice. */
const TAG_LENGTH = 27;

/** Sends a body with its `ETag`, or 304 if the client already has these bytes (RFC 9110). */
export function sendTagged(res: Response, body: string | Buffer): void {
  res.set('ETag', `"${digestOf(body)}"`);
  if (hasAlready(res.req, res)) sendNothing(res);
  else res.send(body);
}

/** Size in bytes from which compression pays off. Less fits into one network packet anyway. */
const SMALLEST_COMPRESSED = 1_400;

/**
 * Like `sendTagged`, but compressed with gzip if the client accepts that. Compressed bytes have their own `ETag`, because an `ETag`
 * names the bytes that are sent.
 */
export async function sendTaggedCompressed(res: Response, body: Buffer): Promise<void> {
  res.vary('Accept-Encoding');
  if (body.length < SMALLEST_COMPRESSED || !encodingFor(res.req, ['gzip'])) {
    sendTagged(res, body);
    return;
  }
  res.set('ETag', `"${digestOf(body)}-gzip"`);
  if (hasAlready(res.req, res)) sendNothing(res);
  else res.set('Content-Encoding', 'gzip').send(await encoded(body, 'gzip', 'each'));
}

const digestOf = (body: string | Buffer) => hash('sha256', body, 'base64url').slice(0, TAG_LENGTH);

/** Sends JSON with its `ETag`, or 304. */
export function sendTaggedJson(res: Response, body: unknown): void {
  sendTagged(res.type('application/json'), JSON.stringify(body));
}

/**
 * True for a GET or HEAD request whose `If-None-Match` is `*` or contains the `ETag` of the response. Express's `req.fresh` is
 * false for requests with `Cache-Control: no-cache`. Clients of the Fetch standard always send that with `If-None-Match`, and
 * it is meant for caches (RFC 9111).
 */
export function hasAlready(req: Request, res: Response): boolean {
  const named = req.headers['if-none-match'];
  const tag = res.get('ETag');
  if (named === undefined || tag === undefined || !['GET', 'HEAD'].includes(req.method)) return false;
  return named.trim() === '*' || named.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

export function sendNothing(res: Response): void {
  for (const name of ['Content-Type', 'Content-Encoding']) res.removeHeader(name);
  res.status(304).end();
}
