const DIGITS = 6;
/** Most digits before the decimal separator. */
const MOST = 9;
const PLAIN = /^(\d+)(?:[.,](\d{1,6}))?$/;
/** Groups of three digits, all with one separator: comma, point, space or apostrophe. */
const GROUPED = /^(\d{1,3}(?:([,.'’\s])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,6}))?$/u;

/** The amount that a person typed. */
export type ReadAmount =
  /** In micros. */
  | { readonly is: 'AMOUNT'; readonly micros: number }
  | { readonly is: 'EMPTY' }
  /** Not an amount, or one that can be read in two ways. */
  | { readonly is: 'FAULT'; readonly sentence: string };

/** Reads dollars with a point or a comma before the cents, with or without separators between thousands. */
export function readAmount(typed: string): ReadAmount {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (text === '') return { is: 'EMPTY' };
  const plain = PLAIN.exec(text);
  if (plain) {
    const [, whole, part = ''] = plain;
    // `1,000` and `1.000` are a thousand to one person and one dollar to another. `0.500` and `1234.500` are not.
    if (part.length === 3 && /^[1-9]\d{0,2}$/.test(whole!)) {
      return {
        is: 'FAULT',
        sentence: `Write ${whole}${part} or ${whole}.${part.slice(0, 2)}: this can be read as either.`,
      };
    }
    return amountOf(whole!, part);
  }
  const [, whole, group, decimal, part = ''] = GROUPED.exec(text) ?? [];
  if (whole === undefined || group === decimal) return WRONG;
  return amountOf(whole.replaceAll(group!, ''), part);
}

/** The amount in micros. Null: nothing was typed. Undefined: it can't be read. */
export function microsOf(typed: string): number | null | undefined {
  const read = readAmount(typed);
  if (read.is === 'AMOUNT') return read.micros;
  return read.is === 'EMPTY' ? null : undefined;
}

/** Micros as a person would type them, so that `readAmount` reads the same; nothing for none. */
export function typedOf(micros: number | null | undefined): string {
  if (micros === null || micros === undefined) return '';
  const digits = String(micros).padStart(DIGITS + 1, '0');
  const part = digits.slice(-DIGITS).replace(/0+$/, '');
  // Three digits could be read as thousands.
  const shown = part.length === 3 ? `${part}0` : part.padEnd(2, '0');
  return digits.slice(0, -DIGITS) + (part === '' ? '' : `.${shown}`);
}

const WRONG: ReadAmount = { is: 'FAULT', sentence: 'Write dollars with a point, for example 25 or 0.50.' };

function amountOf(whole: string, part: string): ReadAmount {
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > MOST) return { is: 'FAULT', sentence: `Write at most ${MOST} digits before the point.` };
  return { is: 'AMOUNT', micros: Number(digits + part.padEnd(DIGITS, '0')) };
}
