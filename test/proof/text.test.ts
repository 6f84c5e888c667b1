import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizedDigest, normalizedText, sealedBytes, suspiciousCharacters } from '../../src/proof/text.ts';
import { startThreadTime } from '../support/processor-time.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the bytes of a text', () => {
  test('are its UTF-8, and nothing is trimmed, turned or left out', () => {
    const text = '\ufeff a\r\nb\u0000é\n ';

    expect(sealedBytes(text)).toEqual(new Uint8Array(Buffer.from(text, 'utf8')));
  });

  test('half of a surrogate pair is refused: two different texts would have one digest', () => {
    expect(Buffer.from('pay \ud800 now')).toEqual(Buffer.from('pay \udfff now'));

    expect(() => sealedBytes('pay \ud800 now')).toThrow(/surrogate/);
    expect(() => sealedBytes('pay \udfff now')).toThrow(/surrogate/);
    expect(() => normalizedDigest('pay \udfff now')).toThrow(/surrogate/);
  });

  test('texts that look alike have different bytes', () => {
    const alike = ['é\n', 'e\u0301\n', 'é\r\n', 'é\r', 'é', 'é \n', 'é\u00a0\n', 'é\u200b\n', '\ufeffé\n'];

    expect(new Set(alike.map((text) => sha256(sealedBytes(text)))).size).toBe(alike.length);
  });

  test('of a private seal begin with the salt', () => {
    const salt = new Uint8Array(32).fill(7);

    expect(sealedBytes('yes', salt)).toEqual(Uint8Array.of(...salt, 0x79, 0x65, 0x73));
  });
});

describe('the normalised form', () => {
  test.each(['é\nb\n', 'é\r\nb\r\n', 'é\rb\r', '\ufeffé\nb', 'e\u0301\nb\n\n\n', '\ufeffe\u0301\r\nb'])(
    'of %j is one and the same',
    (text) => {
      expect(normalizedText(text)).toBe('é\nb\n');
    },
  );

  test.each(['é b\n', 'é\n\nb\n', '\ufeff\ufeffé\nb\n', 'É\nb\n', 'é\nb\u00a0\n', ' é\nb\n'])(
    'of %j is another, because a reader may see a difference',
    (text) => {
      expect(normalizedText(text)).not.toBe('é\nb\n');
    },
  );

  test('of a normalised text is the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\r', '\n', '\ufeff', 'e', '\u0301', 'a') }), (text) => {
        fc.pre(!normalizedText(text).startsWith('\ufeff'));

        expect(normalizedText(normalizedText(text))).toBe(normalizedText(text));
      }),
    );
  });

  test('of a million line ends is quick', () => {
    const workedMs = startThreadTime();
    normalizedText(`${'\n'.repeat(1_000_000)}a`);
    normalizedText('\r'.repeat(1_000_000));

    // Of quadratic time it would be hours.
    expect(workedMs()).toBeLessThan(10_000);
  });

  test('of a private text is salted as well', () => {
    const salt = new Uint8Array(32).fill(7);

    expect(normalizedDigest('yes', salt)).not.toEqual(normalizedDigest('yes'));
  });
});

