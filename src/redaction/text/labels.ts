/** Maximum characters between the start of a label and its number. */
const REACH = 40;

/**
 * True if a label occurs shortly before a position. A label doesn't count if the last digits between it and the position are four
 * or more in a row, because it belongs to that number.
 */
export function isLabelled(text: string, at: number, label: RegExp): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const number = /\d{4}\D*$/.exec(before);
  return label.test(number ? before.slice(number.index + 4) : before);
}
