import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayBegins, dayEnds, momentOf, timeField } from '../../src/web/kit/moments.ts';

describe.each([
  ['Europe/Berlin', '2026-11-25T23:00:00.000Z', '2026-11-26T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-26T08:00:00.000Z', '2026-11-27T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-25T18:30:00.000Z', '2026-11-26T18:30:00.000Z'],
  ['UTC', '2026-11-26T00:00:00.000Z', '2026-11-27T00:00:00.000Z'],
])('in %s', (zone, begins, ends) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    process.env.TZ = before;
  });

  test('a day is the day of the reader’s clock', () => {
    expect([dayBegins('2026-11-26'), dayEnds('2026-11-26')]).toEqual([begins, ends]);
  });

  test('what is in a field is read as it was written', () => {
    for (const field of ['2026-03-29T12:00', '2026-10-25T18:59', '0999-01-01T00:00', '9999-12-30T00:00']) {
      expect(timeField(momentOf(field))).toBe(field);
    }
  });

  test.each(['275760-09-13T00:00', '275761-01-01T00:00', '202612-01-01T00:00', '+', 'tomorrow', '2026-02-31T99:99'])(
    '%s can’t be read, and nothing throws',
    (field) => {
      expect(momentOf(field)).toBeUndefined();
    },
  );

  test('no day gives a moment that others can’t read', () => {
    for (const moment of [dayBegins('9999-12-31'), dayEnds('9999-12-31'), dayBegins('0000-01-01')]) {
      expect(moment ?? '').toMatch(/^(\d{4}-.*Z)?$/);
    }
  });
});

test('a day on which clocks change has 23 or 25 hours', () => {
  const before = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  const hours = (day: string) => (Date.parse(dayEnds(day)!) - Date.parse(dayBegins(day)!)) / 3_600_000;

  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-26')]).toEqual([23, 25, 24]);
  process.env.TZ = before;
});
