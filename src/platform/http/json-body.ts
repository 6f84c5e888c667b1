import { MIMEType } from 'node:util';
import type { Request, RequestHandler } from 'express';
import { isAnonymous } from '../auth/principal.ts';
import { Refusal } from '../errors.ts';
import type { HeldBytes } from './held-bytes.ts';
import { readBody } from './read-body.ts';

const EMPTY = 'The body is empty. Send a JSON object.';

export interface JsonBodyOptions {
  /** Decompressed. */
  maxBytes: number;
  /** Where the bodies of strangers are counted. */
  held: HeldBytes;
  /** Media types that another handler reads. */
  alsoTakes?: readonly string[];
}

/**
 * Reads a JSON body. Anything else is refused before a byte is parsed: another content type, a body that is not UTF-8 (a
 * decoder would put other characters in the place of what was sent).
 */
export function jsonBody({ maxBytes, held, alsoTakes = [] }: JsonBodyOptions): RequestHandler {
  return async (req, res, next) => {
    if (alsoTakes.some((type) => req.is(type))) return next();
    const isJson = req.is('application/json');
    if (isJson === null) throw new Refusal('BAD_REQUEST', EMPTY);
    if (!isJson) {
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as `Content-Type: application/json`.', {
        headers: { Accept: ['application/json', ...alsoTakes].join(', ') },
      });
    }
    if (charsetOf(req) !== 'utf-8') throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.');
    const isStranger = isAnonymous(res.locals.principal);
    req.body = parsed(await readBody(req, res, { maxBytes, ...(isStranger && { held }) }));
    next();
  };
}

/** JSON is UTF-8 (RFC 8259); older clients say so. */
function charsetOf(req: Request): string {
  return new MIMEType(req.headers['content-type']!).params.get('charset')?.toLowerCase() ?? 'utf-8';
}

/** Throws away a mark of the byte order; fails at what is not UTF-8. */
const decoder = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Refusal('BAD_REQUEST', EMPTY);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new Refusal('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('BAD_REQUEST', 'The body is not valid JSON.');
  }
}
