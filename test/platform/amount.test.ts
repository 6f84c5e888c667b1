import { expect, test } from 'vitest';
import { atMost, dollars } from '../../src/platform/text/amount.ts';

test.each([
  [0, '$0.00'],
  [1, '$0.000001'],
  [104_000, '$0.104'],
  [100_000, '$0.10'],
  [20_000_000, '$20.00'],
  [1_234_567_890_123, '$1,234,567.890123'],
  [-5_000, '−$0.005'],
])('%i micros are %s', (micros, text) => {
  expect(dollars(micros)).toBe(text);
});

test('a maximum has one phrase, and an unknown price is not nothing', () => {
  expect(atMost(104_000)).toBe('At most $0.104');
  expect(atMost(null)).toBe('Cost unknown');
});
