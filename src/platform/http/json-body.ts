import { MIMEType } from 'node:util';
import type { Request, RequestHandler } from 'express';
import { isAnonymous } from '../auth/principal.ts';
import { badUserInput, Refusal } from '../errors/errors.ts';
import { networkOf } from '../limits/counted-caller.ts';
import type { FairTurns } from './fair-turns.ts';
import { excessOf, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './json-values.ts';
import { readBody } from './read-body.ts';
import type { RequestMemory } from './request-memory.ts';

/**
 * Maximum bytes of a body with the longest text that is stored or sealed, one megabyte of UTF-8. As JSON it can take three times
 * as many bytes, e.g. when a program writes `\u00e9` for each é.
 */
export const MAX_TEXT_BODY_BYTES = 3_100_000;

/**
 * Size above which anonymous callers wait for their turn before a body is parsed, because parsing takes a millisecond or more.
 */
const HEAVY_BYTES = 64_000;

const EMPTY = 'The body is empty. Send a JSON object.';

export interface JsonBodyOptions {
  /** Maximum bytes of the body after decompression. */
  maxBytes: number;
  /** Limits the memory for bodies of anonymous callers. */
  heldBytes: RequestMemory;
  /** Queue in which anonymous callers wait before a long body is parsed. */
  turns: FairTurns;
  /** Media types that another handler reads. This handler lets them pass. */
  alsoTakes?: readonly string[];
}

/**
 * Reads a JSON body. Before parsing, refuses other content types, bodies that aren't UTF-8 (a decoder would replace characters)
 * and bodies with too many values.
 */
export function jsonBody({ maxBytes, heldBytes, turns, alsoTakes = [] }: JsonBodyOptions): RequestHandler {
  return async (req, res, next) => {
    if (alsoTakes.some((type) => req.is(type))) return next();
    const isJson = req.is('application/json');
    if (isJson === null) throw new Refusal('BAD_REQUEST', EMPTY);
    if (!isJson) {
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as `Content-Type: application/json`.', {
        headers: { Accept: ['application/json', ...alsoTakes].join(', ') },
      });
    }
    if (!isUtf8(charsetOf(req))) throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.');
    const isFromAnonymous = isAnonymous(res.locals.principal);
    const bytes = await readBody(req, res, { maxBytes, ...(isFromAnonymous && { heldBytes }) });
    if (isFromAnonymous && bytes.length > HEAVY_BYTES) await turns.take(networkOf(req.ip ?? ''));
    req.body = parsedJson(bytes);
    next();
  };
}

/** True for the names that clients use for UTF-8 and ASCII. */
const isUtf8 = (charset: string) => ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset);

/** Character set of a JSON body. Default UTF-8 (RFC 8259); older clients state it. */
function charsetOf(req: Request): string {
  return new MIMEType(req.headers['content-type']!).params.get('charset')?.toLowerCase() ?? 'utf-8';
}

/** Decoder that removes a byte order mark and fails for invalid UTF-8. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body. @throws Refusal for a body that isn't JSON or UTF-8, is nested too deeply, or has too many values */
export function parsedJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Refusal('BAD_REQUEST', EMPTY);
  const excess = excessOf(bytes);
  if (excess === 'DEPTH') throw badUserInput(`The body has more than ${MAX_JSON_DEPTH} levels. Send less nesting.`);
  if (excess === 'VALUES') {
    const most = MAX_JSON_VALUES.toLocaleString('en');
    throw new Refusal('PAYLOAD_TOO_LARGE', `The request body has too many JSON values. At most ${most} are allowed.`);
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new Refusal('BAD_REQUEST', 'The request body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('BAD_REQUEST', 'The request body is not valid JSON.');
  }
}
