import { randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';

export const STATEMENT_MEDIA_TYPE = 'application/vnd.in-toto+json';

export interface SealedSubject {
  sealId: string;
  /** What the bytes are called, e.g. `text` or an asset's id. */
  name: string;
  sha256: string;
  byteLength: number;
  mediaType: string;
  claimedAt: Date;
  disclaimerAcknowledged: boolean;
  predicateType: string;
}

/**
 * The in-toto statement (v1) about some bytes, canonicalised by RFC 8785. The nonce keeps anybody from guessing a short
 * text from the statement's own digest.
 */
export function statementOf(subject: SealedSubject): string {
  const { sealId, name, sha256, byteLength, mediaType, claimedAt, disclaimerAcknowledged, predicateType } = subject;
  return canonicalize({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: { sha256 } }],
    predicateType,
    predicate: {
      sealId,
      nonce: randomBytes(32).toString('base64'),
      mediaType,
      byteLength,
      canonicalization: 'none',
      claimedAt: claimedAt.toISOString(),
      disclaimerAcknowledged,
      limits: ['Does not say that the content is true, lawful or complete.', 'Does not say who wrote it.'],
    },
  }) as string;
}

/** The bytes that are signed: DSSE's pre-authentication encoding, so that a signature is bound to the kind of payload. */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const header = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(header, 'utf8'), payload]);
}
