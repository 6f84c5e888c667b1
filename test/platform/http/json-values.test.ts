import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excessOf, MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../../src/platform/http/json-values.ts';
import { startThreadTime } from '../../support/processor-time.ts';

const list = (length: number, value = '0') => `[${Array.from({ length }, () => value).join(',')}]`;

describe('JSON has too many values', () => {
  test.each([
    ['a list of them', list(MAX_JSON_VALUES)],
    ['lists beside lists', list(MAX_JSON_VALUES / 2, '[[]]')],
    ['members of an object', `{${Array.from({ length: MAX_JSON_VALUES }, (_, n) => `"${n}":0`).join(',')}}`],
    ['members of the same name', `{${Array.from({ length: MAX_JSON_VALUES }, () => '"":0').join(',')}}`],
    ['small objects', list(MAX_JSON_VALUES / 2, '{"a":0}')],
    ['behind a text that ends with backslashes', `["${'\\\\'.repeat(100)}",${list(MAX_JSON_VALUES)}]`],
    ['behind a long text', `["${'x'.repeat(1_000_000)}\\"",${list(MAX_JSON_VALUES)}]`],
  ])('%s', (_, json) => {
    expect(excessOf(Buffer.from(json))).toBe('VALUES');
  });

  test.each([
    ['as many as there may be', list(MAX_JSON_VALUES - 2)],
    ['commas and brackets in a text', JSON.stringify(',[{'.repeat(100_000))],
    ['quotation marks in a text', JSON.stringify('",['.repeat(100_000))],
    ['backslashes and quotation marks in a text', JSON.stringify('\\",[\\\\'.repeat(100_000))],
    ['a text that begins with quotation marks and is long', JSON.stringify(`${'"'.repeat(70)}${',x'.repeat(100_000)}`)],
    ['a picture', JSON.stringify({ input: { imageBase64: 'A'.repeat(20_000_000) } })],
    ['a text that does not end', `"${',['.repeat(100_000)}`],
    ['a backslash at the very end', `"${'x'.repeat(20_000)}\\`],
  ])('but not: %s', (_, json) => {
    expect(excessOf(Buffer.from(json))).toBeNull();
  });

  test('never where there are fewer, whatever is in its texts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('\\', '"', ',', '[', 'a', '\n'), maxLength: 300 })),
        (texts) => {
          const few = JSON.stringify([...texts, 'x'.repeat(MAX_JSON_VALUES)]);
          const many = `[${few},${list(MAX_JSON_VALUES)}]`;

          expect(excessOf(Buffer.from(few))).toBeNull();
          expect(excessOf(Buffer.from(many))).toBe('VALUES');
        },
      ),
    );
  });
});

test('JSON is nested too deep', () => {
  const nested = (depth: number) =>
    Buffer.from(`${'['.repeat(depth)}${' '.repeat(MAX_JSON_VALUES)}${']'.repeat(depth)}`);

  expect(excessOf(nested(MAX_JSON_DEPTH))).toBeNull();
  expect(excessOf(nested(MAX_JSON_DEPTH + 1))).toBe('DEPTH');
});

test.each([
  ['a picture', Buffer.from(JSON.stringify('A'.repeat(28_000_000)))],
  ['a text of quotation marks', Buffer.from(JSON.stringify('"'.repeat(1_500_000)))],
  ['a text of quotation marks behind backslashes', Buffer.from(JSON.stringify('\\"'.repeat(500_000)))],
  ['a text of backslashes', Buffer.from(JSON.stringify('\\'.repeat(1_500_000)))],
])('to count costs next to nothing: %s', (_, bytes) => {
  const workedMs = startThreadTime();

  excessOf(bytes);

  expect(workedMs()).toBeLessThan(200);
});
