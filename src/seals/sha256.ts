import { createHash } from 'node:crypto';

/** SHA-256 in hex. */
export function hexDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
