import { type SignatureCheck, slowSignatures } from '../../../proof/log-audit/checkpoint-reader.ts';

/** By the browser itself, which is many times as fast as a script, where it can: not all can, and none on a page without TLS. */
export function quickSignatures(publicKey: Uint8Array): SignatureCheck {
  const slowly = slowSignatures(publicKey);
  const imported = imports(publicKey);
  return async (message, signature) => {
    const key = await imported;
    if (!key) return slowly(message, signature);
    return crypto.subtle.verify(ED25519, key, new Uint8Array(signature), new Uint8Array(message));
  };
}

const ED25519 = 'Ed25519';

async function imports(publicKey: Uint8Array) {
  try {
    return await crypto.subtle.importKey('raw', new Uint8Array(publicKey), ED25519, false, ['verify']);
  } catch {
    return null;
  }
}
