import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Block } from '../../../src/documents/extraction/extracted-document.ts';
import type { StructuredText } from '../../../src/documents/search/chunks.ts';
import { packPassages } from '../../../src/documents/search/packed-passages.ts';

/** A licence from Debian’s `/usr/share/common-licenses`, divided at empty lines. Short numbered lines are headings. */
export function licenceText(name: string): StructuredText {
  const text = readFileSync(path.join(import.meta.dirname, 'licences', `${name}.txt`), 'utf8');
  const blocks = [...text.matchAll(/(?:[^\n]|\n(?!\s*\n))+/g)]
    .filter(([block]) => block.trim() !== '')
    .map(({ index, 0: block }): Block => {
      const isHeading = /^\s*\d+(?:\.\d+)*\. /.test(block) && block.trim().length < 90 && !block.trim().includes('\n');
      return {
        kind: isHeading ? 'HEADING' : 'PARAGRAPH',
        level: isHeading ? 1 : null,
        start: index,
        end: index + block.length,
      };
    });
  return { text, blocks, pages: null, language: 'en' };
}

/** The passages of a licence, as the worker that reads documents makes them. */
export function passagesOf(name: string): { language: string | null; passages: Uint8Array[] } {
  const text = licenceText(name);
  return { language: text.language, passages: packPassages(text, () => {}) };
}

/** Range of the answer in the text, whatever its line breaks. Null if the text doesn’t have it. */
export function rangeOf(text: string, answer: string): { start: number; end: number } | null {
  const words = answer.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = new RegExp(words.join('\\s+')).exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}
