import { isUtf8 } from 'node:buffer';
import type { RequestHandler } from 'express';
import express from 'express';
import { Refusal } from '../errors.ts';
import { excessOf } from './json-values.ts';

/**
 * What a body has to have room for in which somebody sends the longest text that is kept or sealed, a megabyte of UTF-8:
 * JSON may spell it in three times as many bytes, as where a program writes `\u00e9` for each é.
 */
export const MAX_TEXT_BODY_BYTES = 3_100_000;

const EMPTY = 'The body is empty. Send a JSON object.';

/**
 * Reads a JSON body of at most `maxBytes`. Anything else is refused before a byte is parsed: another content type, a body
 * that is not UTF-8 (a decoder would put other characters in the place of what was sent), too many values.
 */
export function jsonBody(maxBytes: number, alsoTakes: string[] = []): RequestHandler {
  const parse = express.json({
    limit: maxBytes,
    strict: false,
    verify(_req, _res, bytes, charset) {
      // The parser takes everything that begins with `utf-`; JSON is UTF-8 (RFC 8259) and nothing else is tested here.
      if (charset !== 'utf-8') throw Object.assign(new Error('Another charset'), { type: 'charset.unsupported' });
      if (bytes.length === 0) throw new Error(EMPTY);
      if (!isUtf8(bytes)) throw new Error('The body is not valid UTF-8.');
      const excess = excessOf(bytes);
      if (excess) throw Object.assign(new Error('Too much'), { type: `json.${excess}` });
    },
  });
  return (req, res, next) => {
    if (alsoTakes.some((type) => req.is(type))) return next();
    const isJson = req.is('application/json');
    if (isJson === null) throw new Refusal('BAD_REQUEST', EMPTY);
    if (!isJson) {
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as `Content-Type: application/json`.', {
        headers: { Accept: ['application/json', ...alsoTakes].join(', ') },
      });
    }
    parse(req, res, next);
  };
}
