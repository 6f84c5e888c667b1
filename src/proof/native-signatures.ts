/** What is used of `node:crypto`, which is not imported: this runs in browsers as well. */
interface NodeCrypto {
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): NodeKey;
  verify(algorithm: string | null, message: Uint8Array, key: NodeKey, signature: Uint8Array): boolean;
}

type NodeKey = object;

const crypto = (
  globalThis as { process?: { getBuiltinModule?(name: string): NodeCrypto | undefined } }
).process?.getBuiltinModule?.('node:crypto');

/**
 * The OpenSSL that Node brings, which verifies ten times as fast as a script; null where there is none. **Its yes counts, its
 * no does not**: it and a browser must not differ over a forged signature, so whoever gets a no asks the script, which is the
 * same everywhere. The key has to be a sound one by the script's judgement: some OpenSSL take keys that sign everything.
 * @param algorithm of the digest, null where the key's kind says it
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
        // It takes such a key, and may not verify by it: the script can.
        return false;
      }
    };
  } catch {
    // An OpenSSL that does without this kind of key.
    return null;
  }
}
