import { createHmac, randomBytes } from 'node:crypto';

/** As many as Standard Webhooks advises at the least are 24, at the most 64. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new key. */
export function newSigningKey(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The key as its owner gets it: `whsec_` and base64. */
export function secretOf(key: Uint8Array): string {
  return PREFIX + Buffer.from(key).toString('base64');
}

export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * The headers of one attempt: HMAC-SHA256 of `id.timestamp.body` in UTF-8, base64, one signature for each key, with spaces
 * between.
 * Source: Standard Webhooks, symmetric signatures `v1`.
 *
 * @param attemptedAt receivers refuse what was signed more than some minutes ago, so each attempt is signed anew
 */
export function signedHeaders(
  { id, body, attemptedAt }: { id: string; body: string; attemptedAt: Date },
  keys: readonly Uint8Array[],
): SignedHeaders {
  const timestamp = String(Math.floor(attemptedAt.getTime() / 1000));
  const signatures = keys.map((key) => {
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
