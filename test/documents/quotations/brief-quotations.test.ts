import { expect, test } from 'vitest';
import { type Brief, briefQuotations } from '../../../src/documents/quotations/brief-quotations.ts';

const PAGE = { width: 595, height: 842, isScanned: false, boxes: [] };

/** A brief from parts: text of the body, or a footnote, its mark or a header, which interrupts the body. `|` ends a page. */
function briefOf(...parts: (string | { note: string } | { aside: string } | '|')[]): Brief {
  let text = '';
  const footnotes: { start: number; end: number }[] = [];
  const blocks: { kind: 'FOOTNOTE'; start: number; end: number; level: null }[] = [];
  const pages = [{ ...PAGE, number: 1, start: 0, end: 0 }];
  for (const part of parts) {
    const start = text.length;
    if (part === '|') {
      pages.at(-1)!.end = start;
      text += '\n\n';
      pages.push({ ...PAGE, number: pages.length + 1, start: start + 2, end: start + 2 });
      continue;
    }
    text += typeof part === 'string' ? part : 'note' in part ? part.note : part.aside;
    pages.at(-1)!.end = text.length;
    if (typeof part === 'string') continue;
    footnotes.push({ start, end: text.length });
    if ('note' in part) blocks.push({ kind: 'FOOTNOTE', start, end: text.length, level: null });
  }
  return { text, footnotes, blocks, pages };
}

const foundIn = (brief: Brief) =>
  briefQuotations(brief).quotations.map(({ text, start, end }) => [text, brief.text.slice(start, end)]);

test('a quotation continues after a page end, with or without a footnote, footer and header there', () => {
  const plain = briefOf('It says “the deposit of', '|', '4,200 euros is returned”.');
  const busy = briefOf(
    'It says “the deposit of\n\n',
    { note: '1 See below.' },
    '\n\n',
    { aside: 'Page 1' },
    '|',
    { aside: 'Smith v Jones' },
    '\n\n4,200 euros is returned” (p. 3).',
  );

  expect(foundIn(plain)).toEqual([
    ['the deposit of\n4,200 euros is returned', 'the deposit of\n\n4,200 euros is returned'],
  ]);
  expect(foundIn(busy)).toEqual([
    [
      'the deposit of\n4,200 euros is returned',
      'the deposit of\n\n1 See below.\n\nPage 1\n\nSmith v Jones\n\n4,200 euros is returned',
    ],
  ]);
  const [{ citation } = { citation: null }] = briefQuotations(busy).quotations;
  expect(busy.text.slice(citation?.start, citation?.end)).toBe('(p. 3)');
});

test('a footnote mark is left out, and a quotation within a footnote is found', () => {
  const brief = briefOf('He wrote “the rent', { aside: '1' }, ' is due”.\n\n', { note: '1 She wrote “it was paid”.' });

  expect(foundIn(brief)).toEqual([
    ['the rent is due', 'the rent1 is due'],
    ['it was paid', 'it was paid'],
  ]);
});

test('paragraphs stay apart where a footnote stands between them within a page', () => {
  const brief = briefOf('“This one is never closed.\n\n', { note: '1 A note.' }, '\n\nHe wrote “the rent is due”.');

  expect(foundIn(brief)).toEqual([['the rent is due', 'the rent is due']]);
  expect(briefQuotations(brief).unclosed).toEqual([0]);
});

test('a text without a file is read as it is', () => {
  expect(foundIn({ text: 'He wrote “the rent is due”.' })).toEqual([['the rent is due', 'the rent is due']]);
});
