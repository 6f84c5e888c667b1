import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStreamSafe, NotStreamSafe, normalForm, withoutMarks } from '../../src/proof/normal-form.ts';
import { startThreadTime } from '../support/processor-time.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Put in order only by moving each mark past all of the others. */
const PAIR = '\u0301\u0323';
const PAIRS = 60_000;

describe('a text is stream-safe', () => {
  test.each([
    ['without marks', 'a'.repeat(100_000)],
    ['with thirty marks in a row', `a${'\u0301'.repeat(30)}`],
    ['with thirty marks, again and again', `a${'\u0301'.repeat(30)}`.repeat(1_000)],
    ['with thirty marks of which one is in the letter', `é${'\u0301'.repeat(29)}`],
    ['with thirty marks of which three are in the letter', `ᾂ${'\u0301'.repeat(27)}`],
    ['with a grapheme joiner among its marks', `a${'\u0301'.repeat(30)}\u034f${'\u0301'.repeat(30)}`],
    ['in scripts whose vowels are marks that stay in place', 'ကို့'.repeat(10_000)],
    ['of vowel signs alone', '\u0c3e'.repeat(100)],
    ['of variation selectors', '\ufe0f'.repeat(100)],
    ['of joiners', '\u200d'.repeat(100_000)],
    ['of Hangul syllables in pieces', '\u1112\u1161\u11ab'.repeat(1_000)],
  ])('%s', (_, text) => {
    expect(isStreamSafe(text)).toBe(true);
    expect(normalForm(text, 'NFC')).toBe(text.normalize('NFC'));
  });

  test.each([
    ['with thirty-one marks in a row', `a${'\u0301'.repeat(31)}`],
    ['at the end of a long text', `${'a b é 山 '.repeat(10_000)}a${'\u0301'.repeat(31)}`],
    ['with marks and nothing before them', '\u0301'.repeat(31)],
    ['with one of the marks in the letter', `é${'\u0301'.repeat(30)}`],
    ['with three of them in the letter', `ᾂ${'\u0301'.repeat(28)}`],
    ['with marks that are two each', `a${'\u0344'.repeat(16)}`],
    ['with fewest of all, three in the letter and two in each mark', `ᾂ${'\u0344'.repeat(14)}`],
    ['with marks beyond the basic plane', `a${'\u{1d165}'.repeat(31)}`],
    ['with voiced sound marks of half width', `ﾊ${'ﾞﾟ'.repeat(16)}`],
    ['with marks in alternating order', `a${PAIR.repeat(PAIRS)}`],
  ])('but not %s', (_, text) => {
    expect(isStreamSafe(text)).toBe(false);
    expect(() => normalForm(text, 'NFC')).toThrow(NotStreamSafe);
  });

  test('by the same count as one that goes through every character', () => {
    const unit = fc.constantFrom('a', 'é', 'ᾂ', '\u0301', '\u0323', '\u0344', '\u034f', '\u093f', 'ﾞ', '\u{1d165}');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 20, maxLength: 60 }), (text) => {
        const starters = ['a', 'e', 'α', '\u034f', '\u093f'];
        const rows = Array.from(text.normalize('NFKD'), (one) => (starters.includes(one) ? ' ' : 'x')).join('');

        expect(isStreamSafe(text)).toBe(!/x{31}/.test(rows));
      }),
      propertyRuns(500),
    );
  });

  test('and Unicode has no character that the quick look would miss', () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x3ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const nonStarters = [...character.normalize('NFKD')].map(
        (one) => `${one}\u0334`.normalize('NFD')[0] === '\u0334',
      );
      const isMark = /[\p{M}\uff9e\uff9f]/u.test(character);
      if (nonStarters[0] && !isMark) missed.push(character);
      if (nonStarters.filter(Boolean).length > (isMark ? 2 : 3)) missed.push(character);
    }

    expect(missed).toEqual([]);
  });
});

test('a text without its marks is what decomposing it first would leave', () => {
  const unit = fc.constantFrom('a', 'é', 'ﬁ', 'œ', '한', 'ᾂ', '\u0301', '\u0323', '\u0344', 'ﾞ', '\u0f77', '\u{1d165}');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (text) => {
      for (const form of ['NFD', 'NFKD'] as const) {
        expect(withoutMarks(text, form)).toBe(text.normalize(form).replace(/\p{M}/gu, ''));
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['marks in alternating order', `a${PAIR.repeat(500_000)}`],
  ['just too few marks to be looked at, again and again', `a${'\u0301'.repeat(13)}`.repeat(70_000)],
  ['just enough marks to be looked at, again and again', `a${'\u0301'.repeat(14)}`.repeat(70_000)],
  ['thirty marks, again and again', `a${PAIR.repeat(15)}`.repeat(32_000)],
  ['other letters', 'Ωδή '.repeat(250_000)],
])('a million characters take no time: %s', (_, text) => {
  const workedMs = startThreadTime();

  isStreamSafe(text);
  withoutMarks(text, 'NFKD');
  try {
    normalForm(text, 'NFKC');
  } catch (error) {
    expect(error).toBeInstanceOf(NotStreamSafe);
  }

  expect(workedMs()).toBeLessThan(1_000);
});

test('nothing else normalises a text', () => {
  const root = path.resolve(import.meta.dirname, '../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const normalising = sources.filter((file) =>
    /\.normalize\b|\[['"`]normalize/.test(readFileSync(path.join(root, file), 'utf8')),
  );

  expect(sources.length).toBeGreaterThan(200);
  expect(normalising, 'normalForm refuses what would take too long').toEqual([
    'proof/normal-form.ts',
    // Of single characters, for finding.
    'redaction/text/folded-text.ts',
    'redaction/text/name-list.ts',
  ]);
});
