import { randomBytes } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import { AddressNotAllowed, type GuardedAddresses } from '../../platform/http/guarded-addresses.ts';
import type { Proxies } from '../../platform/http/proxies.ts';
import { verifyTimeStamp } from '../../proof/time-stamp.ts';
import type { TrustedTimeStampAuthority } from '../../proof/trust.ts';
import { authoritiesIn } from './time-stamp-chains.ts';
import { requestTimeStamp, TimeStampFailed } from './time-stamp-client.ts';

/** Timeout for the test time stamp that is requested when a setting is saved. Time stamps of seals have more time. */
const TRIAL_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;

/** Reads the current settings of the time stamping authority. */
export interface TimeStampSettings {
  /** Address of the time stamping authority. Empty: time stamping is off. */
  url(): Promise<string>;
  certificates(): Promise<string>;
}

export interface TimeStampAuthorityOptions {
  settings: TimeStampSettings;
  /** Address in the environment at the start of the service, which isn't restricted. */
  startUrl: string;
  /** Checks all addresses other than `startUrl`. */
  addresses: GuardedAddresses;
  proxies: Proxies;
  clock: Clock;
}

/** The time stamping authority of new seals, and the authorities of older ones. Changed settings apply to the next time stamp. */
export class TimeStampAuthority {
  readonly #options: TimeStampAuthorityOptions;
  readonly #agent: Dispatcher;
  /** Authorities from the certificates in the settings, cached by URL and PEM text. */
  #trusted: { of: string; authorities: TrustedTimeStampAuthority[] } | null = null;
  /** Result of this process's last time stamp request for a seal, without aborted ones. Null before the first result. */
  #last: { failure: unknown } | null = null;

  constructor(options: TimeStampAuthorityOptions) {
    this.#options = options;
    this.#agent = options.addresses.agent({ allowH2: false, maxHeaderSize: MAX_HEADER_BYTES });
  }

  /** True if new seals are time-stamped. */
  async stamps(): Promise<boolean> {
    return (await this.#options.settings.url()) !== '';
  }

  /** Time stamping authorities that a verifier must trust, the current one first. */
  async trusted(): Promise<readonly TrustedTimeStampAuthority[]> {
    const { settings } = this.#options;
    const [url, pem] = [await settings.url(), await settings.certificates()];
    if (pem === '') return [];
    const of = `${url}\n${pem}`;
    if (this.#trusted?.of !== of) this.#trusted = { of, authorities: authoritiesIn(pem, url || null) };
    return this.#trusted.authorities;
  }

  /**
   * Requests a time stamp over the bytes. It is verified with this service's own verifier, because an unverifiable one would be
   * useless later.
   * @throws TimeStampFailed, or an error with the reason why the time stamp is invalid
   */
  async stamp(bytes: Uint8Array, signal: AbortSignal): Promise<{ response: Uint8Array; at: Date }> {
    try {
      const url = await this.#options.settings.url();
      if (url === '') throw new Error('No time stamping authority is set. Set seals.timeStampUrl.');
      const { response } = await requestTimeStamp(url, bytes, { signal, ...this.#by(url) });
      const at = await this.#judged(response, bytes, await this.trusted());
      this.#last = { failure: null };
      return { response, at };
    } catch (failure) {
      if (!signal.aborted) this.#last = { failure };
      throw failure;
    }
  }

  /**
   * Error message for a new address of the authority, with the remedy. Null if the authority there returns valid time stamps,
   * and for an empty address.
   */
  async problemWithUrl(url: string): Promise<string | null> {
    if (url === '') return null;
    const pem = await this.#options.settings.certificates();
    if (pem === '') return 'Set seals.timeStampCertificates first: stamps can’t be verified without them.';
    try {
      if (url !== this.#options.startUrl) {
        const { addresses } = this.#options;
        await addresses.assertResolves(addresses.allowed(url));
      }
      await this.#tryOut(url, pem);
      return null;
    } catch (error) {
      if (error instanceof AddressNotAllowed) return error.message;
      return messageOf(error);
    }
  }

  /**
   * Error message for new certificates of authorities, with the remedy. Certificates can be saved while the authority is
   * unreachable.
   */
  async problemWithCertificates(pem: string): Promise<string | null> {
    const url = await this.#options.settings.url();
    if (url === '') return null;
    if (pem === '') return 'Set seals.timeStampUrl to an empty text first: its stamps couldn’t be verified.';
    try {
      await this.#tryOut(url, pem);
      return null;
    } catch (error) {
      if (!(error instanceof UntrustedAuthority)) return null;
      return `${error.message} Keep the chain of the current authority until seals.timeStampUrl is changed.`;
    }
  }

  /** True if this process has requested a time stamp, whose result the health report uses. */
  get isKnown(): boolean {
    return this.#last !== null;
  }

  /** Health check. @throws the error of the last time stamp request */
  async probe(): Promise<void> {
    if (this.#last?.failure) throw this.#last.failure;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #tryOut(url: string, pem: string): Promise<void> {
    const bytes = randomBytes(32);
    const { response } = await requestTimeStamp(url, bytes, { timeoutMs: TRIAL_TIMEOUT_MS, ...this.#by(url) });
    await this.#judged(response, bytes, authoritiesIn(pem, url));
  }

  async #judged(response: Uint8Array, bytes: Uint8Array, trusted: readonly TrustedTimeStampAuthority[]): Promise<Date> {
    const result = await verifyTimeStamp(response, bytes, trusted, this.#options.clock.now());
    if (result.status === 'passed') return result.at;
    throw new UntrustedAuthority(
      `The time stamp can’t be trusted: ${result.reason} Check seals.timeStampCertificates (TSA_CERTIFICATES).`,
    );
  }

  /** Addresses set in the back office are checked when connecting; the one from the environment isn't. */
  #by(url: string) {
    if (url === this.#options.startUrl) return { dispatcher: this.#options.proxies.common };
    this.#options.addresses.allowed(url);
    return { dispatcher: this.#agent };
  }
}

/** The authority responded, but its time stamp failed verification. */
class UntrustedAuthority extends Error {
  override readonly name = 'UntrustedAuthority';
}

/** Message for the operator who changes the setting. Unexpected errors can contain secrets, so they get a generic message. */
function messageOf(error: unknown): string {
  if (error instanceof UntrustedAuthority) return error.message;
  for (let one = error; one instanceof Error; one = one.cause as Error) {
    if (one instanceof AddressNotAllowed) return one.message;
  }
  if (error instanceof TimeStampFailed) return error.message;
  return 'The time stamping authority is unreachable. Check its address and the network.';
}
