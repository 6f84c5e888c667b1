/** The parts of `node:crypto` used here, which isn't imported because this code also runs in browsers. */
interface NodeCrypto {
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): NodeKey;
  verify(algorithm: string | null, message: Uint8Array, key: NodeKey, signature: Uint8Array): boolean;
}

type NodeKey = object;

const crypto = (
  globalThis as { process?: { getBuiltinModule?(name: string): NodeCrypto | undefined } }
).process?.getBuiltinModule?.('node:crypto');

/**
 * Verifies signatures with Node's OpenSSL, ten times as fast as JavaScript. Null where OpenSSL is unavailable. **Trust true, not
 * false**: a service and a browser must agree on forged signatures, so on false the caller verifies again in JavaScript, which is
 * the same everywhere. Check the key with JavaScript first, because some OpenSSL versions accept keys under which any signature
 * is valid.
 * @param algorithm digest algorithm, null if the kind of key implies it
 */
export function nativeVerifier(
  spki: Uint8Array,
  algorithm: 'sha256' | null,
): ((message: Uint8Array, signature: Uint8Array) => boolean) | null {
  if (!crypto) return null;
  try {
    const key = crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return (message, signature) => {
      try {
        return crypto.verify(algorithm, message, key, signature);
      } catch {
        // OpenSSL may accept the key but fail to verify with it. The caller then verifies in JavaScript.
        return false;
      }
    };
  } catch {
    // This OpenSSL doesn't support this kind of key.
    return null;
  }
}
