import { createHmac, hkdfSync } from 'node:crypto';

export type KeyedDigest = (text: string) => Buffer;

/**
 * Stands for a text that must not be kept itself, such as an address: whoever has the digest but not the master key can
 * neither find the text by trying all there are, nor tell whether another purpose's digest is of the same.
 */
export function keyedDigest(masterKey: Buffer, purpose: string): KeyedDigest {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest();
}
