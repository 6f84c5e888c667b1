import type { ProviderName } from '../../models/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { CallCredential } from '../providers-api.ts';

/** Milliseconds for which a refused key is paused. If a call after the pause is refused, the key is checked again. */
const PAUSE_MS = 60_000;
const MAX_KEYS = 2_000;

/** Keys that their providers refuse, according to the checks and tests of keys in this process. */
export class KeyHealth {
  readonly #failing = new BoundedMap<string, { until: number; provider: ProviderName; isService: boolean }>(MAX_KEYS);
  #changes = 0;

  get changes(): number {
    return this.#changes;
  }

  isFailing(provider: ProviderName, credential: CallCredential): boolean {
    const failing = this.#failing.get(nameOfKey(provider, credential));
    return failing !== undefined && performance.now() < failing.until;
  }

  /** True if this provider has refused a key of the service and hasn't accepted that key since. */
  hasRefused(provider: ProviderName): boolean {
    return [...this.#failing.values()].some((one) => one.isService && one.provider === provider);
  }

  /** Marks a key as refused. Returns true if it wasn't before. */
  refused(provider: ProviderName, credential: CallCredential): boolean {
    const name = nameOfKey(provider, credential);
    const isNews = this.#failing.get(name) === undefined;
    const isService = credential.source === 'SERVICE';
    this.#failing.set(name, { until: performance.now() + PAUSE_MS, provider, isService });
    this.#changes++;
    return isNews;
  }

  /** Marks a key as accepted. Returns true if it was refused before. */
  accepted(provider: ProviderName, credential: CallCredential): boolean {
    const name = nameOfKey(provider, credential);
    if (this.#failing.get(name) === undefined) return false;
    this.#failing.delete(name);
    this.#changes++;
    return true;
  }
}

export const nameOfKey = (provider: ProviderName, { source, keyId }: CallCredential) =>
  keyId ?? `${source} ${provider}`;
