const AMOUNT = /^(\d{1,9})(?:[.,](\d{1,6}))?$/;
const DIGITS = 6;

/** What somebody typed as dollars, in micros. Null: nothing was typed. Undefined: it is no amount. */
export function microsOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (text === '') return null;
  const [, whole, part = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole + part.padEnd(DIGITS, '0'));
}

/** Micros as somebody would type them; nothing for none. */
export function typedOf(micros: number | null | undefined): string {
  if (micros === null || micros === undefined) return '';
  const digits = String(micros).padStart(DIGITS + 1, '0');
  const part = digits.slice(-DIGITS).replace(/0+$/, '');
  return digits.slice(0, -DIGITS) + (part === '' ? '' : `.${part.padEnd(2, '0')}`);
}
