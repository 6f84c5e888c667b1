import { portableSignatures, type SignatureCheck } from '../../../proof/log-audit/checkpoint-reader.ts';
import { isSoundEd25519 } from '../../../proof/public-key.ts';

/**
 * By the browser itself, which is many times as fast as a script, where it can: not all can, and none on a page without TLS.
 * As with OpenSSL in `proof/native-signatures.ts`, its yes counts under a sound key, and its no is asked of the script again.
 */
export function quickSignatures(publicKey: Uint8Array): SignatureCheck {
  const byScript = portableSignatures(publicKey);
  const imported = isSoundEd25519(publicKey) ? imports(publicKey) : null;
  return async (message, signature) => {
    const key = await imported;
    return (key !== null && (await isSurely(key, message, signature))) || byScript(message, signature);
  };
}

const ED25519 = 'Ed25519';
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function isSurely(key: Key, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    return await crypto.subtle.verify(ED25519, key, new Uint8Array(signature), new Uint8Array(message));
  } catch {
    return false;
  }
}

async function imports(publicKey: Uint8Array) {
  try {
    return await crypto.subtle.importKey('raw', new Uint8Array(publicKey), ED25519, false, ['verify']);
  } catch {
    return null;
  }
}
