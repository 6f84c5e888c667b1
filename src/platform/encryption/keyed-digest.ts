import { createHmac, hkdfSync } from 'node:crypto';

export type KeyedDigest = (content: string | Uint8Array) => Buffer;

/**
 * Makes a function that computes a keyed hash of texts that must not be stored, such as addresses. Without the master key, the
 * text can't be found by trying all texts, and hashes for two purposes can't be compared.
 */
export function keyedDigest(masterKey: Buffer, purpose: string): KeyedDigest {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  // Texts are hashed in UTF-8.
  return (content) => createHmac('sha256', key).update(content).digest();
}
