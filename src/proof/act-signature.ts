import { decodeBase64, encodeBase64 } from './bytes.ts';
import { preAuthenticationEncoding } from './dsse.ts';
import { canonicalBytes, type JsonObject } from './json.ts';
import { MalformedInput } from './malformed-input.ts';
import { MalformedProof } from './malformed-proof.ts';
import type { VerifyingKey } from './public-key.ts';

/** Media type of the signed content of an act on records. */
const ACT_MEDIA_TYPE = 'application/vnd.imprimatur.chain-act.v1+json';

/** Results of checking the signature of an act. Acts of releases up to 0.2.0 are unsigned. */
export type ActSignature = 'VALID' | 'INVALID' | 'UNSIGNED' | 'UNKNOWN_KEY';

/** The bytes that are signed: the act in canonical JSON, with the id of the key and without the signature. */
export function signedActBytes({ signature: _, ...act }: Readonly<Record<string, unknown>>): Uint8Array {
  return preAuthenticationEncoding(ACT_MEDIA_TYPE, canonicalBytes(act));
}

/** Adds a signature to an act that has the id of the key in `keyId`. */
export function withSignature<Act extends object>(act: Act, signature: Uint8Array): Act & { signature: string } {
  return { ...act, signature: encodeBase64(signature) };
}

/**
 * Checks the signature of an act.
 * @param keyOf finds a seal key by its id; null if the key is unknown, or wasn’t valid at the given time
 */
export function actSignatureOf(act: JsonObject, keyOf: (keyId: string, at: Date) => VerifyingKey | null): ActSignature {
  const { keyId, signature, at } = act;
  if (keyId === undefined && signature === undefined) return 'UNSIGNED';
  if (typeof keyId !== 'string' || typeof signature !== 'string' || typeof at !== 'string') return 'INVALID';
  try {
    const key = keyOf(keyId, new Date(at));
    if (!key) return 'UNKNOWN_KEY';
    return key.verifies(signedActBytes(act), decodeBase64(signature)) ? 'VALID' : 'INVALID';
  } catch (error) {
    if (error instanceof MalformedInput || error instanceof MalformedProof) return 'INVALID';
    throw error;
  }
}
