/** Formats `1234567` as `1,234,567`. Doesn't use `Intl`, which takes longer than a routing decision. */
export function groupDigits(count: number): string {
  const digits = String(count);
  if (digits.length <= 3 || !/^\d+$/.test(digits)) return digits;
  let text = '';
  for (let end = digits.length; end > 0; end -= 3) {
    const group = digits.slice(Math.max(0, end - 3), end);
    text = text === '' ? group : `${group},${text}`;
  }
  return text;
}
