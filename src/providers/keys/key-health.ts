import type { ProviderName } from '../../models/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Credential } from '../providers-api.ts';

/** A key that was refused is not shown again for so long: then one call finds out whether it still is. */
const PAUSE_MS = 60_000;
const MAX_KEYS = 2_000;

/** Which keys their providers refuse, as far as this process has seen. */
export class KeyHealth {
  readonly #failing = new BoundedMap<string, { until: number }>(MAX_KEYS);
  #changes = 0;

  get changes(): number {
    return this.#changes;
  }

  isFailing(provider: ProviderName, credential: Credential): boolean {
    const failing = this.#failing.get(nameOf(provider, credential));
    return failing !== undefined && performance.now() < failing.until;
  }

  /** Gives whether that is news. */
  refused(provider: ProviderName, credential: Credential): boolean {
    const name = nameOf(provider, credential);
    const isNews = this.#failing.get(name) === undefined;
    this.#failing.set(name, { until: performance.now() + PAUSE_MS });
    this.#changes++;
    return isNews;
  }

  /** Gives whether that is news. */
  accepted(provider: ProviderName, credential: Credential): boolean {
    const name = nameOf(provider, credential);
    if (this.#failing.get(name) === undefined) return false;
    this.#failing.delete(name);
    this.#changes++;
    return true;
  }
}

const nameOf = (provider: ProviderName, { source, keyId }: Credential) => keyId ?? `${source} ${provider}`;
