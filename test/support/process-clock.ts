import { onTestFinished, vi } from 'vitest';

/**
 * Moves the clock of this process for the rest of the test, for whatever reads it: `new Date()`, `Date.now()` and the clock of the
 * service. The database keeps the right time. Gives a function that sets it right earlier.
 */
export function moveProcessClock(aheadMs: number): () => void {
  const RightDate = Date;
  class MovedDate extends RightDate {
    constructor(...parts: [] | [value: number | string | Date]) {
      if (parts.length === 0) super(RightDate.now() + aheadMs);
      else super(...(parts as [number]));
    }

    static override now(): number {
      return RightDate.now() + aheadMs;
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RightDate;
    }
  }
  vi.stubGlobal('Date', MovedDate);
  const setRight = () => void vi.stubGlobal('Date', RightDate);
  onTestFinished(setRight);
  return setRight;
}
