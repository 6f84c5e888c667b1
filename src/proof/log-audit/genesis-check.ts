import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from '../bytes.ts';
import { type Envelope, preAuthenticationEncoding } from '../dsse.ts';
import { entryBody } from '../entry.ts';
import { FieldReader, parseJson } from '../json.ts';
import { CheckName } from '../malformed-proof.ts';
import { leafHash } from '../merkle.ts';
import { formatVerifierKey, type VerifierKey } from '../note.ts';
import { p256KeyOf, sealKeyIdHex } from '../public-key.ts';

/** Media type of the statement in a log's first entry, which describes the log. */
export const GENESIS_MEDIA_TYPE = 'application/vnd.imprimatur.log-genesis+json';

/**
 * Reason why the log's statement about itself doesn't match its first entry. Null if it matches.
 * @param publicKeys SPKI of the seal keys that are allowed to sign it
 */
export function genesisFlaw(
  { payloadType, payload, signatures }: Envelope,
  firstLeaf: Uint8Array,
  logKey: VerifierKey,
  publicKeys: readonly Uint8Array[],
): string | null {
  const statement = new FieldReader(parseJson(payload), 'The genesis statement', CheckName.entry);
  if (payloadType !== GENESIS_MEDIA_TYPE || signatures.length !== 1) return 'The file is not a genesis statement.';
  const isOfLog =
    statement.string('origin') === logKey.name && statement.string('logKey') === formatVerifierKey(logKey);
  if (!isOfLog) return 'The genesis statement is for another log.';
  const keyId = statement.hex('sealKeyId', 32);
  const publicKey = publicKeys.find((key) => sealKeyIdHex(key) === keyId);
  if (!publicKey) return 'The genesis statement is signed by a seal key that is not trusted.';
  const signed = preAuthenticationEncoding(payloadType, payload);
  const { sig: signature } = signatures[0]!;
  if (!p256KeyOf(publicKey).verifies(signed, signature)) return 'The signature of the genesis statement is not valid.';
  const body = entryBody({ paeDigest: sha256(signed), signature, publicKey });
  return equalBytes(leafHash(body), firstLeaf)
    ? null
    : 'The genesis statement doesn’t match the first entry of the log.';
}

/**
 * Last checkpoint of the log that this one replaces, as this log's first entry states it. Not verified. Null if this log
 * replaces none.
 */
export function followedNote({ payload }: Envelope): string | null {
  const follows = new FieldReader(parseJson(payload), 'The genesis statement', CheckName.entry).value('follows');
  return typeof follows === 'string' ? follows : null;
}
