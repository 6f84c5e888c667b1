import { expect, test } from 'vitest';
import { tryAll } from './hostile-callers.ts';
import { SEED } from './hostile-values.ts';

test('some hostile values in every argument, input field, path, query and body: none costs much, and none is an error of ours', async () => {
  const { failures, tried, places } = await tryAll(3);

  expect(failures, `HOSTILE_SEED=${SEED}`).toEqual([]);
  expect(places).toBeGreaterThan(500);
  expect(tried).toBeGreaterThan(1_500);
}, 480_000);
