import { texts } from './texts.ts';

const DIGITS = 6;
/** Maximum number of digits before the decimal separator. */
const MAX_DIGITS = 9;
const PLAIN = /^(\d+)(?:[.,](\d{1,6}))?$/;
/** Matches a number whose groups of three digits have one kind of separator: comma, point, space or apostrophe. */
const GROUPED = /^(\d{1,3}(?:([,.'’\s])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,6}))?$/u;

/** Result of parsing an amount that the user typed. */
export type ReadAmount =
  /** The amount in micro-dollars. */
  | { readonly is: 'AMOUNT'; readonly micros: number }
  | { readonly is: 'EMPTY' }
  /** The text isn't an amount, can be read in two ways, or has too many digits. */
  | { readonly is: 'FAULT'; readonly sentence: string };

/** Parses an amount of dollars with a decimal point or comma, with or without thousands separators. */
export function readAmount(typed: string): ReadAmount {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (text === '') return { is: 'EMPTY' };
  const plain = PLAIN.exec(text);
  if (plain) {
    const [, whole, part = ''] = plain;
    // `1,000` and `1.000` mean a thousand dollars or one dollar, depending on the reader. `0.500` and `1234.500` are unambiguous.
    if (part.length === 3 && /^[1-9]\d{0,2}$/.test(whole!)) {
      return {
        is: 'FAULT',
        sentence: texts.amount.ambiguous(`${whole}${part}`, `${whole}.${part.slice(0, 2)}`),
      };
    }
    return amountOf(whole!, part);
  }
  const [, whole, group, decimal, part = ''] = GROUPED.exec(text) ?? [];
  if (whole === undefined || group === decimal) return WRONG;
  return amountOf(whole.replaceAll(group!, ''), part);
}

/** Converts an amount that the user typed to micro-dollars. Null if empty, undefined if invalid. */
export function microsOf(typed: string): number | null | undefined {
  const read = readAmount(typed);
  if (read.is === 'AMOUNT') return read.micros;
  return read.is === 'EMPTY' ? null : undefined;
}

/** Formats micro-dollars as text that `readAmount` parses to the same amount. Empty for null and undefined. */
export function amountText(micros: number | null | undefined): string {
  if (micros === null || micros === undefined) return '';
  const digits = String(micros).padStart(DIGITS + 1, '0');
  const part = digits.slice(-DIGITS).replace(/0+$/, '');
  // A fourth digit is added, because three digits after the separator would be ambiguous.
  const shown = part.length === 3 ? `${part}0` : part.padEnd(2, '0');
  return digits.slice(0, -DIGITS) + (part === '' ? '' : `.${shown}`);
}

const WRONG: ReadAmount = { is: 'FAULT', sentence: texts.amount.invalid };

function amountOf(whole: string, part: string): ReadAmount {
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_DIGITS) return { is: 'FAULT', sentence: texts.amount.tooLong(MAX_DIGITS) };
  return { is: 'AMOUNT', micros: Number(digits + part.padEnd(DIGITS, '0')) };
}
