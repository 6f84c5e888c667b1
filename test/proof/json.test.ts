import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalBytes, FieldReader, parseJson } from '../../src/proof/json.ts';
import { CheckName, MalformedProof } from '../../src/proof/malformed-proof.ts';
import { UnknownMemberList } from '../../src/proof/unknown-members.ts';
import { startThreadTime } from '../support/processor-time.ts';

const VECTORS = 'test/vectors/jcs';
const vector = (folder: string, file: string) => readFileSync(join(VECTORS, folder, file), 'utf8');

describe('canonical JSON (RFC 8785)', () => {
  const files = readdirSync(join(VECTORS, 'input'));

  test.each(files)('%s becomes the published bytes', (file) => {
    const bytes = canonicalBytes(JSON.parse(vector('input', file)));

    expect(bytesToHex(bytes)).toBe(vector('outhex', file.replace('.json', '.txt')).replace(/\s+/g, ''));
    expect(new TextDecoder().decode(bytes)).toBe(vector('output', file));
  });

  test('there are six of them', () => {
    expect(files).toHaveLength(6);
  });

  test.each(files.filter((file) => file !== 'values.json'))('%s is read strictly to the same', (file) => {
    expect(parseJson(vector('input', file))).toEqual(JSON.parse(vector('input', file)));
  });

  test('values.json is refused, because it holds an integer that readers round differently', () => {
    expect(() => parseJson(vector('input', 'values.json'))).toThrow(/beyond 2\^53/);
  });

  test('what JSON cannot hold is refused', () => {
    expect(() => canonicalBytes({ rate: Number.NaN })).toThrow(MalformedProof);
    expect(() => canonicalBytes('half \ud800 pair')).toThrow(MalformedProof);
    expect(() => canonicalBytes(undefined)).toThrow(MalformedProof);
  });
});

describe('the strict reader', () => {
  test('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const json = JSON.stringify(value);
        fc.pre(!json.includes('__proto__') && json.isWellFormed() && !/[0-9]e\+|[0-9]{16}/.test(json));
        fc.pre(!/\\ud[89a-f]/i.test(json));

        expect(parseJson(json)).toEqual(JSON.parse(json));
        expect(parseJson(JSON.stringify(value, null, 2))).toEqual(JSON.parse(json));
      }),
    );
  });

  test.each([
    ['a key given twice', '{"a":1,"a":2}', /the key "a" appears twice/],
    ['a key given twice, once escaped', '{"a":1,"\\u0061":2}', /appears twice/],
    ['half of a surrogate pair, escaped', '"\\ud800"', /half of a surrogate pair/],
    ['half of a surrogate pair, raw', '"\udfff"', /half of a surrogate pair/],
    ['half of a surrogate pair as a key', '{"\\udc00":1}', /half of a surrogate pair/],
    ['an integer that a double rounds', '9007199254740993', /beyond 2\^53/],
    ['an integer written with an exponent', '1e400', /beyond 2\^53/],
    ['__proto__', '{"__proto__":{"admin":true}}', /"__proto__" is not allowed/],
    ['__proto__, escaped', '{"\\u005f_proto__":{}}', /"__proto__" is not allowed/],
    ['NaN', 'NaN', /a value is missing/],
    ['-Infinity', '-Infinity', /a value is missing/],
    ['a zero in front', '01', /there is text after/],
    ['a plus sign', '+1', /a value is missing/],
    ['a comma too many', '[1,]', /a value is missing/],
    ['a comment', '{/* */}', /a key is missing/],
    ['single quotes', "{'a':1}", /a key is missing/],
    ['a raw line feed in a string', '"a\nb"', /raw control/],
    ['an unknown escape', '"\\x41"', /escape/],
    ['an escape cut short', '"\\u00', /escape/],
    ['a string that does not end', '"abc', /not closed/],
    ['two values', '{} {}', /there is text after/],
    ['a byte order mark', '\ufeff{}', /a value is missing/],
    ['nothing', '', /a value is missing/],
    ['an object that does not end', '{"a":1', /not closed/],
    ['65 levels', `${'['.repeat(65)}1${']'.repeat(65)}`, /nested deeper than 64/],
    ['a hundred thousand levels', '['.repeat(100_000), /nested deeper than 64/],
    ['a hundred thousand objects in each other', '{"a":'.repeat(100_000), /nested deeper than 64/],
  ])('refuses %s', (_, json, reason) => {
    expect(() => parseJson(json)).toThrow(MalformedProof);
    expect(() => parseJson(json)).toThrow(reason);
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(/not well-formed UTF-8/);
  });

  test('control characters beyond ASCII may stand anywhere in a string', () => {
    for (const text of ['a\u009bb', '\u0085', 'a\u007f\u009fb\u0080']) {
      expect(parseJson(JSON.stringify([text]))).toEqual([text]);
    }
  });

  test('64 levels are still read', () => {
    expect(() => parseJson(`${'['.repeat(64)}${']'.repeat(64)}`)).not.toThrow();
  });

  test('never answers with anything but a value or MalformedProof', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0019eE+-. \ntruefalsn\ud800é') }), (text) => {
        try {
          parseJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedProof);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a megabyte of one kind of character is read or refused in no time', () => {
    const long = 1_000_000;
    for (const json of [
      `"${'a'.repeat(long)}`,
      '-'.repeat(long),
      ' '.repeat(long),
      '1'.repeat(long),
      '"\\'.repeat(long),
    ]) {
      const workedMs = startThreadTime();
      expect(() => parseJson(json)).toThrow(MalformedProof);
      expect(workedMs()).toBeLessThan(1000);
    }
  });
});

