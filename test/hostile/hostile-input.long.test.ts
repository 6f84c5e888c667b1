import { expect, test } from 'vitest';
import { tryAll } from './hostile-callers.ts';
import { SEED } from './hostile-values.ts';

/** Of each place. All of them take most of an hour: `HOSTILE_VALUES=1000`, for who has one. */
const VALUES_EACH = Number(process.env.HOSTILE_VALUES ?? 2);

test('many hostile values in every argument, input field, path, query and body: none costs much, and none is an error of ours', async () => {
  const { failures, tried } = await tryAll({ valuesEach: VALUES_EACH });

  expect(failures, `HOSTILE_SEED=${SEED}`).toEqual([]);
  expect(tried).toBeGreaterThan(500 * VALUES_EACH);
}, 3_000_000);
