import { expect, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { bringUp, databaseOf001 } from './releases.ts';
import { schemaOf } from './schema-of.ts';

test('a database that was brought along is the same as a new one', async () => {
  const [upgraded, made] = [await databaseOf001(), await cloneDatabase()];
  await bringUp(upgraded);

  const [after, expected] = [await schemaOf(upgraded), await schemaOf(made)];

  expect(expected.length).toBeGreaterThan(1_000);
  expect(after).toEqual(expected);
  await Promise.all([upgraded.drop(), made.drop()]);
});
