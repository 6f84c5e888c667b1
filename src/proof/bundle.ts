import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBase64, encodeUtf8 } from './bytes.ts';
import { type Envelope, formatEnvelope, parseEnvelope, preAuthenticationEncoding } from './dsse.ts';
import { ENTRY_KIND, ENTRY_VERSION } from './entry.ts';
import { FieldReader, parseJson } from './json.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';

export const BUNDLE_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** Maximum size of a bundle, which usually has about 5 kB. Without a limit, a sender could fill a reader's memory. */
export const MAX_BUNDLE_BYTES = 1_000_000;

/** Maximum number of hashes in a proof. A tree of 2^53 entries needs 53. */
const MAX_PROOF_HASHES = 64;
const MAX_TIME_STAMPS = 8;

export interface InclusionProof {
  logIndex: number;
  rootHash: Uint8Array;
  treeSize: number;
  hashes: Uint8Array[];
  /** C2SP signed note of the tree, with the signatures of the log and of the witnesses. */
  checkpoint: string;
}

export interface BundleLogEntry {
  logIndex: number;
  /** SHA-256 of the log's origin, a line feed, the byte 1 and the Ed25519 key. The first bytes of this hash are C2SP's key id. */
  logId: Uint8Array;
  canonicalizedBody: Uint8Array;
  inclusionProof: InclusionProof;
}

/**
 * A Sigstore bundle v0.3 as this service writes it: one signature by a managed key, one log entry, and up to `MAX_TIME_STAMPS`
 * time stamps.
 */
export interface Bundle {
  envelope: Envelope;
  /** Key id of the seal key: SHA-256 of its SPKI. */
  keyId: Uint8Array;
  logEntry: BundleLogEntry;
  /** RFC 3161 time stamp responses over the signature. */
  timeStamps: Uint8Array[];
}

/** The bytes that the envelope's signature covers. */
export function signedBytes({ envelope }: Bundle): Uint8Array {
  return preAuthenticationEncoding(envelope.payloadType, envelope.payload);
}

export function signatureOf({ envelope }: Bundle): Uint8Array {
  return envelope.signatures[0]!.sig;
}

/** SHA-256 of the signed bytes. The log entry contains it, and it identifies the seal in a status statement. */
export function paeDigestOf(bundle: Bundle): Uint8Array {
  return sha256(signedBytes(bundle));
}

/** Formats a bundle as the JSON of a Sigstore bundle. */
export function formatBundle({ envelope, keyId, logEntry, timeStamps }: Bundle): string {
  const { logIndex, logId, canonicalizedBody, inclusionProof: proof } = logEntry;
  return JSON.stringify({
    mediaType: BUNDLE_MEDIA_TYPE,
    verificationMaterial: {
      publicKey: { hint: encodeBase64(keyId) },
      tlogEntries: [
        {
          logIndex: String(logIndex),
          logId: { keyId: encodeBase64(logId) },
          kindVersion: { kind: ENTRY_KIND, version: ENTRY_VERSION },
          integratedTime: '0',
          inclusionProof: {
            logIndex: String(proof.logIndex),
            rootHash: encodeBase64(proof.rootHash),
            treeSize: String(proof.treeSize),
            hashes: proof.hashes.map(encodeBase64),
            checkpoint: { envelope: proof.checkpoint },
          },
          canonicalizedBody: encodeBase64(canonicalizedBody),
        },
      ],
      timestampVerificationData: {
        rfc3161Timestamps: timeStamps.map((response) => ({ signedTimestamp: encodeBase64(response) })),
      },
    },
    dsseEnvelope: formatEnvelope(envelope),
  });
}

/**
 * Parses a bundle strictly: unknown fields are rejected, not ignored, and lists defined to have one item must have exactly one.
 * @throws MalformedProof
 */
export function parseBundle(source: string | Uint8Array): Bundle {
  assertSize(source);
  const root = new FieldReader(parseJson(source), 'The bundle', CheckName.signature);
  root.constant('mediaType', BUNDLE_MEDIA_TYPE);
  if (root.has('messageSignature')) root.refuse('messageSignature', 'is not part of a seal');
  const envelope = parseEnvelope(root.object('dsseEnvelope'));
  if (envelope.signatures.length !== 1) {
    throw new MalformedProof(
      `A seal has exactly one signature, not ${envelope.signatures.length}.`,
      CheckName.signature,
    );
  }
  const material = root.object('verificationMaterial', CheckName.key);
  if (material.has('certificate') || material.has('x509CertificateChain')) {
    throw new MalformedProof('A seal names its key by a hint; certificates are not supported.', CheckName.key);
  }
  const publicKey = material.object('publicKey');
  const bundle: Bundle = {
    envelope,
    keyId: publicKey.base64('hint', 32),
    logEntry: logEntryOf(material.onlyObject('tlogEntries', CheckName.entry)),
    timeStamps: timeStampsOf(material),
  };
  for (const fields of [root, material, publicKey]) fields.end();
  return bundle;
}

function assertSize(source: string | Uint8Array): void {
  // Each UTF-16 code unit takes at least one byte in UTF-8, so a string with too many is rejected before it is encoded.
  const isTooLarge =
    source.length > MAX_BUNDLE_BYTES ||
    (typeof source === 'string' && source.isWellFormed() && encodeUtf8(source).length > MAX_BUNDLE_BYTES);
  if (isTooLarge) throw new MalformedProof('The bundle is larger than one megabyte; a seal is about five kilobytes.');
}

function logEntryOf(fields: FieldReader): BundleLogEntry {
  const logId = fields.object('logId');
  const kindVersion = fields.object('kindVersion');
  kindVersion.constant('kind', ENTRY_KIND);
  kindVersion.constant('version', ENTRY_VERSION);
  // The field isn't signed, so its value is ignored (CVE-2026-48816).
  if (fields.has('integratedTime')) fields.decimal('integratedTime');
  const entry: BundleLogEntry = {
    logIndex: fields.decimal('logIndex'),
    logId: logId.base64('keyId', 32),
    canonicalizedBody: fields.base64('canonicalizedBody'),
    inclusionProof: inclusionProofOf(fields.object('inclusionProof', CheckName.inclusion)),
  };
  for (const part of [fields, logId, kindVersion]) part.end();
  return entry;
}

function inclusionProofOf(fields: FieldReader): InclusionProof {
  const checkpoint = fields.object('checkpoint', CheckName.checkpoint);
  const hashes = fields.base64s('hashes', 32);
  if (hashes.length > MAX_PROOF_HASHES) fields.refuse('hashes', `must be at most ${MAX_PROOF_HASHES}`);
  const proof: InclusionProof = {
    logIndex: fields.decimal('logIndex'),
    rootHash: fields.base64('rootHash', 32),
    treeSize: fields.decimal('treeSize'),
    hashes,
    checkpoint: checkpoint.string('envelope'),
  };
  checkpoint.end();
  fields.end();
  return proof;
}

function timeStampsOf(material: FieldReader): Uint8Array[] {
  if (!material.has('timestampVerificationData')) return [];
  const data = material.object('timestampVerificationData', CheckName.timestamp);
  const stamps = data.has('rfc3161Timestamps') ? data.objects('rfc3161Timestamps') : [];
  if (stamps.length > MAX_TIME_STAMPS) data.refuse('rfc3161Timestamps', `must be at most ${MAX_TIME_STAMPS}`);
  data.end();
  return stamps.map((stamp) => {
    const response = stamp.base64('signedTimestamp');
    stamp.end();
    return response;
  });
}
