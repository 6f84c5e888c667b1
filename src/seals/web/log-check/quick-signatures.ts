import { portableSignatures, type SignatureCheck } from '../../../proof/log-audit/checkpoint-reader.ts';
import { isSoundEd25519 } from '../../../proof/public-key.ts';

/**
 * Verifies with WebCrypto, which is many times as fast as JavaScript. Some browsers, and all pages without TLS, can't. WebCrypto
 * only confirms valid signatures, and only of public keys that were checked before. If it finds a signature invalid, JavaScript
 * verifies the signature again. See `proof/native-signatures.ts`.
 */
export function quickSignatures(publicKey: Uint8Array): SignatureCheck {
  const byScript = portableSignatures(publicKey);
  const imported = isSoundEd25519(publicKey) ? importKey(publicKey) : null;
  return async (message, signature) => {
    const key = await imported;
    return (key !== null && (await isVerified(key, message, signature))) || byScript(message, signature);
  };
}

const ED25519 = 'Ed25519';
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function isVerified(key: Key, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    return await crypto.subtle.verify(ED25519, key, new Uint8Array(signature), new Uint8Array(message));
  } catch {
    return false;
  }
}

async function importKey(publicKey: Uint8Array) {
  try {
    return await crypto.subtle.importKey('raw', new Uint8Array(publicKey), ED25519, false, ['verify']);
  } catch {
    return null;
  }
}
