import { expect, test } from 'vitest';
import { changedKeys } from './changed-keys.ts';

test('a key is its own key for every single character of Unicode', () => {
  expect(changedKeys(0, 0x10ffff)).toEqual([]);
});