describe('the fields of an object', () => {
  const fields = (json: string) => new FieldReader(parseJson(json), 'The thing', CheckName.entry);

  test('one that nobody asked for is refused, by name', () => {
    const read = fields('{"known":"a","unknown":"b"}');
    read.string('known');

    expect(() => read.end()).toThrow('The thing.unknown is not a known field.');
  });

  test('one that nobody asked for is collected in a format that grows, by its path', () => {
    const unknown = new UnknownMemberList();
    const json = parseJson('{"known":{"a":1},"list":[{"b":2}],"c":3}');
    const read = new FieldReader(json, 'The thing', CheckName.entry, unknown);
    for (const part of [read.object('known'), ...read.objects('list'), read]) part.end();

    expect(unknown.found).toEqual({ paths: ['known.a', 'list[0].b', 'c'], hasMore: false });
    expect(() => new FieldReader(json, 'The thing', CheckName.entry, unknown).endStrictly()).toThrow(
      'The thing.known is not a known field.',
    );
    expect(() => read.object('known').object('a')).toThrow('The thing.known.a must be an object.');
  });

  test('what an object inherits in JavaScript is not one of its fields', () => {
    expect(fields('{}').has('constructor')).toBe(false);
    expect(fields('{}').optionalString('toString')).toBeUndefined();
  });

  test.each([
    '1e3',
    ' 10',
    '10 ',
    '-1',
    '+1',
    '01',
    '0x10',
    '',
    '1.0',
    '١',
    '18446744073709551616',
    '9007199254740992',
  ])('the size %j is refused', (size) => {
    expect(() => fields(JSON.stringify({ size })).decimal('size')).toThrow(/must be a decimal number below 2\^53/);
  });

  test('a size that is a JSON number is refused', () => {
    expect(() => fields('{"size":10}').decimal('size')).toThrow('The thing.size must be a string.');
  });

  test.each(['2026-02-31T00:00:00Z', '2026-11-21', '2026-11-21T09:00:00', '2026-11-21T09:00:00+01:00', 'now', ''])(
    'the time %j is refused',
    (at) => {
      expect(() => fields(JSON.stringify({ at })).instant('at')).toThrow(/must be a time in UTC/);
    },
  );

  test('the error says which check it spoils', () => {
    expect(() => fields('{"size":"1e3"}').decimal('size')).toThrow(expect.objectContaining({ check: 'entry' }));
  });
});
