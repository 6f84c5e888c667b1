/** Figures as sentences have them. By hand: `Intl` takes longer than the whole decision. */

/** `1234567` as `1,234,567`. */
export function grouped(count: number): string {
  const digits = String(count);
  if (digits.length <= 3 || !/^\d+$/.test(digits)) return digits;
  let text = '';
  for (let end = digits.length; end > 0; end -= 3) {
    const group = digits.slice(Math.max(0, end - 3), end);
    text = text === '' ? group : `${group},${text}`;
  }
  return text;
}

/** Micros of USD as an amount, with as many digits as it has and two at least: `0.0123 USD`. */
export function dollars(micros: number): string {
  const whole = Math.trunc(micros / 1_000_000);
  const parts = String(Math.abs(Math.round(micros % 1_000_000))).padStart(6, '0');
  let end = 6;
  while (end > 2 && parts.charCodeAt(end - 1) === ZERO) end -= 1;
  return `${micros < 0 && whole === 0 ? '-' : ''}${grouped(whole)}.${parts.slice(0, end)} USD`;
}

const ZERO = 48;
