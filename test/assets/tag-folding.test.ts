import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldTag, MAX_TAG_LENGTH, parseTagLabel, TagInvalid } from '../../src/assets/tag-folding.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { changedKeys } from './changed-keys.ts';

/** Any text at all, and text made of what folding treats specially. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'I',
      'i',
      'İ',
      'ı',
      'ß',
      'ẞ',
      'Σ',
      'ς',
      'ſ',
      'ŉ',
      'ǰ',
      'ΐ',
      'ᾳ',
      'ﬁ',
      'ﷺ',
      'Å',
      'ﾊ',
      'ﾞ',
      '가',
      '´',
      '，',
      '\u0307',
      '\u0323',
      '\u0345',
      '\u00AD',
      '\u200B',
      '\u200C',
      '\u200D',
      '\u2060',
      '\uFEFF',
      '\u00A0',
      ' ',
      '\t',
      ',',
    ),
  }),
);

describe('folding a tag', () => {
  test.each([
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['İzmir', 'izmir'],
    ['ısı', 'ISI'],
    ['ΟΔΟΣ', 'οδος'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ﬁre', 'Fire'],
    ['ＴＯＫＹＯ', 'tokyo'],
    ['ﾊﾞﾗ', 'バラ'],
    ['win\u00ADter', 'winter'],
    ['win\u200Bter', 'winter'],
    ['\uFEFFwin\u2060ter', 'winter'],
    ['  black \t and\u00A0white ', 'black and white'],
  ])('%j and %j are one tag', (one, other) => {
    expect(foldTag(one)).toBe(foldTag(other));
  });

  test.each([
    ['resume', 'résumé'],
    ['sea', 'see'],
    ['blackwhite', 'black white'],
    ['👩‍🚀', '👩🚀'],
  ])('%j and %j are two', (one, other) => {
    expect(foldTag(one)).not.toBe(foldTag(other));
  });

  test('a key is its own key, whatever it was made from', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = foldTag(text);

        expect(foldTag(key)).toBe(key);
      }),
      propertyRuns(750),
    );
  });

  // Planes 0, 1 and 14: nearly all that has a folding. The rest is ideographs, private use and what is not assigned.
  test.each([
    [0, 0x1ffff],
    [0xe0000, 0xe0fff],
  ])('a key is its own key for every single character from %i to %i', (from, to) => {
    expect(changedKeys(from, to)).toEqual([]);
  });

  test('letter case never matters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(foldTag(text.toUpperCase())).toBe(foldTag(text.toLowerCase()));
      }),
    );
  });
});

describe('a tag as it is written', () => {
  test('keeps its spelling and loses what nobody sees', () => {
    expect(parseTagLabel('  Côte\u00A0 d’Azur\u200B\n')).toBe('Côte d’Azur');
    expect(parseTagLabel('👩‍🚀')).toBe('👩‍🚀');
    expect(parseTagLabel('می‌خواهم')).toBe('می‌خواهم'); // its zero width non-joiner is spelling
  });

  test.each([
    ['', /empty/],
    [' \u200B ', /empty/],
    ['\u200D', /empty/],
    ['\u0301', /empty/],
    ['sea,sky', /comma/],
    ['sea，sky', /comma/],
    ['a\0b', /control/],
    ['a\u001Bb', /control/],
    ['gpj.\u202Etxt', /control/],
    ['a\u2066b', /control/],
    ['a\uD800', /half of a surrogate pair/],
    ['x'.repeat(65), /65 characters, but the maximum is 64/],
    ['ß'.repeat(33), /66 characters/],
    ['ﷺﷺﷺﷺ', /72 characters/],
  ])('%j is refused with a reason', (text, reason) => {
    expect(() => parseTagLabel(text)).toThrow(TagInvalid);
    expect(() => parseTagLabel(text)).toThrow(reason);
  });

  test('64 characters are enough for anybody, also outside the basic plane', () => {
    expect(parseTagLabel('🌊'.repeat(64))).toBe('🌊'.repeat(64));
    expect(() => parseTagLabel('🌊'.repeat(65))).toThrow(TagInvalid);
  });

  test('is a valid label again, with the same key, and never holds a comma or a control character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const label = parsed(text);
        fc.pre(label !== null);

        const key = foldTag(label);

        expect(parseTagLabel(label)).toBe(label);
        expect(key).toBe(foldTag(text));
        expect(parseTagLabel(key)).toBe(key);
        expect(key).toMatch(/^[^,\p{Cc}]+$/u);
        expect([...key].length).toBeLessThanOrEqual(MAX_TAG_LENGTH);
      }),
      propertyRuns(750),
    );
  });
});

function parsed(text: string): string | null {
  try {
    return parseTagLabel(text);
  } catch (error) {
    if (error instanceof TagInvalid) return null;
    throw error;
  }
}
