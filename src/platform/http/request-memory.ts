import { Refusal } from '../errors/errors.ts';

/** Memory that one request holds. */
export interface MemoryShare {
  /**
   * Counts more bytes for this request. If the total of all requests exceeds the limit, the largest request that is still being
   * received is refused, perhaps this one.
   */
  add(bytes: number): void;
  /**
   * Call it when the body is complete. The request can't be refused to make room any more, and further `add` calls count data
   * derived from the body.
   */
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
 * Limits the memory for all anonymous requests together. When the limit is exceeded, the largest request that is still being
 * received is refused, so that small requests continue despite large unfinished ones.
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

  /** @param evict ends this request with a refusal when other requests need the memory */
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
