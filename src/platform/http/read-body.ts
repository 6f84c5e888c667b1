import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Refusal } from '../errors/errors.ts';
import { groupDigits } from '../text/group-digits.ts';
import { watchBody } from './connection-pace.ts';
import type { RequestMemory } from './request-memory.ts';

type DecodeBody = (bytes: Buffer, options: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, DecodeBody>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};
/** Size of the chunks that are decompressed. Each chunk is handed to another thread and back, so smaller ones are slower. */
const CHUNK_BYTES = 256 * 1024;
/** Maximum number of bodies decompressed at once: the number of cores of a small machine. */
const DECODED_AT_ONCE = 2;
/**
 * Maximum ratio by which the body of an anonymous request may grow when decompressed. Text rarely exceeds ten; more is an attack.
 */
const MAX_SWELLING = 20;
/** Decompressed bytes that are allowed in addition to the ratio: a short text can consist of one repeated word. */
const MAY_SWELL_BYTES = 100_000;

export interface BodyOptions {
  /** Maximum bytes of the body after decompression. */
  maxBytes: number;
  /** Counts the bytes of the body until the response is sent. May end this request to make room for others. */
  heldBytes?: RequestMemory;
}

/**
 * Reads and decompresses a request body into memory. Refuses a body whose announced size is too large before reading.
 * Decompresses only complete bodies, and few at a time, so that an unfinished body costs only its sent bytes.
 * @throws Refusal PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE for an unknown encoding, BAD_REQUEST for an interrupted or invalid
 * body, REQUEST_TIMEOUT for a slow client, SERVICE_UNAVAILABLE if other requests need the memory
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
  if (Number(announced) > maxBytes) return Promise.reject(tooLarge(maxBytes));

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isReleased = false;
    const held = heldBytes?.hold(fail);
    res.once('close', () => held?.release());
    const endWatch = watchBody(req, fail);

    function settle(): void {
      endWatch();
      req.off('data', take).off('end', end).off('error', brokenOff).off('close', brokenOff);
    }
    function fail(refusal: Refusal): void {
      settle();
      isReleased = true;
      chunks.length = 0;
      req.on('error', () => {}).resume();
      reject(refusal);
    }
    function take(chunk: Buffer): void {
      length += chunk.length;
      if (length > maxBytes) {
        fail(tooLarge(maxBytes));
        return;
      }
      chunks.push(chunk);
      held?.add(chunk.length);
    }
    function end(): void {
      settle();
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
      chunks.length = 0;
      if (decode) decoding(body, decode).then(resolve, reject);
      else {
        held?.received();
        resolve(body);
      }
    }
    async function decoding(body: Buffer, decode: DecodeBody): Promise<Buffer> {
      const maxOutput = heldBytes ? MAY_SWELL_BYTES + MAX_SWELLING * body.length : maxBytes;
      const maxOutputLength = Math.min(maxBytes, maxOutput);
      const decoded = await decoders
        .next(async () => {
          // The request was already refused.
          if (isReleased) return body;
          held?.received();
          return decode(body, { maxOutputLength, chunkSize: CHUNK_BYTES });
        })
        .catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ERR_BUFFER_TOO_LARGE'
            ? tooLarge(maxOutputLength, 'decompressed request body')
            : cannotDecode(encoding);
        });
      held?.add(decoded.length);
      return decoded;
    }
    function brokenOff(): void {
      if (!req.complete) fail(new Refusal('BAD_REQUEST', 'The request body ended before its announced length.'));
    }

    req.on('data', take).on('end', end).on('error', brokenOff).on('close', brokenOff);
  });
}

/** Limits the number of concurrent decompressions. Further ones wait. */
class DecoderSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async next<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

const decoders = new DecoderSlots(DECODED_AT_ONCE);

const tooLarge = (maxBytes: number, what = 'request body') =>
  new Refusal(
    'PAYLOAD_TOO_LARGE',
    `The ${what} is larger than ${groupDigits(maxBytes)} bytes, the maximum for this request.`,
  );

const cannotDecode = (encoding: string) =>
  new Refusal('BAD_REQUEST', `The request body can't be decompressed as ${encoding}.`);

const unsupportedEncoding = () =>
  new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8, either plain or compressed with gzip, deflate or br.');
