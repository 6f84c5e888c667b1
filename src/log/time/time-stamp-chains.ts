import { X509Certificate } from 'node:crypto';
import { LONGEST_TEXT } from '../../platform/config/settings.ts';
import type { TrustedTimeStampAuthority } from '../../proof/trust.ts';

/** Extended key usage of RFC 3161. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** Of one chain there are four at the most; so many are the authorities of decades. */
const MAX_CERTIFICATES = 50;

/** What is given as the certificates of authorities is none. Its message may be shown. */
export class NoCertificates extends Error {
  override readonly name = 'NoCertificates';
}

/**
 * The authorities whose chains a PEM text holds. Each certificate that stamps begins a chain; the ones after it, up to the next
 * such, lead to its anchor.
 * @throws NoCertificates
 */
export function authoritiesIn(pem: string, url: string | null): TrustedTimeStampAuthority[] {
  if (pem.length > LONGEST_TEXT)
    throw new NoCertificates(`Give at most ${LONGEST_TEXT.toLocaleString('en')} characters of PEM.`);
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) {
    throw new NoCertificates('Give certificates in PEM: there is none that begins with -----BEGIN CERTIFICATE-----.');
  }
  if (texts.length > MAX_CERTIFICATES) throw new NoCertificates(`Give at most ${MAX_CERTIFICATES} certificates.`);
  const chains: X509Certificate[][] = [];
  for (const [index, text] of texts.entries()) {
    const certificate = parsed(text, index + 1);
    if (certificate.keyUsage?.includes(TIME_STAMPING)) chains.push([certificate]);
    else if (chains.length > 0) chains.at(-1)!.push(certificate);
    else {
      throw new NoCertificates(
        'The first certificate is not one for time stamping. Put the one of the authority itself first, then those that lead to its root.',
      );
    }
  }
  return chains.map((chain) => trustedAuthority(chain, url));
}

function parsed(pem: string, position: number): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new NoCertificates(`Certificate ${position} cannot be read. Give it in PEM, as the authority publishes it.`, {
      cause,
    });
  }
}

function trustedAuthority(chain: X509Certificate[], url: string | null): TrustedTimeStampAuthority {
  const [signer] = chain;
  const { validFromDate, validToDate, subject } = signer!;
  return {
    name: /^CN=(.+)$/m.exec(subject)?.[1] ?? subject,
    // Its host alone: a path or a query may hold what only the operator should know.
    ...(url && { uri: new URL(url).origin }),
    certificates: chain.map(({ raw }) => raw),
    validFor: { start: validFromDate, end: validToDate },
  };
}
