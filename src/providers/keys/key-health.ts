import type { ProviderName } from '../../models/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Credential } from '../providers-api.ts';

/** A refused key is not used again for so long. The next call that is refused then has it checked again. */
const PAUSE_MS = 60_000;
const MAX_KEYS = 2_000;

/** Which keys their providers refuse, by the checks that this process has made. */
export class KeyHealth {
  readonly #failing = new BoundedMap<string, { until: number; provider: ProviderName; isService: boolean }>(MAX_KEYS);
  #changes = 0;

  get changes(): number {
    return this.#changes;
  }

  isFailing(provider: ProviderName, credential: Credential): boolean {
    const failing = this.#failing.get(nameOfKey(provider, credential));
    return failing !== undefined && performance.now() < failing.until;
  }

  /** Whether a key of the service for this provider was refused when it was checked last. */
  hasRefused(provider: ProviderName): boolean {
    return [...this.#failing.values()].some((one) => one.isService && one.provider === provider);
  }

  /** Gives whether that is news. */
  refused(provider: ProviderName, credential: Credential): boolean {
    const name = nameOfKey(provider, credential);
    const isNews = this.#failing.get(name) === undefined;
    const isService = credential.source === 'SERVICE';
    this.#failing.set(name, { until: performance.now() + PAUSE_MS, provider, isService });
    this.#changes++;
    return isNews;
  }

  /** Gives whether that is news. */
  accepted(provider: ProviderName, credential: Credential): boolean {
    const name = nameOfKey(provider, credential);
    if (this.#failing.get(name) === undefined) return false;
    this.#failing.delete(name);
    this.#changes++;
    return true;
  }
}

export const nameOfKey = (provider: ProviderName, { source, keyId }: Credential) => keyId ?? `${source} ${provider}`;
