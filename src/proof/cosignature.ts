import { encodeUtf8 } from './bytes.ts';
import { MalformedInput } from './malformed-input.ts';

const TIMESTAMP_LENGTH = 8;
const SIGNATURE_LENGTH = 64;

/**
 * A witness's signed statement that the tree of a checkpoint was the largest consistent tree of the log it had seen at this time.
 */
export interface Cosignature {
  /** Time of the cosignature, in seconds since 1970. */
  timeSeconds: number;
  /** Ed25519, 64 bytes, over `cosignedMessage`. */
  signature: Uint8Array;
}

/**
 * The bytes that a witness signs. Source: C2SP tlog-cosignature, cosignature/v1.
 * @param body text of the checkpoint with its last newline, without signatures
 */
export function cosignedMessage(body: string, timeSeconds: number): Uint8Array {
  return encodeUtf8(`cosignature/v1\ntime ${timeSeconds}\n${body}`);
}

/** Encodes a cosignature: the time as an unsigned 8-byte number, big-endian, followed by the signature. */
export function encodeCosignature({ timeSeconds, signature }: Cosignature): Uint8Array {
  if (!Number.isSafeInteger(timeSeconds) || timeSeconds < 0)
    throw new RangeError(`${timeSeconds} is not a valid time in whole seconds`);
  const bytes = new Uint8Array(TIMESTAMP_LENGTH + SIGNATURE_LENGTH);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(timeSeconds));
  bytes.set(signature, TIMESTAMP_LENGTH);
  return bytes;
}

/** @throws {MalformedInput} */
export function decodeCosignature(bytes: Uint8Array): Cosignature {
  if (bytes.length !== TIMESTAMP_LENGTH + SIGNATURE_LENGTH) {
    throw new MalformedInput('a cosignature must be a time of 8 bytes and a signature of 64 bytes');
  }
  const timeSeconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(timeSeconds))
    throw new MalformedInput('the time of a cosignature must be at most 2^53 - 1 seconds');
  return { timeSeconds, signature: bytes.slice(TIMESTAMP_LENGTH) };
}
