import { expect, test } from 'vitest';
import { tryAll } from './hostile-callers.ts';
import { SEED } from './hostile-values.ts';

test('a hostile value in every sixteenth argument, input field, path, query and body: none costs much, and none is an error of ours', async () => {
  const { failures, tried, places } = await tryAll({ valuesEach: 1, placesShare: 1 / 16 });

  expect(failures, `HOSTILE_SEED=${SEED}`).toEqual([]);
  expect(places).toBeGreaterThan(500);
  expect(tried).toBeGreaterThan(50);
}, 480_000);
