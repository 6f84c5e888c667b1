import { expect, test } from 'vitest';
import { tryAll } from './hostile-callers.ts';
import { SEED } from './hostile-values.ts';

test('a hostile value in some arguments, input fields, paths, queries and bodies: none costs much, and none is an error of ours', async () => {
  const { failures, tried, places } = await tryAll({ valuesEach: 1, placesShare: 1 / 64 });

  expect(failures, `HOSTILE_SEED=${SEED}`).toEqual([]);
  expect(places).toBeGreaterThan(500);
  expect(tried).toBeGreaterThan(20);
}, 480_000);
