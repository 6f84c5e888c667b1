import type { Place } from './place.ts';

interface Difference extends Place {
  readonly quoted: string;
}

/** Part of a document's passage. `quoted` has the brief's words in place of these. Null where both are equal. */
export interface ComparedWords {
  readonly source: string;
  readonly quoted: string | null;
}

/**
 * Divides a passage of a document at its differences from a quotation.
 * @param words the passage
 * @param start its first character in the document
 */
export function comparedWords(words: string, start: number, differences: readonly Difference[]): ComparedWords[] {
  const parts: ComparedWords[] = [];
  let at = 0;
  for (const difference of differences) {
    const from = Math.max(at, difference.start - start);
    const until = Math.min(words.length, Math.max(from, difference.end - start));
    if (from > words.length) break;
    if (from > at) parts.push({ source: words.slice(at, from), quoted: null });
    parts.push({ source: words.slice(from, until), quoted: difference.quoted });
    at = until;
  }
  if (at < words.length) parts.push({ source: words.slice(at), quoted: null });
  return parts;
}
