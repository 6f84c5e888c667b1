/**
 * Maximum milliseconds by which gradual adjustment changes a clock between two readings. A larger difference means that the clock
 * was set.
 */
const TOLERANCE_MS = 1_000;

/**
 * Detects that a clock was set, by comparing it with the monotonic clock. Time spent reading the clock never counts as setting
 * it.
 */
export class ClockSteps {
  /**
   * Minimum and maximum milliseconds by which the clock was ahead of the monotonic clock at the last reading. Null before the
   * first reading.
   */
  #lead: { least: number; most: number } | null = null;

  /**
   * Minimum milliseconds by which the clock was set forward since the last reading; negative if it was set back, 0 if it wasn't
   * set, and at the first reading.
   *
   * @param ms the clock that was read just now, in milliseconds
   * @param startedAt time of the monotonic clock at which the reading started
   */
  measure(ms: number, startedAt: number): number {
    const lead = { least: ms - performance.now(), most: ms - startedAt };
    const earlier = this.#lead;
    this.#lead = lead;
    if (!earlier) return 0;
    if (lead.least - earlier.most > TOLERANCE_MS) return lead.least - earlier.most;
    return earlier.least - lead.most > TOLERANCE_MS ? lead.most - earlier.least : 0;
  }
}
