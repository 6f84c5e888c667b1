import { createHash } from 'node:crypto';
import { type Bundle, signatureOf } from '../../proof/bundle.ts';
import { verifyTimeStamp } from '../../proof/time-stamp.ts';
import type { TrustedTimeStampAuthority } from '../../proof/trust.ts';

/** A hundred bytes each. */
const MAX_KEPT = 10_000;

/**
 * When seals were stamped. Each stamp is verified once, as that takes some 20 ms: by the same certificates it holds for ever.
 */
export class VerifiedStamps {
  /** By what was verified; those asked for last are kept. */
  readonly #times = new Map<string, Date>();

  /** What the first stamp of a seal says; null when it has none that holds by these authorities. */
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
