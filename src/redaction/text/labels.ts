/** Maximum characters between the start of a label and its number. */
const REACH = 40;

/**
 * True if a label occurs shortly before a position, without another number of at least four digits between them that the label
 * could belong to.
 */
export function isLabelled(text: string, at: number, label: RegExp): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const number = /\d{4}\D*$/.exec(before);
  return label.test(number ? before.slice(number.index + 4) : before);
}
