import { createHmac, randomBytes } from 'node:crypto';

/** Length of a signing key. Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export function newSigningKey(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The signing key as shown to the owner of the webhook: `whsec_` and base64. */
export function secretOf(key: Uint8Array): string {
  return PREFIX + Buffer.from(key).toString('base64');
}

export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Headers of one attempt to deliver a webhook message. The signature is HMAC-SHA256 of `id.timestamp.body` in UTF-8, in base64;
 * one per key, separated by spaces.
 * Source: Standard Webhooks, symmetric signatures `v1`.
 * @param attemptedAt time of this attempt; receivers refuse signatures that are some minutes old
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
