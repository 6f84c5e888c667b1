import { expect, test } from 'vitest';
import { formatDuration } from '../../src/renders/web/format-duration.ts';

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [0.4, '1 ms'],
  [99, '99 ms'],
  [140, '0.1 s'],
  [3_000, '3 s'],
  [3_040, '3.0 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_960, '1 min 0 s'],
  [119_600, '2 min 0 s'],
  [3_599_000, '59 min 59 s'],
  [3_599_600, '1 h 0 min'],
  [5_400_000, '1 h 30 min'],
])('%f milliseconds read %s', (ms, read) => {
  expect(formatDuration(ms)).toBe(read);
});
