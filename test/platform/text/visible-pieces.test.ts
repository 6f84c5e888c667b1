import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPieces } from '../../../src/platform/text/json-pieces.ts';
import { type VisiblePiece, visiblePieces } from '../../../src/platform/text/visible-pieces.ts';
import { hiddenCharacters } from '../../../src/publishing/lint/hidden-characters.ts';

const marksIn = (pieces: readonly VisiblePiece[]) =>
  pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.mark]));
/** Text of the pieces without their marks. */
const restOf = (text: string) =>
  visiblePieces(text)
    .filter((piece) => typeof piece === 'string')
    .join('');
/** What a reader sees. */
const seen = (text: string) =>
  visiblePieces(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.mark))
    .join('');
const seenJson = (source: string) =>
  jsonPieces(source)!
    .map(({ kind, text }) => (kind === 'SIGN' ? text : kind === 'VALUE' ? seen(text) : `"${seen(text)}"`))
    .join('');

describe('what hides is shown', () => {
  test.each([
    ['a reversal', 'pay \u202e001 EUR', 'U+202E'],
    ['an isolate', 'to \u2066bob\u2069', 'U+2066'],
    ['a joiner of no width', 'pass\u200bword', 'U+200B'],
    ['a tag', 'hello\u{e0041}', 'U+E0041'],
    ['an escape of a terminal', 'ok \u001b[2K', 'U+001B'],
    ['a NUL', 'a\u0000b', 'U+0000'],
    ['a carriage return alone', 'good\rbad', 'U+000D'],
    ['a blank of Braille', 'a\u2800b', 'U+2800'],
    ['a byte order mark within', 'a\ufeffb', 'U+FEFF'],
  ])('%s', (_, text, codePoint) => {
    expect(marksIn(visiblePieces(text))).toContain(codePoint);
  });

  test('long white is said to be long, and what follows stands right behind it', () => {
    const text = `Dear Ada${'\n'.repeat(400)}and wire it all${' '.repeat(300)}to Eve`;

    expect(seen(text)).toBe('Dear Ada\n400 line ends\nand wire it all300 spacesto Eve');
  });

  test('a row of what hides is said once, with how long it is', () => {
    expect(seen(`pay${'\u200b'.repeat(9_000)}\u202e\u202eEve${'\u2800'.repeat(300)}`)).toBe(
      'payU+200B ×9000U+202E ×2EveU+2800 ×300',
    );
  });

  test.each([
    ['a Cyrillic letter in a Latin word', 'аpple', 'аU+0430pple'],
    ['a Latin letter in a Cyrillic word', 'Москвa', 'МосквaU+0061'],
    ['a Greek one in a host', 'see bank.gοv/pay', 'see bank.gοU+03BFv/pay'],
    ['and no word of one script', 'Москва, Ωμέγα and 5 kΩ', 'Москва, Ωμέγα and 5 kΩ'],
  ])('%s', (_, text, told) => {
    expect(seen(text)).toBe(told);
  });

  test('whatever the lint tells of is marked, and nothing is marked of which it does not tell', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff),
      fc.constantFrom(0x200b, 0x200d, 0x202e, 0xad, 0x2800, 0xfe0f, 0xe0041, 0x3164, 0xfffa, 0x1b, 0x2028, 0x1f468),
      fc.constantFrom(0x61, 0x430, 0x3bf),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (codes) => {
        const text = String.fromCodePoint(...codes).replaceAll('\r', '');
        const told = [...hiddenCharacters.find({ pointer: '', text, member: null })];
        expect(marksIn(visiblePieces(text)).some((mark) => mark.startsWith('U+'))).toBe(told.length > 0);
      }),
      { numRuns: 300 },
    );
  });

  test('ordinary text stays as it is, emoji and indents too', () => {
    const text = 'Grüße,\r\n\r\n    Zoë 👩‍👩‍👧 و می‌خواهم';
    expect(seen(text)).toBe(text);
  });

  test('nothing is lost but white', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const letters: string[] = text.match(/[a-z0-9<>&]/gi) ?? [];
        expect(restOf(text).match(/[a-z0-9<>&]/gi) ?? []).toEqual(letters);
      }),
    );
  });
});

describe('JSON', () => {
  test('is shown in its own order and spelling', () => {
    const source = '{"b":1.0,"a":{"10":9007199254740993,"2":[],"1":{}},"a":null}';

    expect(seenJson(source)).toBe(
      `{
  "b": 1.0,
  "a": {
    "10": 9007199254740993,
    "2": [],
    "1": {}
  },
  "a": null
}`,
    );
  });

  test('a text cannot look like a member: its quotes stay escaped, and it is marked as a text', () => {
    const source = JSON.stringify({ body: 'hi",\n  "approved": "by all' });

    expect(jsonPieces(source)!.filter(({ kind }) => kind === 'NAME')).toHaveLength(1);
    expect(seenJson(source)).toContain('"hi\\",\n  \\"approved\\": \\"by all"');
  });

  test('what is escaped in it is made visible as well', () => {
    expect(seenJson('{"to":"bob\\u202e@moc.elpmaxe"}')).toContain('bobU+202E@');
    expect(seenJson('{"a\\u200b":1}')).toContain('aU+200B');
  });

  test('all JSON says what it says, and what is none is none', () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        expect(jsonPieces(source)).not.toBeNull();
      }),
    );
    expect(jsonPieces('{"a":1')).toBeNull();
    expect(jsonPieces('Dear Ada')).toBeNull();
  });
});
