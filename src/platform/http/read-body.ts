import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal } from '../errors.ts';
import type { HeldBytes } from './held-bytes.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** What a decoder takes for itself before it has given anything: its window and its buffers. */
const DECODER_BYTES = 64_000;
/** What a stranger's body may swell to: text rarely more than tenfold. A few bytes that make megabytes are work for nothing. */
const MAX_SWELLING = 20;
/** Not counted against that: a short text may consist of one word. */
const MAY_SWELL_BYTES = 100_000;

export interface BodyOptions {
  /** Of the body, decompressed. */
  maxBytes: number;
  /** Counts what is read, until whoever asked has been answered; so that it can be let go for the sake of others. */
  heldBytes?: HeldBytes;
}

/**
 * Reads a body, decompressed, into memory. A body that says that it is too large is refused before it is read, and what
 * comes of it all the same is not kept.
 * @throws Refusal PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE for an encoding that is not known, BAD_REQUEST for one that
 * breaks off or cannot be decompressed, SERVICE_UNAVAILABLE when it has to make room for others
 */
export function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  { maxBytes, heldBytes }: BodyOptions,
): Promise<Buffer> {
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  const announced = req.headers['content-length'];
  const decode = DECODERS[encoding];
  if (encoding !== 'identity' && !decode) return Promise.reject(unsupportedEncoding());
  if (Number(announced) > maxBytes) return Promise.reject(tooLarge());
  const decoder = decode?.();
  const source: Readable = decoder ? req.pipe(decoder) : req;

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let sent = 0;
    const held = heldBytes?.hold(fail);
    res.once('close', () => held?.release());

    function settle(): void {
      source.off('data', take).off('end', end).off('error', cannotDecode);
      req.off('error', brokenOff).off('close', brokenOff);
      if (!decoder) return;
      req.unpipe(decoder);
      // It may have an error still under way.
      decoder.on('error', () => {}).destroy();
    }
    function fail(refusal: Refusal): void {
      settle();
      chunks.length = 0;
      req.on('error', () => {}).resume();
      reject(refusal);
    }
    function take(chunk: Buffer): void {
      length += chunk.length;
      const swells = decoder && heldBytes && length > MAY_SWELL_BYTES + MAX_SWELLING * sent;
      if (length > maxBytes || swells) {
        fail(tooLarge());
        return;
      }
      chunks.push(chunk);
      held?.add(chunk.length);
    }
    function end(): void {
      settle();
      held?.received();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    }
    function brokenOff(): void {
      if (!req.complete) fail(new Refusal('BAD_REQUEST', 'The body ended before its announced length.'));
    }
    function cannotDecode(): void {
      fail(new Refusal('BAD_REQUEST', `The body cannot be decompressed as ${encoding}.`));
    }

    source.on('data', take).on('end', end);
    req.on('error', brokenOff).on('close', brokenOff);
    decoder?.on('error', cannotDecode);
    if (decoder) {
      held?.add(DECODER_BYTES);
      req.on('data', (chunk: Buffer) => (sent += chunk.length));
    }
  });
}

const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', 'The body is larger than this path takes.');

const unsupportedEncoding = () =>
  new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8, plain or compressed with gzip, deflate or br.');
