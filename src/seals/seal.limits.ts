import type { Context } from '../platform/context.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { SettingsApi } from '../settings/index.ts';
import { keptBytesPerHour, sealsPerDay, sealsPerMinute } from './seal.settings.ts';

/** Limits that keep callers without the permission `seals:unmetered` from filling the log and the storage. */
export class SealLimits {
  readonly #limits: Limits;
  readonly #seals: Limit;
  readonly #sealsOfDay: Limit;
  readonly #keptBytes: Limit;

  constructor(limits: Limits, settings: SettingsApi) {
    this.#limits = limits;
    const both = { exempt: 'seals:unmetered', counted: 'BY_ALL' } as const;
    this.#seals = { name: 'seals', of: 'seals', amount: () => settings.value(sealsPerMinute), per: 'minute', ...both };
    // Limit per day. Log entries stay forever, and a caller at the limit per minute for a whole day would fill the log.
    this.#sealsOfDay = {
      name: 'seals-of-day',
      of: 'seals',
      amount: () => settings.value(sealsPerDay),
      per: 'day',
      ...both,
    };
    this.#keptBytes = {
      name: 'kept-bytes',
      of: 'bytes of retained text',
      unit: 'content-bytes',
      amount: () => settings.value(keptBytesPerHour),
      per: 'hour',
      ...both,
    };
  }

  /**
   * Counts one seal or status change, and the bytes of text stored with it, against the caller's limits. @throws Refusal if a
   * limit is exceeded
   */
  async takeSeal(ctx: Context, keptBytes = 0): Promise<void> {
    await this.#limits.take(ctx, [this.#seals, 1], [this.#sealsOfDay, 1], [this.#keptBytes, keptBytes]);
  }

  async giveBackKept(ctx: Context, keptBytes: number): Promise<void> {
    await this.#limits.giveBack(ctx, this.#keptBytes, keptBytes);
  }
}
