import { describe, expect, test } from 'vitest';
import { parseSetting } from '../../src/settings/web/parse-setting.ts';
import { amountText, readAmount } from '../../src/web/kit/amount.ts';

describe('dollars that a person types', () => {
  test.each([
    ['25', 25],
    ['$25', 25],
    ['0.50', 0.5],
    ['0,50', 0.5],
    ['1,5', 1.5],
    ['12.345678', 12.345678],
    ['0.500', 0.5],
    ['1234.567', 1234.567],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1 234,56', 1234.56],
    ['1\u00a0234\u00a0567', 1_234_567],
    ['1’234.50', 1234.5],
    ["1'000", 1000],
    ['1,000,000', 1_000_000],
    ['1.000.000', 1_000_000],
    ['1,000,000.5', 1_000_000.5],
    ['999999999', 999_999_999],
  ])('%j are %d', (typed, dollars) => {
    expect(readAmount(typed)).toEqual({ is: 'AMOUNT', micros: Math.round(dollars * 1_000_000) });
  });

  test.each([
    ['1,000', 'Enter 1000 or 1.00. The value can be read either way.'],
    ['1.000', 'Enter 1000 or 1.00. The value can be read either way.'],
    ['10,000', 'Enter 10000 or 10.00. The value can be read either way.'],
    ['$999,500', 'Enter 999500 or 999.50. The value can be read either way.'],
  ])('%j have two meanings, and both are shown', (typed, sentence) => {
    expect(readAmount(typed)).toEqual({ is: 'FAULT', sentence });
  });

  test.each(['abc', '-5', '1,00,000', '1,000,00', '1.2.3', '1,234.567.8', '1e3', '1,234,56', '.5', '5.', '1234567890'])(
    '%j are none',
    (typed) => {
      expect(readAmount(typed).is).toBe('FAULT');
    },
  );

  test('nothing is nothing', () => {
    expect(readAmount('  ')).toEqual({ is: 'EMPTY' });
  });

  test.each([0, 1, 500_000, 1_234_000, 1_000, 20_000_000, 999_999_999_999_999])(
    '%d micros are typed as they are read',
    (micros) => {
      expect(readAmount(amountText(micros))).toEqual({ is: 'AMOUNT', micros });
    },
  );
});

describe('whole numbers', () => {
  const sent = (typed: string) => parseSetting(typed, 'IntegerValue', { unit: null } as never);

  test.each([
    ['1000', 1000],
    ['1,000', 1000],
    ['1.000', 1000],
    ['1 000 000', 1_000_000],
    ['-12', -12],
  ])('%j is %d', (typed, integer) => {
    expect(sent(typed)).toEqual({ integer });
  });

  test.each(['1,5', '1.5', '10,00', '1,000.5', 'many', ''])('%j is none', (typed) => {
    expect(typeof sent(typed)).toBe('string');
  });
});
