import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';

/** Maximum bytes of one stored answer. A larger answer is returned but not stored. */
export const MAX_KEPT_BYTES = 4_000_000;

interface IdempotencyAmounts {
  keysPerDay: () => Promise<number>;
  bytesPerDay: () => Promise<number>;
}

/** Limits that keep callers from filling the storage with answers for retries. */
export class IdempotencyLimits {
  readonly #limits: Pick<Limits, 'take' | 'giveBack'>;
  readonly #keys: Limit;
  readonly #bytes: Limit;

  constructor(limits: Pick<Limits, 'take' | 'giveBack'>, { keysPerDay, bytesPerDay }: IdempotencyAmounts) {
    this.#limits = limits;
    const all = { per: 'day', exempt: 'idempotency:unmetered', counted: 'BY_ALL' } as const;
    this.#keys = { name: 'idempotency-keys', of: 'requests with an idempotency key', amount: keysPerDay, ...all };
    this.#bytes = {
      name: 'kept-answers',
      of: 'bytes of kept answers',
      unit: 'content-bytes',
      amount: bytesPerDay,
      ...all,
    };
  }

  /** @throws Refusal RATE_LIMITED. The caller can send the request without a key */
  takeKey(ctx: Context): Promise<void> {
    return this.#limits.take(ctx, [this.#keys, 1]);
  }

  giveBackKey(ctx: Context): Promise<void> {
    return this.#limits.giveBack(ctx, this.#keys, 1);
  }

  /**
   * Reason why an answer of this size isn't stored, as part of a sentence. Null if it may be stored: its bytes then count against
   * the daily limit.
   */
  async refusesToKeep(ctx: Context, byteSize: number): Promise<string | null> {
    if (byteSize > MAX_KEPT_BYTES) return `it has more than ${MAX_KEPT_BYTES.toLocaleString('en')} bytes`;
    try {
      await this.#limits.take(ctx, [this.#bytes, byteSize]);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return 'the daily limit of stored answers is reached';
      throw error;
    }
  }
}
