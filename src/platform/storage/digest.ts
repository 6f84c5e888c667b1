import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Bytes that are hashed before other work of the thread has its turn: a few milliseconds. */
const BYTES_PER_TURN = 4_000_000;

/** SHA-256 of bytes in hex. Long ones are hashed in parts, so that they don’t block requests. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  let isFirst = true;
  for (const part of partsOf(bytes)) {
    if (!isFirst) await setImmediate();
    isFirst = false;
    hash.update(part);
  }
  return hash.digest('hex');
}

/** Parts of bytes that can be hashed one after the other, with other work between them. */
export function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += BYTES_PER_TURN) yield bytes.subarray(from, from + BYTES_PER_TURN);
}
