import { concatBytes } from '@noble/hashes/utils.js';
import { decodeBase64, encodeBase64, encodeUtf8 } from './bytes.ts';
import type { FieldReader } from './json.ts';
import type { VerifyingKey } from './public-key.ts';

export interface EnvelopeSignature {
  sig: Uint8Array;
  /** The key id isn't signed, so no decision depends on it. */
  keyid?: string;
}

/** A parsed DSSE envelope. Source: github.com/secure-systems-lab/dsse, protocol.md. */
export interface Envelope {
  payloadType: string;
  payload: Uint8Array;
  signatures: EnvelopeSignature[];
}

/** The signed bytes: DSSE's pre-authentication encoding, which binds a signature to the type of the payload. */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = encodeUtf8(payloadType);
  return concatBytes(
    encodeUtf8(`DSSEv1 ${type.length} `),
    type,
    encodeUtf8(` ${payload.length} `), // lengths in bytes, decimal
    payload,
  );
}

/** @throws MalformedProof */
export function parseEnvelope(fields: FieldReader): Envelope {
  const envelope: Envelope = {
    payloadType: fields.string('payloadType'),
    payload: eitherBase64(fields, 'payload'),
    signatures: fields.objects('signatures').map(parseSignature),
  };
  if (envelope.signatures.length === 0) fields.refuse('signatures', 'must not be empty');
  fields.end();
  return envelope;
}

export function formatEnvelope({ payloadType, payload, signatures }: Envelope) {
  return {
    payload: encodeBase64(payload),
    payloadType,
    signatures: signatures.map(({ sig, keyid }) => ({
      sig: encodeBase64(sig),
      ...(keyid === undefined ? {} : { keyid }),
    })),
  };
}

/**
 * True if at least `threshold` different keys signed the envelope. A key that signed twice counts once.
 * @param payloadTypes types that the caller can read; others are rejected before signatures are verified
 */
export function verifyEnvelope(
  envelope: Envelope,
  keys: readonly VerifyingKey[],
  payloadTypes: readonly string[],
  threshold = 1,
): boolean {
  if (!payloadTypes.includes(envelope.payloadType)) return false;
  const message = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
  const signers = keys.filter((key) => envelope.signatures.some(({ sig }) => key.verifies(message, sig)));
  return threshold >= 1 && signers.length >= threshold;
}

function parseSignature(fields: FieldReader): EnvelopeSignature {
  const signature: EnvelopeSignature = { sig: eitherBase64(fields, 'sig'), keyid: fields.optionalString('keyid') };
  if (signature.sig.length === 0) fields.refuse('sig', 'must not be empty');
  fields.end();
  return signature;
}

/**
 * Decodes base64 in the standard or the URL-safe alphabet: DSSE allows both, and readers must accept both. A mixture is rejected.
 */
function eitherBase64(fields: FieldReader, key: string): Uint8Array {
  const written = fields.string(key);
  const isUrlSafe = /[-_]/.test(written);
  if (isUrlSafe && /[+/]/.test(written)) fields.refuse(key, 'mixes the two alphabets of base64');
  try {
    return decodeBase64(isUrlSafe ? written.replaceAll('-', '+').replaceAll('_', '/') : written);
  } catch {
    return fields.refuse(key, 'must be base64 with padding');
  }
}
