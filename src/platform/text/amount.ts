import { groupDigits } from './group-digits.ts';

const MICROS_PER_DOLLAR = 1_000_000;
const ZERO = 48;

/**
 * Formats micro-dollars with all digits, at least two after the point: `$0.0123`. Doesn't use `Intl`, which takes longer than a
 * routing decision.
 */
export function dollars(micros: number): string {
  const amount = Math.abs(Math.round(micros));
  const parts = String(amount % MICROS_PER_DOLLAR).padStart(6, '0');
  let end = 6;
  while (end > 2 && parts.charCodeAt(end - 1) === ZERO) end -= 1;
  return `${micros < 0 ? '−' : ''}$${groupDigits(Math.trunc(amount / MICROS_PER_DOLLAR))}.${parts.slice(0, end)}`;
}

/** Describes the maximum cost of planned work. `micros` is null if no price is known. */
export const atMost = (micros: number | null | undefined) =>
  micros === null || micros === undefined ? 'Cost unknown' : `At most ${dollars(micros)}`;
