/** How far before a number a word counts that says what it is. */
const REACH = 40;

/**
 * Whether shortly before a place stands one of these words, on the same line or the one above, with no other number between that
 * it could belong to.
 */
export function isLabelled(text: string, at: number, label: RegExp): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const number = /\d{4}\D*$/.exec(before);
  return label.test(number ? before.slice(number.index + 4) : before);
}
