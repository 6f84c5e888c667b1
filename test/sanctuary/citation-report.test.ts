import { expect, test } from 'vitest';
import { findQuotation, prepareSource } from '../../src/quotations/index.ts';
import { MAX_CHARACTERS, reportOn } from '../../src/sanctuary/web/citations/citation-report.ts';
import { placeName, SAMPLE_TEXTS } from '../../src/sanctuary/web/citations/sample-case.ts';
import { paragraphsOf, segmentsOf } from '../../src/sanctuary/web/citations/text-segments.ts';
import { passageParts } from '../../src/sanctuary/web/citations/word-changes.ts';
import { texts } from '../../src/sanctuary/web/texts.ts';

const [apache, declaration, grundgesetz] = SAMPLE_TEXTS;

/** Parts with marks: the words of the quotation in brackets, those of the document in braces. */
function changesOf(document: string, quotation: string): string {
  const result = findQuotation(prepareSource(document), quotation);
  if (result.status !== 'ALTERED') throw new Error(result.status);
  const shown = {
    BOTH: (text: string) => text,
    QUOTATION: (text: string) => `[${text}]`,
    DOCUMENT: (text: string) => `{${text}}`,
  };
  return passageParts(result, document)
    .map((part) => shown[part.in](part.text))
    .join('');
}

test.each([
  [
    'a number',
    'ten euros are due on Monday',
    'ten euros are due on Tuesday',
    'ten euros are due on [Tuesday] {Monday}',
  ],
  ['a missing word', 'the fee is not due on any day', 'the fee is due on any day', 'the fee is {not} due on any day'],
  [
    'an added word',
    'the fee is due on any day',
    'the fee is never due on any day',
    'the fee is [never] due on any day',
  ],
  ['a changed first word', 'Each fee is due on any day', 'A fee is due on any day', '[A] {Each} fee is due on any day'],
  [
    'punctuation',
    'the fee, not the fine, is due',
    'the fee not the fine, is due',
    'the fee[ ]{, }not the fine, is due',
  ],
])('shows %s where it differs', (_, document, quotation, expected) => {
  expect(changesOf(document, quotation)).toBe(expected);
});

test('shows all words of the document and of the quotation, whatever differs', () => {
  for (const { quotation, result } of reportOn(texts.citations.example).entries) {
    if (result.status !== 'ALTERED') continue;
    const { text } = SAMPLE_TEXTS[result.source]!;
    const parts = passageParts(result, text);

    const without = (left: string) =>
      parts
        .flatMap((part) => (part.in === left ? [] : part.text))
        .join('')
        .replaceAll(/\s+/g, '');
    expect(without('QUOTATION')).toBe(result.words.replaceAll(/\s+/g, ''));
    expect(without('DOCUMENT')).toBe(quotation.text.replaceAll(/\s+/g, ''));
  }
});

test('every section of the sample texts has a heading, which names places', () => {
  expect(apache!.headings.map(({ name }) => name.replace(/ \(.*/, ''))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `section ${number}`),
  );
  expect(declaration!.headings).toHaveLength(10);
  expect(grundgesetz!.headings.map(({ name }) => name)).toEqual(
    [1, 2, 3, 5, 14, 39].map((number) => `article ${number}`),
  );

  const nameOf = (words: string) => {
    const start = apache!.text.indexOf(words);
    return placeName(apache!, { start, end: start + words.length });
  };
  expect(nameOf('Version 2.0, January 2004')).toBe('Apache License 2.0');
  expect(nameOf('You must give any other recipients')).toBe('Apache License 2.0, section 4 (Redistribution)');
  expect(nameOf('content of the NOTICE file.\n\n7. Disclaimer of Warranty')).toBe(
    'Apache License 2.0, section 6 (Trademarks) to section 7 (Disclaimer of Warranty)',
  );
});

test('splits a text at overlapping passages, and loses nothing of it', () => {
  const passages = [
    { start: 10, end: 600 },
    { start: 300, end: 900 },
    { start: 300, end: 310 },
  ];

  for (const paragraph of paragraphsOf(apache!.text)) {
    const segments = segmentsOf(paragraph, apache!.headings, passages);

    expect(segments[0]!.start).toBe(paragraph.start);
    expect(segments.at(-1)!.end).toBe(paragraph.end);
    for (const [index, { start, end, isQuoted }] of segments.entries()) {
      expect(end).toBeGreaterThan(start);
      if (index > 0) expect(start).toBe(segments[index - 1]!.end);
      expect(isQuoted).toBe(start >= 10 && end <= 900);
    }
  }
});

test('takes the most quotations that fit in a text, and text that repeats itself', () => {
  const fill = (text: string) => text.repeat(Math.floor(MAX_CHARACTERS / text.length));

  expect(reportOn(fill('"a b c" ')).entries).toHaveLength(2_500);
  expect(reportOn(fill('“the Work or Derivative Works” ')).entries.map(({ result }) => result.status)).not.toContain(
    'NOT_FOUND',
  );
  expect(reportOn(`“${fill('the Work of the ').slice(2)}”`).entries).toHaveLength(1);
  expect(reportOn(fill('“')).entries).toEqual([]);
});
