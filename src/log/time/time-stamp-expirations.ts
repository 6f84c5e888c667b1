import { X509Certificate } from 'node:crypto';
import { type Expiration, ExpirationKind } from '../../platform/expirations/expirations.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Expiry of the current time stamping authority's certificate, which is the first in the text. Empty if it expires after
 * `until`. Expired certificates of earlier authorities don't count, because they are only needed for older seals.
 */
export function timeStampExpirations(pem: string, until: Date): Expiration[] {
  const [own] = pem.match(CERTIFICATE) ?? [];
  if (own === undefined) return [];
  const { fingerprint256, subject, validFromDate, validToDate } = new X509Certificate(own);
  if (validToDate > until) return [];
  return [
    {
      kind: ExpirationKind.CERTIFICATE,
      subjectId: fingerprint256.replaceAll(':', '').toLowerCase(),
      title: subject.replaceAll('\n', ', '),
      endsAt: validToDate,
      beganAt: validFromDate,
      customerId: null,
    },
  ];
}
