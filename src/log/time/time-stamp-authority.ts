import { randomBytes } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import { AddressNotAllowed, type GuardedAddresses } from '../../platform/http/guarded-addresses.ts';
import type { Proxies } from '../../platform/http/proxies.ts';
import { verifyTimeStamp } from '../../proof/time-stamp.ts';
import type { TrustedTimeStampAuthority } from '../../proof/trust.ts';
import { authoritiesIn } from './time-stamp-chains.ts';
import { requestTimeStamp, TimeStampFailed } from './time-stamp-client.ts';

/** For the one who waits for an answer about a setting. A stamp of a seal has longer. */
const TRIAL_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;

/** What is set at this moment. */
export interface TimeStampSettings {
  /** Empty: nothing is stamped any more. */
  url(): Promise<string>;
  certificates(): Promise<string>;
}

export interface TimeStampAuthorityOptions {
  settings: TimeStampSettings;
  /** The address that the service was started with, which may lead anywhere. */
  startUrl: string;
  /** Judges every other one. */
  addresses: GuardedAddresses;
  proxies: Proxies;
  clock: Clock;
}

/**
 * The authority whose word on the time stands in our seals, and those whose word stands in older ones, as they are set: a change
 * holds from the next stamp on.
 */
export class TimeStampAuthority {
  readonly #options: TimeStampAuthorityOptions;
  readonly #agent: Dispatcher;
  /** By what it was made of: certificates are parsed when they change. */
  #trusted: { of: string; authorities: TrustedTimeStampAuthority[] } | null = null;
  /** What became of the last stamp that this process asked for; null: of none yet. */
  #last: { failure: unknown } | null = null;

  constructor(options: TimeStampAuthorityOptions) {
    this.#options = options;
    this.#agent = options.addresses.agent({ allowH2: false, maxHeaderSize: MAX_HEADER_BYTES });
  }

  /** Whether new seals are stamped. */
  async stamps(): Promise<boolean> {
    return (await this.#options.settings.url()) !== '';
  }

  /** What a verifier has to trust: the present one first. */
  async trusted(): Promise<readonly TrustedTimeStampAuthority[]> {
    const { settings } = this.#options;
    const [url, pem] = [await settings.url(), await settings.certificates()];
    if (pem === '') return [];
    const of = `${url}\n${pem}`;
    if (this.#trusted?.of !== of) this.#trusted = { of, authorities: authoritiesIn(pem, url || null) };
    return this.#trusted.authorities;
  }

  /**
   * A time stamp over the bytes that our own verifier takes. One that it would not take is worth nothing later, so it is
   * better not kept.
   * @throws TimeStampFailed, or an error that says what is wrong with the stamp.
   */
  async stamp(bytes: Uint8Array, signal: AbortSignal): Promise<{ response: Uint8Array; at: Date }> {
    try {
      const url = await this.#options.settings.url();
      if (url === '') throw new Error('There is no time stamping authority any more. Set seals.timeStampUrl.');
      const { response } = await requestTimeStamp(url, bytes, { signal, ...this.#by(url) });
      const at = await this.#judged(response, bytes, await this.trusted());
      this.#last = { failure: null };
      return { response, at };
    } catch (failure) {
      if (!signal.aborted) this.#last = { failure };
      throw failure;
    }
  }

  /** What is wrong with an address that somebody wants to set, with what to do; null where it gives stamps that hold. */
  async mistakeInUrl(url: string): Promise<string | null> {
    if (url === '') return null;
    const pem = await this.#options.settings.certificates();
    if (pem === '')
      return 'Set seals.timeStampCertificates first: without them no stamp of the authority can be checked.';
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

  /** The same of certificates. An authority that is away keeps nobody from setting those of another. */
  async mistakeInCertificates(pem: string): Promise<string | null> {
    const url = await this.#options.settings.url();
    if (url === '') return null;
    if (pem === '')
      return 'Set seals.timeStampUrl to an empty text first: the stamps of the authority could not be checked.';
    try {
      await this.#tryOut(url, pem);
      return null;
    } catch (error) {
      if (!(error instanceof UntrustedAuthority)) return null;
      return `${error.message} Leave the chain of the present authority among them until seals.timeStampUrl names another.`;
    }
  }

  /** For the health report: whether there is a last stamp to go by. */
  get isKnown(): boolean {
    return this.#last !== null;
  }

  /** @throws what the last stamp failed by */
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
      `The time stamp is not one to rely on: ${result.reason} Check seals.timeStampCertificates (TSA_CERTIFICATES).`,
    );
  }

  /** Only what was set in the back office is judged when a connection is made. */
  #by(url: string) {
    if (url === this.#options.startUrl) return { dispatcher: this.#options.proxies.common };
    this.#options.addresses.allowed(url);
    return { dispatcher: this.#agent };
  }
}

/** It answered, and our own verifier does not take it. */
class UntrustedAuthority extends Error {
  override readonly name = 'NotRelied';
}

/** Of what may be told to who sets it: other errors may hold anything. */
function messageOf(error: unknown): string {
  if (error instanceof UntrustedAuthority) return error.message;
  for (let one = error; one instanceof Error; one = one.cause as Error) {
    if (one instanceof AddressNotAllowed) return one.message;
  }
  if (error instanceof TimeStampFailed) return error.message;
  return 'The time stamping authority could not be asked. Check its address and the way to it.';
}
