import { Refusal } from '../errors/errors.ts';

/** Memory held for one request. */
export interface MemoryShare {
  /**
   * Counts more bytes. If the total exceeds the limit, the largest request that is still sending is evicted, perhaps this one.
   */
  add(bytes: number): void;
  /** The body is complete. Its request can't be evicted any more, and derived data is counted too. */
  received(): void;
  /** Releases all bytes. */
  release(): void;
}

interface MemoryHolder {
  bytes: number;
  isOver: boolean;
  evict(refusal: Refusal): void;
}

/**
 * Limits the memory for all anonymous requests together. When it is exceeded, the largest request that is still sending is
 * refused, so that small requests continue despite unfinished large ones.
 */
export class RequestMemory {
  readonly #max: number;
  readonly #sending = new Set<MemoryHolder>();
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get total(): number {
    return this.#total;
  }

  /** @param evict ends a request that is refused in favour of others */
  hold(evict: (refusal: Refusal) => void): MemoryShare {
    const holder: MemoryHolder = { bytes: 0, isOver: false, evict };
    this.#sending.add(holder);
    return {
      add: (bytes) => {
        if (holder.isOver) return;
        holder.bytes += bytes;
        this.#total += bytes;
        while (this.#total > this.#max && this.#sending.size > 0) this.#dropLargest();
      },
      received: () => this.#sending.delete(holder),
      release: () => this.#end(holder),
    };
  }

  #dropLargest(): void {
    let largest: MemoryHolder | undefined;
    for (const holder of this.#sending) if (!largest || holder.bytes > largest.bytes) largest = holder;
    this.#end(largest!);
    largest!.evict(TOO_MUCH);
  }

  #end(holder: MemoryHolder): void {
    holder.isOver = true;
    this.#sending.delete(holder);
    this.#total -= holder.bytes;
    holder.bytes = 0;
  }
}

const TOO_MUCH = new Refusal(
  'SERVICE_UNAVAILABLE',
  'The service is receiving too much data at once. Send it again shortly.',
  {
    retryAfterSeconds: 5,
  },
);
