import { ed25519 } from '@noble/curves/ed25519.js';
import { encodeUtf8 } from '../../src/proof/bytes.ts';
import { cosignedMessage, encodeCosignature } from '../../src/proof/cosignature.ts';
import { type NoteSignature, noteSignature, type VerifierKey, verifierKey } from '../../src/proof/note.ts';

/** A key of a log or a witness that signs whatever it is given, for tests. */
export interface TestSigner {
  key: VerifierKey;
  secretKey: Uint8Array;
  sign(text: string): NoteSignature;
}

export function logSigner(name: string, secretKey = ed25519.utils.randomSecretKey()): TestSigner {
  const key = verifierKey('ed25519', name, ed25519.getPublicKey(secretKey));
  return { key, secretKey, sign: (text) => noteSignature(key, ed25519.sign(encodeUtf8(text), secretKey)) };
}

export function witnessSigner(
  name: string,
  timeSeconds = 1_700_000_000,
  secretKey = ed25519.utils.randomSecretKey(),
): TestSigner {
  const key = verifierKey('cosignature/v1', name, ed25519.getPublicKey(secretKey));
  const sign = (text: string) => {
    const signature = ed25519.sign(cosignedMessage(text, timeSeconds), secretKey);
    return noteSignature(key, encodeCosignature({ timeSeconds, signature }));
  };
  return { key, secretKey, sign };
}
