import { Refusal } from '../errors/errors.ts';

/** Bytes held for one request. */
export interface MemoryShare {
  /** Counts so many more. Where that is too much for all together, whoever holds the most is let go, perhaps this one. */
  add(bytes: number): void;
  /** All of them have come: they are worked on, and not let go any more. What they become is counted, too. */
  received(): void;
  /** Nothing is held any longer. */
  release(): void;
}

interface MemoryHolder {
  bytes: number;
  isOver: boolean;
  evict(refusal: Refusal): void;
}

/**
 * What is held in memory of requests, for all strangers together. When it comes to more than there is room for, whoever
 * holds the most of those that are still sending is refused: small requests go on, whatever large ones are left unfinished.
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

  /** @param evict ends a request that is refused for the sake of others */
  hold(evict: (refusal: Refusal) => void): MemoryShare {
    const holder: MemoryHolder = { bytes: 0, isOver: false, evict };
    this.#sending.add(holder);
    return {
      add: (bytes) => {
        if (holder.isOver) return;
        holder.bytes += bytes;
        this.#total += bytes;
        while (this.#total > this.#max && this.#sending.size > 0) this.#letGoLargest();
      },
      received: () => this.#sending.delete(holder),
      release: () => this.#end(holder),
    };
  }

  #letGoLargest(): void {
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
  'More is being sent to us than we can hold. Send it again shortly.',
  {
    retryAfterSeconds: 5,
  },
);
