import { MalformedInput } from './malformed-input.ts';

/**
 * Parses a count as logs write it: digits without sign, space, exponent or leading zero, at most 2^53 - 1.
 * @param what meaning of the number, for the error message
 * @throws {MalformedInput}
 */
export function parseDecimal(text: string, what: string): number {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new MalformedInput(`the ${what} must be a decimal number from 0 to 2^53 - 1`);
  return value;
}
