import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizedDigest, normalizedText, sealedBytes, suspiciousCharacters } from '../../../src/seals/proof/text.ts';

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
    const start = performance.now();
    normalizedText(`${'\n'.repeat(1_000_000)}a`);
    normalizedText('\r'.repeat(1_000_000));

    // Of quadratic time it would be hours.
    expect(performance.now() - start).toBeLessThan(10_000);
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

  test('are listed up to a limit', () => {
    expect(suspiciousCharacters('\u200b'.repeat(5000), 10)).toHaveLength(10);
  });
});
