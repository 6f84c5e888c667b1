import { X509Certificate } from 'node:crypto';
import { LONGEST_TEXT } from '../../platform/config/settings.ts';
import type { TrustedTimeStampAuthority } from '../../proof/trust.ts';

/** Object identifier of the extended key usage for time stamping, from RFC 3161. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** Maximum number of certificates in the setting. A chain has at most four, so this is enough for decades. */
const MAX_CERTIFICATES = 50;

/** The text can't be used as certificates of time stamping authorities. The message tells the operator why. */
export class NoCertificates extends Error {
  override readonly name = 'NoCertificates';
}

/**
 * Time stamping authorities in a PEM text. Each certificate for time stamping starts a chain; the certificates between it and the
 * next such one lead to its anchor.
 * @throws NoCertificates
 */
export function authoritiesIn(pem: string, url: string | null): TrustedTimeStampAuthority[] {
  if (pem.length > LONGEST_TEXT)
    throw new NoCertificates(
      `The PEM text has ${pem.length.toLocaleString('en')} characters, but at most ${LONGEST_TEXT.toLocaleString('en')} are allowed.`,
    );
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) {
    throw new NoCertificates('Enter certificates in PEM: there is no -----BEGIN CERTIFICATE-----.');
  }
  if (texts.length > MAX_CERTIFICATES)
    throw new NoCertificates(`There are ${texts.length} certificates, but at most ${MAX_CERTIFICATES} are allowed.`);
  const chains: X509Certificate[][] = [];
  for (const [index, text] of texts.entries()) {
    const certificate = parsed(text, index + 1);
    if (certificate.keyUsage?.includes(TIME_STAMPING)) chains.push([certificate]);
    else if (chains.length > 0) chains.at(-1)!.push(certificate);
    else {
      throw new NoCertificates(
        'The first certificate isn’t for time stamping. Put the authority’s own certificate first, then those up to its root.',
      );
    }
  }
  return chains.map((chain) => trustedAuthority(chain, url));
}

function parsed(pem: string, position: number): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new NoCertificates(`Certificate ${position} is unreadable. Paste it in PEM as published by the authority.`, {
      cause,
    });
  }
}

function trustedAuthority(chain: X509Certificate[], url: string | null): TrustedTimeStampAuthority {
  const [signer] = chain;
  const { validFromDate, validToDate, subject } = signer!;
  return {
    name: /^CN=(.+)$/m.exec(subject)?.[1] ?? subject,
    // Contains only scheme and host, because a path or query can contain secrets.
    ...(url && { uri: new URL(url).origin }),
    certificates: chain.map(({ raw }) => raw),
    validFor: { start: validFromDate, end: validToDate },
  };
}
