import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../../src/app.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { cloneDatabase } from '../../support/database.ts';

test('a closed database has no connection left, also if only prepared statements used it', async () => {
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const connections = () => clone.query(`select from pg_stat_activity where application_name = 'to be closed'`);
  const databaseUrl = `${clone.url}?application_name=to%20be%20closed`;
  const database = await Database.open(databaseOptions({ databaseUrl, poolSize: 2 }));
  expect(await database.readValue({ name: undefined, text: 'select 1' }, [])).toBe(1);
  const before = await connections();

  await database.close();

  expect(before).toHaveLength(1);
  // A connection that ends is listed for a moment.
  await expect.poll(connections, { timeout: 10_000 }).toEqual([]);
});
