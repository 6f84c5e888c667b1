import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';

/** Of one answer. One that has more is given and not kept. */
export const MAX_KEPT_BYTES = 4_000_000;

interface IdempotencyAmounts {
  keysPerDay: () => Promise<number>;
  bytesPerDay: () => Promise<number>;
}

/** What keeps callers from filling the storage with answers that they might ask for again. */
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

  /** @throws Refusal RATE_LIMITED; the request may come without a key */
  takeKey(ctx: Context): Promise<void> {
    return this.#limits.take(ctx, [this.#keys, 1]);
  }

  giveBackKey(ctx: Context): Promise<void> {
    return this.#limits.giveBack(ctx, this.#keys, 1);
  }

  /** Why an answer of this size is not kept, in a sentence; null where it may be. */
  async refusesToKeep(ctx: Context, byteSize: number): Promise<string | null> {
    if (byteSize > MAX_KEPT_BYTES) return `it has more than ${MAX_KEPT_BYTES.toLocaleString('en')} bytes`;
    try {
      await this.#limits.take(ctx, [this.#bytes, byteSize]);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return 'as much is kept for you already as may be in a day';
      throw error;
    }
  }
}
