import { encodeBase64, equalBytes } from './bytes.ts';
import { canonicalBytes, FieldReader, parseJson } from './json.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';

export const ENTRY_KIND = 'hashedrekord';
export const ENTRY_VERSION = '0.0.2';
const DIGEST_ALGORITHM = 'SHA2_256';
const KEY_DETAILS = 'PKIX_ECDSA_P256_SHA_256';

/**
 * Content of a log entry: neither text nor statement, only the digest of the signed bytes, with signature and key. Statements
 * about content have a nonce, so their digests can't be guessed.
 */
export interface EntryContent {
  /** SHA-256 of the envelope's pre-authentication encoding. */
  paeDigest: Uint8Array;
  signature: Uint8Array;
  /** SPKI of the signing key. */
  publicKey: Uint8Array;
}

/**
 * Creates the body of a log entry: canonical JSON of Rekor v2's hashedrekord 0.0.2. The leaf hash is computed over these bytes.
 */
export function entryBody({ paeDigest, signature, publicKey }: EntryContent): Uint8Array {
  return canonicalBytes({
    apiVersion: ENTRY_VERSION,
    kind: ENTRY_KIND,
    spec: {
      hashedRekordV002: {
        data: { algorithm: DIGEST_ALGORITHM, digest: encodeBase64(paeDigest) },
        signature: {
          content: encodeBase64(signature),
          verifier: { keyDetails: KEY_DETAILS, publicKey: { rawBytes: encodeBase64(publicKey) } },
        },
      },
    },
  });
}

/**
 * Parses the body of a log entry. Only canonical bytes are accepted, because other verifiers rebuild the body and compare.
 * @throws MalformedProof
 */
export function parseEntryBody(body: Uint8Array): EntryContent {
  const root = new FieldReader(parseJson(body, CheckName.entry), 'The log entry', CheckName.entry);
  root.constant('apiVersion', ENTRY_VERSION);
  root.constant('kind', ENTRY_KIND);
  const spec = root.object('spec');
  const record = spec.object('hashedRekordV002');
  const data = record.object('data');
  data.constant('algorithm', DIGEST_ALGORITHM);
  const signature = record.object('signature');
  const verifier = signature.object('verifier');
  verifier.constant('keyDetails', KEY_DETAILS);
  const publicKey = verifier.object('publicKey');
  const entry: EntryContent = {
    paeDigest: data.base64('digest', 32),
    signature: signature.base64('content'),
    publicKey: publicKey.base64('rawBytes'),
  };
  for (const fields of [root, spec, record, data, signature, verifier, publicKey]) fields.end();
  if (!equalBytes(entryBody(entry), body)) {
    throw new MalformedProof('The log entry is not in its canonical form.', CheckName.entry);
  }
  return entry;
}

/**
 * Reason why a log entry doesn't belong to the signed content. Null if it does. Digest, signature and key are compared: a valid
 * entry for another seal, or for equal bytes signed with another key, proves nothing about this seal (CVE-2022-36056,
 * CVE-2026-22703).
 */
export function entryMismatch(entry: EntryContent, signed: EntryContent): string | null {
  if (!equalBytes(entry.paeDigest, signed.paeDigest)) return 'The log entry is about another statement.';
  if (!equalBytes(entry.signature, signed.signature)) return 'The log entry contains another signature.';
  if (!equalBytes(entry.publicKey, signed.publicKey))
    return 'The log entry contains a different key than the signing key.';
  return null;
}
