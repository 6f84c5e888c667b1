import { FindingKind } from './finding.ts';

/** `[EMAIL_1]`; `[EMAIL_1.2]` for the same address in a second spelling. */
export const placeholder = (kind: FindingKind, number: number, spelling: number) =>
  `[${kind}_${number}${spelling === 1 ? '' : `.${spelling}`}]`;

const KINDS = Object.keys(FindingKind).join('|');

/** Whatever has the form of a placeholder. */
export const PLACEHOLDERS = new RegExp(`\\[(${KINDS})_(\\d{1,6})(?:\\.\\d{1,6})?\\]`, 'g');

/** The longest there is. */
export const MOST_PLACEHOLDER = '['.length + 'NATIONAL_ID'.length + '_999999.999999]'.length;

/** How one begins that is not complete. */
const BEGINNING = /^\[[A-Z_]*(?:_\d{1,6}(?:\.\d{0,6})?)?$/;

/** Where at the end of a text a placeholder may have begun; the text's length where none has. */
export function openPlaceholder(text: string): number {
  const at = text.lastIndexOf('[');
  if (at < 0 || text.length - at >= MOST_PLACEHOLDER || !BEGINNING.test(text.slice(at))) return text.length;
  return at;
}

/** How many placeholders stand in a text, by their kind. */
export function placeholderKinds(text: string): Map<FindingKind, number> {
  const counts = new Map<FindingKind, number>();
  for (const [, kind] of text.matchAll(PLACEHOLDERS)) {
    counts.set(kind as FindingKind, (counts.get(kind as FindingKind) ?? 0) + 1);
  }
  return counts;
}
