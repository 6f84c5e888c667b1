import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Encodings of responses, smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** `once` for a body that is kept, `each` for one that is made for each request and must be compressed quickly. */
export type Effort = 'once' | 'each';

/** Level 11 for a kept body would save 8 % more and take twenty times as long. */
const BROTLI_QUALITY: Record<Effort, number> = { once: 9, each: 5 };
const GZIP_LEVEL: Record<Effort, number> = { once: 9, each: 6 };

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * The first of these encodings that the client accepts. Null without one, and for clients that don't send `Accept-Encoding`,
 * which often can't decode any. The order in the header has no meaning.
 */
export function encodingFor(req: Request, preferred: readonly Encoding[] = ENCODINGS): Encoding | null {
  if (!req.headers['accept-encoding']) return null;
  return preferred.find((encoding) => req.acceptsEncodings(encoding)) ?? null;
}

/** Compresses a body outside the event loop. */
export function encoded(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  return encoding === 'br'
    ? asBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    : asGzip(body, { level: GZIP_LEVEL[effort] });
}

/**
 * Chooses the encoding of a response and sets the headers that follow from it, also for a response that isn't encoded. Ranges
 * aren't offered: they would refer to the encoded bytes, which differ between releases of the compressor.
 */
export function chooseEncoding(req: Request, res: Response, preferred?: readonly Encoding[]): Encoding | null {
  const encoding = encodingFor(req, preferred);
  res.vary('Accept-Encoding').set('Accept-Ranges', 'none');
  if (encoding) res.set('Content-Encoding', encoding);
  return encoding;
}
