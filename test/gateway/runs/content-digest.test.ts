import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { OutputCount } from '../../../src/gateway/runs/content-digest.ts';

type Piece = ['text' | 'other', string];

function digestOf(...pieces: Piece[]) {
  const output = new OutputCount();
  for (const [kind, text] of pieces) kind === 'text' ? output.addText(text) : output.addOther(text);
  return output.digest();
}
const sha256 = (text: string) => hash('sha256', text);

test('where there is nothing but text, it is all of it', () => {
  expect(digestOf(['text', 'It is '], ['text', 'so.'])).toEqual({
    byteSize: 9,
    sha256: sha256('It is so.'),
    textSha256: sha256('It is so.'),
  });
});

test.each<[string, Piece[]]>([
  [
    'before',
    [
      ['other', 'Hm. '],
      ['text', 'It is '],
      ['text', 'so.'],
    ],
  ],
  [
    'in between',
    [
      ['text', 'It is '],
      ['other', 'Hm. '],
      ['text', 'so.'],
    ],
  ],
  [
    'after',
    [
      ['text', 'It is '],
      ['text', 'so.'],
      ['other', 'Hm. '],
    ],
  ],
  [
    'everywhere',
    [
      ['other', 'H'],
      ['text', 'It is '],
      ['other', 'm'],
      ['text', 'so.'],
      ['other', '. '],
    ],
  ],
])('the text alone has a digest of its own, whatever else comes %s', (_, pieces) => {
  const { sha256: whole, textSha256 } = digestOf(...pieces);
  expect(textSha256).toBe(sha256('It is so.'));
  expect(whole).toBe(sha256(pieces.map(([, text]) => text).join('')));
});

test('without a text there is none', () => {
  expect(digestOf(['other', '{"at":"it"}']).textSha256).toBeNull();
  expect(digestOf().textSha256).toBeNull();
  expect(digestOf(['text', ''], ['other', 'Hm.']).textSha256).toBeNull();
});

test('a character that is cut in two is one', () => {
  const [high, low] = [...'😀'.split('')] as [string, string];
  expect(digestOf(['text', `a${high}`], ['text', `${low}b`]).textSha256).toBe(sha256('a😀b'));
  expect(digestOf(['other', 'x'], ['text', high], ['text', ''], ['text', low]).textSha256).toBe(sha256('😀'));
});