describe('characters that deceive', () => {
  test('are listed with their kind and place', () => {
    expect(suspiciousCharacters('a\u202eb\u200bc\u{e0041}d\u0000\ufeff')).toEqual([
      { kind: 'BIDI_CONTROL', codePoint: 'U+202E', at: 1 },
      { kind: 'ZERO_WIDTH', codePoint: 'U+200B', at: 3 },
      { kind: 'TAG', codePoint: 'U+E0041', at: 5 },
      { kind: 'CONTROL', codePoint: 'U+0000', at: 8 },
      { kind: 'ZERO_WIDTH', codePoint: 'U+FEFF', at: 9 },
    ]);
  });

  test('are not in an honest text of several scripts', () => {
    expect(suspiciousCharacters('Ein Text,\r\n\twith tabs, שלום, नमस्ते, 漢字, é 🙂\n')).toEqual([]);
  });

  test.each([
    ['\u00ad', 'ZERO_WIDTH'],
    ['\u034f', 'ZERO_WIDTH'],
    ['\u17b4', 'ZERO_WIDTH'],
    ['\u17b5', 'ZERO_WIDTH'],
    ['\u2064', 'ZERO_WIDTH'],
    ['\u206a', 'ZERO_WIDTH'],
    ['\u061c', 'BIDI_CONTROL'],
    ['\u2069', 'BIDI_CONTROL'],
    ['\u115f', 'BLANK'],
    ['\u1160', 'BLANK'],
    ['\u3164', 'BLANK'],
    ['\uffa0', 'BLANK'],
    ['\u2028', 'LINE_BREAK'],
    ['\u2029', 'LINE_BREAK'],
    ['\ufe00', 'VARIATION'],
    ['\ufe0f', 'VARIATION'],
    ['\u{e0100}', 'VARIATION'],
    ['\u{e01ef}', 'VARIATION'],
    ['\u{e0001}', 'TAG'],
    ['\u{e007f}', 'TAG'],
    ['\ufff9', 'ANNOTATION'],
    ['\ufffa', 'ANNOTATION'],
    ['\ufffb', 'ANNOTATION'],
    ['\u007f', 'CONTROL'],
    ['\u0085', 'CONTROL'],
  ])('between two letters: %j is of the kind %s', (character, kind) => {
    expect(suspiciousCharacters(`a${character}b`)).toMatchObject([{ kind, at: 1 }]);
  });

  test.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a flag of two', '🏳️‍🌈 🏴‍☠️'],
    ['a profession with a colour of skin', '👩🏽‍🚀 🕵🏽‍♂️'],
    ['a kiss', '👩‍❤️‍💋‍👨'],
    ['a heart, and a sign as a text', '❤️ ☎︎ ©️'],
    ['a key of a telephone', '1️⃣ #️⃣'],
    [
      'the flags of England, Scotland and Wales',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
    ],
    ['a Japanese place as it is written there', '葛\u{e0100}城市'],
    ['a Persian verb', 'می\u200cخواهم'],
    ['a Hindi and a Bengali conjunct', 'क्\u200dष र\u200d্য'],
    ['Mongolian', 'ᠨ\u180bᠠ'],
    ['a sign of mathematics', '∩\ufe00'],
  ])('are not in %s', (_, text) => {
    expect(suspiciousCharacters(text)).toEqual([]);
  });

  test.each([
    ['a joiner with a letter on one side', '👨\u200da', [2]],
    ['a joiner at the end', '👨‍👩\u200d', [5]],
    ['two joiners', '👨\u200d\u200d👩', [2, 3]],
    ['words in variation selectors behind an emoji', '🙂\ufe0f\u{e0148}\u{e0155}', [3, 5]],
    ['a second form of one ideograph', '葛\u{e0100}\u{e0101}', [3]],
    ['an emoji form of a plain digit', '4\ufe0f200', [1]],
    ['words in tags behind a flag', '🏴\u{e0067}\u{e0062}\u{e0068}\u{e007f}', [2, 4, 6, 8]],
    ['a joiner between Latin letters', 'pay\u200dpal', [3]],
    ['two joiners in Persian', 'می\u200c\u200cخ', [3]],
    ['a soft hyphen within a word', 'in\u00advoice', [2]],
  ])('are found in %s', (_, text, places) => {
    expect(suspiciousCharacters(text).map(({ at }) => at)).toEqual(places);
  });

  test('in a text of sixteen million characters are found soon', () => {
    const workedMs = startThreadTime();
    suspiciousCharacters('an honest line, \ud83d\ude42\n'.repeat(800_000));
    suspiciousCharacters('👨‍👩‍👧‍👦'.repeat(20_000));

    expect(workedMs()).toBeLessThan(5000);
  });

  test('are listed up to a limit', () => {
    expect(suspiciousCharacters('\u200b'.repeat(5000), 10)).toHaveLength(10);
  });
});
