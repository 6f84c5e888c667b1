import { FindingKind } from './finding.ts';

/** Placeholder of a value, such as `[EMAIL_1]`, or `[EMAIL_1.2]` for its second spelling. */
export const placeholder = (kind: FindingKind, number: number, spelling: number) =>
  `[${kind}_${number}${spelling === 1 ? '' : `.${spelling}`}]`;

const KINDS = Object.keys(FindingKind).join('|');

/** Matches placeholders such as `[EMAIL_1]`, which replace personal data in a text. */
export const PLACEHOLDERS = new RegExp(`\\[(${KINDS})_(\\d{1,6})(?:\\.\\d{1,6})?\\]`, 'g');

/** Length of the longest placeholder. */
export const MOST_PLACEHOLDER = '['.length + 'NATIONAL_ID'.length + '_999999.999999]'.length;

/** Matches a text that could be the beginning of a placeholder. */
const BEGINNING = /^\[[A-Z_]*(?:_\d{1,6}(?:\.\d{0,6})?)?$/;

/** Start of an incomplete placeholder at the end of a text. The length of the text if the text doesn't end with one. */
export function openPlaceholder(text: string): number {
  const at = text.lastIndexOf('[');
  if (at < 0 || text.length - at >= MOST_PLACEHOLDER || !BEGINNING.test(text.slice(at))) return text.length;
  return at;
}

/** Counts the placeholders of a text by kind. */
export function placeholderKinds(text: string): Map<FindingKind, number> {
  const counts = new Map<FindingKind, number>();
  for (const [, kind] of text.matchAll(PLACEHOLDERS)) {
    counts.set(kind as FindingKind, (counts.get(kind as FindingKind) ?? 0) + 1);
  }
  return counts;
}
