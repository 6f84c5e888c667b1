import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { dumpDatabase, restoreDatabase } from '../../scripts/logical-dump.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts';
import { dumpOf, KEPT_RELEASES } from './support/restore.ts';

const MAX_BYTES = 5_000_000;

async function connected<T>(database: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What there is once a dump was restored, as a dump. */
async function restored(dump: string): Promise<string> {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  return connected(database, async (client) => {
    await restoreDatabase(client, dump);
    return dumpDatabase(client);
  });
}

/** PostgreSQL writes the parentheses of a condition anew when it has read them. */
const withoutParentheses = (dump: string) => dump.replace(/[()]/g, '');

test('a dump of the present schema restores to a database of which the dump is the same', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await database.query(`insert into partner (id, name) values ('ptn_1', $1)`, [
    `E'\\n;\n--;\n\r"quoted" 'once' \\ 你好`,
  ]);
  const dump = await connected(database, dumpDatabase);

  const again = await restored(dump);

  expect(withoutParentheses(again)).toBe(withoutParentheses(dump));
  for (const what of ['CREATE TRIGGER', 'CREATE OR REPLACE FUNCTION', 'attach partition', 'FOREIGN KEY', 'ptn_1'])
    expect(dump).toContain(what);
});

test.each(KEPT_RELEASES)('what is kept of %s restores to what it was, and is small', async (release) => {
  const dump = dumpOf(release);

  expect(withoutParentheses(await restored(dump))).toBe(withoutParentheses(dump));
  const folder = path.join(import.meta.dirname, release);
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});
