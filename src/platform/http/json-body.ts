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
 * What a body has to have room for in which somebody sends the longest text that is kept or sealed, a megabyte of UTF-8:
 * JSON may spell it in three times as many bytes, as where a program writes `\u00e9` for each é.
 */
export const MAX_TEXT_BODY_BYTES = 3_100_000;

/** What is longer takes about a millisecond and more, of which nobody but its sender should feel anything. */
const HEAVY_BYTES = 64_000;

const EMPTY = 'The body is empty. Send a JSON object.';

export interface JsonBodyOptions {
  /** Decompressed. */
  maxBytes: number;
  /** Where the bodies of strangers are counted. */
  heldBytes: RequestMemory;
  /** In which strangers wait with what is long. */
  turns: FairTurns;
  /** Media types that another handler reads. */
  alsoTakes?: readonly string[];
}

/**
 * Reads a JSON body. Anything else is refused before a byte is parsed: another content type, a body that is not UTF-8 (a
 * decoder would put other characters in the place of what was sent), too many values.
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
    const isStranger = isAnonymous(res.locals.principal);
    const bytes = await readBody(req, res, { maxBytes, ...(isStranger && { heldBytes }) });
    if (isStranger && bytes.length > HEAVY_BYTES) await turns.take(networkOf(req.ip ?? ''));
    req.body = parsedJson(bytes);
    next();
  };
}

/** Names of UTF-8 that clients use, and of its part that is ASCII. */
const isUtf8 = (charset: string) => ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset);

/** JSON is UTF-8 (RFC 8259); older clients say so. */
function charsetOf(req: Request): string {
  return new MIMEType(req.headers['content-type']!).params.get('charset')?.toLowerCase() ?? 'utf-8';
}

/** Throws away a mark of the byte order; fails at what is not UTF-8. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws Refusal for what is no JSON, no UTF-8, nested too deeply, or has too many values. */
export function parsedJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Refusal('BAD_REQUEST', EMPTY);
  const excess = excessOf(bytes);
  if (excess === 'DEPTH') throw badUserInput(`The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  if (excess === 'VALUES') {
    const most = MAX_JSON_VALUES.toLocaleString('en');
    throw new Refusal('PAYLOAD_TOO_LARGE', `The body has too many values: at most ${most}.`);
  }
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
