import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64, decodeUtf8, encodeBase64, encodeUtf8, equalBytes } from '../../src/proof/bytes.ts';
import { parseDecimal } from '../../src/proof/decimal.ts';
import { MalformedInput } from '../../src/proof/malformed-input.ts';

describe('base64', () => {
  test('it is what everybody else writes, and comes back as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(decodeBase64(text)).toEqual(bytes);
      }),
    );
  });

  test('no two texts are read as the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQgw+/=-_ \n'), maxLength: 12 }), (text) => {
        const bytes = orNull(() => decodeBase64(text));
        if (bytes) expect(encodeBase64(bytes)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    'A',
    'AA',
    'AAA',
    'AA=',
    'A===',
    '====',
    'AB==',
    'AAB=',
    'AA==AA==',
    'A-__',
    'AA AA',
    'AAA\n',
    'AAÁA',
    '=AAA',
  ])('%j is refused', (text) => {
    expect(() => decodeBase64(text)).toThrow(MalformedInput);
  });
});

describe('UTF-8', () => {
  test('a byte order mark stays where it is', () => {
    expect(decodeUtf8(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('\ufeffa');
  });

  test('half of a surrogate pair has no bytes, and bytes that are not UTF-8 have no text', () => {
    expect(() => encodeUtf8('pay \ud800 now')).toThrow(MalformedInput);
    expect(() => decodeUtf8(new Uint8Array([0xff, 0x61]))).toThrow(MalformedInput);
    expect(() => decodeUtf8(new Uint8Array([0xc0, 0xaf]))).toThrow(MalformedInput);
  });
});

describe('decimal numbers', () => {
  test.each(['0', '1', '10', '9007199254740991'])('%s is read', (text) => {
    expect(String(parseDecimal(text, 'size'))).toBe(text);
  });

  test.each([
    '',
    '00',
    '01',
    '+1',
    '-1',
    ' 1',
    '1 ',
    '1e3',
    '0x1',
    '1.0',
    '9007199254740992',
    '18446744073709551616',
    '١',
    '1\n',
  ])('%j is refused', (text) => {
    expect(() => parseDecimal(text, 'size')).toThrow(MalformedInput);
  });
});

test('bytes are equal when they are of one length and the same throughout', () => {
  expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1, 2]))).toBe(true);
  expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1, 3]))).toBe(false);
  expect(equalBytes(new Uint8Array([1, 2]), new Uint8Array([1, 2, 3]))).toBe(false);
});

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
