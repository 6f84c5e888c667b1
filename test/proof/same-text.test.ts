import { describe, expect, test } from 'vitest';
import { singletonsOfUnicode } from '../../src/proof/normal-form.ts';
import { startThreadTime } from '../support/processor-time.ts';
import { check, sealedText } from './sealed-text.ts';

const { house, judge } = await sealedText();

async function judged(sealedAs: string, text: string, salt?: Uint8Array) {
  const { bundle } = await house.seal({ text: sealedAs, salt });
  const verdict = await judge(bundle, { text, salt });
  return { ...verdict, digest: check(verdict, 'digest').detail };
}

/** The first is in the copy, the second in the sealed text, and the other way round. */
const LOOK_ALIKES = [
  ['塚', '\ufa10', '塚 (U+585A)', '\ufa10 (U+FA10)'],
  ['K', '\u212a', 'K (U+004B)', '\u212a (U+212A)'],
  ['Ω', '\u2126', 'Ω (U+03A9)', '\u2126 (U+2126)'],
  [';', '\u037e', '; (U+003B)', '\u037e (U+037E)'],
  ['Å', '\u212b', 'Å (U+00C5)', '\u212b (U+212B)'],
  ['·', '\u0387', '· (U+00B7)', '\u0387 (U+0387)'],
  ['〈', '\u2329', '〈 (U+3008)', '\u2329 (U+2329)'],
  ['\u{20a2c}', '\u{2f834}', null, null],
] as const;

describe('characters that only normalise to one another are not the same text, and are named', () => {
  test.each(LOOK_ALIKES)('%s and %s', async (one, other, oneNamed, otherNamed) => {
    expect(other.normalize('NFC'), 'they do').toBe(one.normalize('NFC'));
    const text = (character: string) => `Grüße, ${character} 12\nund ${character}\n`;

    for (const [copy, sealedAs, inCopy, inSealed] of [
      [one, other, oneNamed, otherNamed],
      [other, one, otherNamed, oneNamed],
    ]) {
      const verdict = await judged(text(sealedAs!), text(copy!));

      expect(verdict.result).toBe('SIMILAR_TEXT');
      expect(verdict.taken).toEqual({ characters: [{ copy, sealed: sealedAs }], isCertain: true });
      expect(verdict.summary).toBe('The seal is valid. The text differs in characters that look alike.');
      expect(verdict.digest).not.toContain('the text is the same');
      if (inCopy) expect(verdict.digest).toContain(`your copy has ${inCopy} where the sealed text has ${inSealed}.`);
    }
  });

  test('in one place of several', async () => {
    const verdict = await judged('5 K, 6 \u212a, 7 K', '5 K, 6 K, 7 K');

    expect(verdict).toMatchObject({
      result: 'SIMILAR_TEXT',
      taken: { characters: [{ copy: 'K', sealed: '\u212a' }], isCertain: true },
    });
  });

  test('beside other line ends, a byte order mark, and under a private seal', async () => {
    const salt = new Uint8Array(32).fill(7);

    expect((await judged('5 \u212a\n6\n', '\ufeff5 K\r\n6\r\n', salt)).taken).toEqual({
      characters: [{ copy: 'K', sealed: '\u212a' }],
      isCertain: true,
    });
  });

  test('where the sealed bytes are not found again, all that may be are named', async () => {
    const verdict = await judged('5 \u212a; é\r6\n7\r\n\u2126', '5 K\u037e é\n6\n7\nΩ');

    expect(verdict.result).toBe('SIMILAR_TEXT');
    expect(verdict.taken).toEqual({
      isCertain: false,
      characters: expect.arrayContaining([
        { copy: '\u037e', sealed: ';' },
        { copy: 'K', sealed: '\u212a' },
        { copy: 'Ω', sealed: '\u2126' },
      ]),
    });
    expect(verdict.summary).toContain('it can’t be determined whether the text is the same');
    expect(verdict.digest).toMatch(
      /can’t be determined whether the text is the same: .*K \(U\+004B\) for \u212a \(U\+212A\)/,
    );
  });
});

describe('the same text is said to differ in what it differs in', () => {
  test.each([
    ['line ends', 'a K;\nb\n', 'a K;\r\nb\r\n', 'line ends'],
    ['old line ends', 'a K;\nb\n', 'a K;\rb\r', 'line ends'],
    ['its last line end', 'a K;\nb\n', 'a K;\nb', 'line ends'],
    ['the line ends of one system', 'a K;\r\nb\r\n', 'a K;\nb\n', 'line ends'],
    ['a byte order mark', 'a K;\nb\n', '\ufeffa K;\nb\n', 'a byte order mark'],
    ['a byte order mark that is gone', '\ufeffa K;\nb\n', 'a K;\nb\n', 'a byte order mark'],
    ['accents', 'é K;\nb\n', 'e\u0301 K;\nb\n', 'the encoding of accents'],
    ['accents that were taken apart', 'e\u0301 K;\nb\n', 'é K;\nb\n', 'the encoding of accents'],
    ['accents, beside a sign that both have', 'é 5\u212a', 'e\u0301 5\u212a', 'the encoding of accents'],
    ['all of it', '\ufeffé K;\r\nb\r\n', 'e\u0301 K;\nb', 'line ends, a byte order mark and the encoding of accents'],
  ])('%s', async (_, sealedAs, copy, parts) => {
    const verdict = await judged(sealedAs, copy);

    expect(verdict).toMatchObject({ result: 'SAME_TEXT', taken: null });
    expect(verdict.digest).toBe(`The bytes differ, but only in ${parts}: the text is the same.`);
    expect(verdict.summary).toBe(`The seal is valid. The text is the same, but the bytes differ in ${parts}.`);
  });

  test('line ends of several kinds, in a text whose characters are nobody else’s', async () => {
    const verdict = await judged('a\rb\nc\r\nd', 'a\nb\nc\nd');

    expect(verdict.result).toBe('SAME_TEXT');
    expect(verdict.digest).toContain('only in line ends, a byte order mark or the encoding of accents');
  });
});

test('what is looked for is bounded, however long the text', async () => {
  const text = `${'塚 K; '.repeat(200_000)}\n`;
  const { bundle } = await house.seal({ text: `${'塚 \u212a; '.repeat(100_000)}${'\ufa10 K; '.repeat(100_000)}\n` });
  const workedMs = startThreadTime();

  const verdict = await judge(bundle, { text });

  expect(workedMs()).toBeLessThan(6_000);
  expect(verdict).toMatchObject({ result: 'SIMILAR_TEXT', taken: { isCertain: false } });
});

test('all characters of Unicode that normalise to another are known, but for accents', () => {
  const known = singletonsOfUnicode();
  const missed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const normal = character.normalize('NFC');
    const isOne = normal !== character && /^\P{M}$/u.test(normal);
    if (isOne !== known.has(character)) missed.push(code.toString(16));
  }

  expect(missed).toEqual([]);
  expect(known.size).toBeGreaterThan(900);
});
