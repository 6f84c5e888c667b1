import { expect, test } from 'vitest';
import { tryAll } from './hostile-callers.ts';

test('every hostile value in every argument, input field, path, query and body: none costs much, and none is an error of ours', async () => {
  const { failures, tried } = await tryAll();

  expect(failures).toEqual([]);
  expect(tried).toBeGreaterThan(5_000);
}, 3_000_000);
