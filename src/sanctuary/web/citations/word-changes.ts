import type { AlteredQuotation } from '../../../quotations/index.ts';

/** Part of a misquoted passage: words of both texts, only of the quotation, or only of the document. */
export interface PassagePart {
  in: 'BOTH' | 'QUOTATION' | 'DOCUMENT';
  text: string;
}

/**
 * Splits the passage of an altered quotation into parts, with the words of both texts in their order.
 * @param document text of the document that has the passage
 */
export function passageParts({ start, end, differences }: AlteredQuotation, document: string): PassagePart[] {
  const parts: PassagePart[] = [];
  const add = (part: PassagePart) => {
    if (part.text === '') return;
    // Words that would touch get a space: those of the quotation come without the space around them.
    const isJoined = /[\p{L}\p{N}%]$/u.test(parts.at(-1)?.text ?? '') && /^[\p{L}\p{N}]/u.test(part.text);
    if (isJoined) parts.push({ in: 'BOTH', text: ' ' });
    parts.push(part);
  };
  let at = start;
  for (const difference of differences.toSorted((one, other) => one.start - other.start)) {
    const from = Math.min(Math.max(difference.start, at), end);
    const to = Math.min(Math.max(difference.end, from), end);
    add({ in: 'BOTH', text: document.slice(at, from) });
    add({ in: 'QUOTATION', text: difference.quoted });
    add({ in: 'DOCUMENT', text: document.slice(from, to) });
    at = to;
  }
  add({ in: 'BOTH', text: document.slice(at, end) });
  return parts;
}
