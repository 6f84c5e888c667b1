import { createHmac, hkdfSync } from 'node:crypto';

export type KeyedDigest = (text: string) => Buffer;

/**
 * Digest of a text that must not be stored, such as an address. Without the master key, the text can't be found by trying all
 * texts, and digests for two purposes can't be compared.
 */
export function keyedDigest(masterKey: Buffer, purpose: string): KeyedDigest {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest();
}
