/** A position of the primary, and when it was read. */
interface Sample {
  position: bigint;
  at: number;
}

/** Number of the primary's positions that are kept. With one per second, lags of up to a minute are known exactly. */
const MAX_SAMPLES = 60;

/** Parses a position in the write-ahead log, such as `16/B374D848`. */
export function positionOf(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Measures how far a replica is behind in time, from positions of both servers. The time of the last replayed transaction would
 * mislead: it is old whenever the primary has nothing to write.
 */
export class ReplicaLag {
  readonly #samples: Sample[] = [];

  /**
   * Returns the age of the state that the replica shows, at most, in milliseconds. Infinite if it isn't known yet.
   * @param primary position of the primary, read at `at` before that of the replica
   * @param now time after both were read
   */
  measure({ primary, replica, at, now }: { primary: bigint; replica: bigint; at: number; now: number }): number {
    this.#samples.push({ position: primary, at });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
    // The replica shows everything that the primary had written when this position was read.
    const shown = this.#samples.findLast(({ position }) => position <= replica);
    return shown ? now - shown.at : Number.POSITIVE_INFINITY;
  }

  /** Forgets the positions, after the primary or the replica was replaced. */
  reset(): void {
    this.#samples.length = 0;
  }
}
