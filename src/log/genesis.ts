import { formatEnvelope } from '../proof/dsse.ts';
import { canonicalBytes } from '../proof/json.ts';
import { GENESIS_MEDIA_TYPE } from '../proof/log-audit/genesis-check.ts';
import { formatVerifierKey, type VerifierKey } from '../proof/note.ts';
import { type SignedEntry, signEntry } from './keys/sign-entry.ts';
import type { Signer } from './keys/signer.ts';

/** A log's description of itself, which is its first entry. Some verifiers treat index 0 as missing, so no seal has it. */
export interface Genesis {
  origin: string;
  logKey: VerifierKey;
  openedAt: Date;
  /** The last checkpoint of the log that this one replaces. Null if no log was replaced, or if that log had no checkpoint. */
  follows: string | null;
}

/** Creates the log's statement about itself, signed with the seal key, and its DSSE envelope as JSON. */
export async function signGenesis(
  signer: Signer,
  { origin, logKey, openedAt, follows }: Genesis,
): Promise<SignedEntry & { envelope: string }> {
  const payload = canonicalBytes({
    origin,
    logKey: formatVerifierKey(logKey),
    sealKeyId: signer.keyId,
    openedAt: openedAt.toISOString(),
    follows,
    entries: 'hashedrekord 0.0.2 over the digest of a DSSE envelope; no entry holds a text or a name',
  });
  const signed = await signEntry(signer, GENESIS_MEDIA_TYPE, payload);
  const signatures = [{ sig: signed.signature, keyid: signer.keyId }];
  return {
    ...signed,
    envelope: JSON.stringify(formatEnvelope({ payloadType: GENESIS_MEDIA_TYPE, payload, signatures })),
  };
}
