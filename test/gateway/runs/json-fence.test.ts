import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StreamedFence, unfenced } from '../../../src/gateway/runs/json-fence.ts';

/** All of a text that comes in these pieces, and what came before its end. */
function streamed(pieces: readonly string[]): string {
  const fence = new StreamedFence();
  return pieces.map((piece) => fence.push(piece)).join('') + fence.end();
}

describe.each([
  ['```json\n{"a":1}\n```', '{"a":1}'],
  ['  ```JSON\r\n{"a":1}\r\n```\n', '{"a":1}'],
  ['```\n[1,2]\n```', '[1,2]'],
  ['```json {"a":1} ```', '{"a":1}'],
  ['```\ntrue\n```', 'true'],
  ['```{"a":1}```', '{"a":1}'],
  ['```json\n{"a":"```x```"}\n```', '{"a":"```x```"}'],
  ['{"a":1}', '{"a":1}'],
  [' {"a":"```"}\n', ' {"a":"```"}\n'],
  ['```python\nprint(1)\n```', '```python\nprint(1)\n```'],
  ['`a`', '`a`'],
  ['``', '``'],
  ['', ''],
])('%j', (text, expected) => {
  test('as a whole', () => {
    expect(unfenced(text)).toBe(expected);
  });

  test('cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));

        expect(streamed(pieces)).toBe(expected);
      }),
    );
  });
});

test('text around a fence is left as it is', () => {
  const text = 'Here it is:\n```json\n{"a":1}\n```\nDoes that help?';

  expect(unfenced(text)).toBe(text);
  expect(streamed([...text])).toBe(text);
});

test('nothing is held back for long', () => {
  const fence = new StreamedFence();

  expect(fence.push('```json\n{"a":')).toBe('{"a":');
  expect(fence.push(' '.repeat(1_000_000)).length).toBeGreaterThan(999_000);
  expect(fence.push('1}')).toContain('1}');
});

test('white space without end takes no time', () => {
  const text = `\`\`\`json\n${' '.repeat(2_000_000)}x`;

  expect(unfenced(text)).toBe(text);
});
