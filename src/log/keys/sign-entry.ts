import { createHash } from 'node:crypto';
import { preAuthenticationEncoding } from '../../proof/dsse.ts';
import { entryBody } from '../../proof/entry.ts';
import type { Signer } from './signer.ts';

/** A signed payload and the body of the log entry that records it. */
export interface SignedEntry {
  payload: Uint8Array;
  /** Signature in DER over the DSSE pre-authentication encoding of the payload. */
  signature: Uint8Array;
  /** SHA-256 of the signed bytes. */
  paeDigest: Uint8Array;
  /** Body of the log entry. Contains the digest of the signed bytes, but nothing else of the payload. */
  body: Uint8Array;
}

/** Signs a payload as the only signature of a DSSE envelope, and creates its log entry. */
export async function signEntry(signer: Signer, payloadType: string, payload: Uint8Array): Promise<SignedEntry> {
  const signed = preAuthenticationEncoding(payloadType, payload);
  const signature = await signer.sign(signed);
  const paeDigest = createHash('sha256').update(signed).digest();
  return { payload, signature, paeDigest, body: entryBody({ paeDigest, signature, publicKey: signer.publicKey }) };
}
