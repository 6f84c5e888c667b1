import { createHash } from 'node:crypto';
import { type Bundle, signatureOf } from '../../proof/bundle.ts';
import { verifyTimeStamp } from '../../proof/time-stamp.ts';
import type { TrustedTimeStampAuthority } from '../../proof/trust.ts';

/** Maximum number of cached results. Each takes about a hundred bytes. */
const MAX_KEPT = 10_000;

/**
 * Caches the times of verified time stamps. Verification takes about 20 ms, and its result never changes for the same
 * certificates.
 */
export class VerifiedStamps {
  /** Times by time stamp and certificates. The least recently used one is dropped first. */
  readonly #times = new Map<string, Date>();

  /** Time of the first time stamp of a seal. Null if it has none that is valid with these authorities. */
  async timeOf(bundle: Bundle, authorities: readonly TrustedTimeStampAuthority[], now: Date): Promise<Date | null> {
    const [stamp] = bundle.timeStamps;
    if (!stamp) return null;
    const signature = signatureOf(bundle);
    const key = keyOf([stamp, signature, ...authorities.flatMap(({ certificates }) => certificates)]);
    const kept = this.#times.get(key);
    if (kept) return this.#keep(key, kept);
    const result = await verifyTimeStamp(stamp, signature, authorities, now);
    return result.status === 'passed' ? this.#keep(key, result.at) : null;
  }

  #keep(key: string, at: Date): Date {
    this.#times.delete(key);
    this.#times.set(key, at);
    if (this.#times.size > MAX_KEPT) this.#times.delete(this.#times.keys().next().value!);
    return at;
  }
}

function keyOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('base64');
}
