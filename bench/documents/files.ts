import { drawn, pdfOf } from '../../test/documents/extraction/files.ts';
import { passageText } from './corpus.ts';

const LINES = 42;
const WORDS_PER_LINE = 12;

/** A PDF of pages with 42 lines, a header, a footnote and a page number each, about 3,500 characters per page. */
export function pdf(document: number, pages: number): Uint8Array {
  return pdfOf(
    Array.from({ length: pages }, (_, page) => {
      const words = [0, 1, 2].flatMap((part) => latin(passageText(document, page * 3 + part)).split(' '));
      const line = (index: number) => words.slice(index * WORDS_PER_LINE, (index + 1) * WORDS_PER_LINE).join(' ');
      return drawn([
        { x: 60, y: 810, size: 9, text: 'Smith v. Miller' },
        ...Array.from({ length: LINES }, (_, index) => ({ x: 60, y: 770 - 15 * index, text: line(index) })),
        { x: 60, y: 100, size: 8, text: `${(page % 900) + 1} See the ruling of 3 March.` },
        { x: 290, y: 40, size: 9, text: `${page + 1}` },
      ]);
    }),
  );
}

/** Text of letters that the font of these PDFs has. */
const latin = (text: string) => text.replace(/[^\u0020-\u00ff]/g, 'o');

/** A plain text of this many passages. */
export const plainText = (document: number, passages: number) =>
  Array.from({ length: passages }, (_, ordinal) => passageText(document, ordinal)).join('\n\n');
