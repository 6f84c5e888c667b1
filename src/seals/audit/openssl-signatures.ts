import { createPublicKey, verify } from 'node:crypto';
import type { SignatureCheck } from '../../proof/log-audit/checkpoint-reader.ts';
import { ed25519Spki } from '../../proof/public-key.ts';

/** Ten times as fast as in JavaScript: a log that is a year old has hundreds of thousands of checkpoints. */
export function opensslSignatures(publicKey: Uint8Array): SignatureCheck {
  const key = createPublicKey({ key: Buffer.from(ed25519Spki(publicKey)), format: 'der', type: 'spki' });
  return (message, signature) => verify(null, message, key, signature);
}
