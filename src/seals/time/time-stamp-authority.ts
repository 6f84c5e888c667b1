import { X509Certificate } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { verifyTimeStamp } from '../../proof/time-stamp.ts';
import type { TrustedTimeStampAuthority } from '../../proof/trust.ts';
import { requestTimeStamp } from './time-stamp-client.ts';

/** Extended key usage of RFC 3161. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** The authority whose word on the time stands in our seals, and those whose word stands in older ones. */
export class TimeStampAuthority {
  /** What a verifier has to trust: the present one first. */
  readonly trusted: TrustedTimeStampAuthority[];
  readonly #url: string | null;
  readonly #clock: Clock;

  /**
   * @param url null when nothing is to be stamped any more
   * @param certificatesPem the chain of the authority, its own certificate first; then the chains of earlier ones
   * @throws when there is no certificate for time stamping at the head of a chain.
   */
  constructor(url: string | null, certificatesPem: string, clock: Clock) {
    this.#url = url;
    this.#clock = clock;
    this.trusted = chainsOf(certificatesPem).map((chain) => trustedAuthority(chain, url));
  }

  /**
   * A time stamp over the bytes that our own verifier takes. One that it would not take is worth nothing later, so it is
   * better not kept.
   * @throws TimeStampFailed, or an error that says what is wrong with the stamp.
   */
  async stamp(bytes: Uint8Array, signal: AbortSignal): Promise<{ response: Uint8Array; at: Date }> {
    if (this.#url === null) throw new Error('There is no TSA_URL to have anything stamped at.');
    const { response } = await requestTimeStamp(this.#url, bytes, { signal });
    const result = await verifyTimeStamp(response, bytes, this.trusted, this.#clock.now());
    if (result.status !== 'passed') {
      throw new Error(`The time stamp is not one to rely on: ${result.reason} Check TSA_CERTIFICATES.`);
    }
    return { response, at: result.at };
  }

  /** Whether new seals are stamped. */
  get stamps(): boolean {
    return this.#url !== null;
  }
}

/** Each certificate that stamps begins a chain; the ones after it, up to the next such, lead to its anchor. */
function chainsOf(pem: string): X509Certificate[][] {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const chains: X509Certificate[][] = [];
  for (const text of certificates) {
    const certificate = new X509Certificate(text);
    if (certificate.keyUsage?.includes(TIME_STAMPING)) chains.push([certificate]);
    else if (chains.length > 0) chains.at(-1)!.push(certificate);
    else throw new Error('The first certificate of TSA_CERTIFICATES is not one for time stamping.');
  }
  if (chains.length === 0) throw new Error('TSA_CERTIFICATES holds no certificate.');
  return chains;
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
