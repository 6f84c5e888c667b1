import { DocumentRefusal } from '../document-refusal.ts';

/**
 * Counts the elements of an XML text without parsing it, so that a parser never gets one that exhausts its memory or stack.
 * Declarations of entities are refused, which the format of DOCX doesn't allow.
 * @throws DocumentRefusal DAMAGED, TOO_DEEP, TOO_MANY_OBJECTS
 */
export function xmlElements(xml: string, maxDepth: number, maxElements: number): number {
  let elements = 0;
  let depth = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const next = xml.charCodeAt(at + 1);
    if (next === 0x21) {
      if (xml.startsWith('<!--', at)) at = after('-->', at);
      else if (xml.startsWith('<![CDATA[', at)) at = after(']]>', at);
      else throw declaresEntities();
      continue;
    }
    if (next === 0x3f) {
      at = after('?>', at);
      continue;
    }
    const end = after('>', at);
    if (next === 0x2f) depth--;
    else {
      elements++;
      if (xml.charCodeAt(end - 2) !== 0x2f) depth++;
      if (depth > maxDepth) {
        throw new DocumentRefusal(
          'TOO_DEEP',
          `The document nests more than ${maxDepth} elements in each other. Save it as plain text or PDF.`,
        );
      }
      if (elements > maxElements) {
        throw new DocumentRefusal(
          'TOO_MANY_OBJECTS',
          'The document has too many elements. Split it into several files.',
        );
      }
    }
    at = end;
  }
  return elements;

  /** Offset after the next occurrence of `sign`, or the end of the text. */
  function after(sign: string, from: number): number {
    const found = xml.indexOf(sign, from);
    return found < 0 ? xml.length : found + sign.length;
  }
}

function declaresEntities(): DocumentRefusal {
  return new DocumentRefusal(
    'DAMAGED',
    'The DOCX file declares XML entities, which the format doesn’t allow. Open it with a word processor, and save it again.',
  );
}
