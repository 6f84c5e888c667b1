import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findPooler } from '../../../src/platform/database/pooler.ts';
import { checkPooler } from '../../../src/platform/database/pooler-check.ts';
import { startApi } from '../../support/api.ts';
import { asSuperuser, cloneDatabase, type TestDatabase } from '../../support/database.ts';
import { type Pgbouncer, type PoolMode, startPgbouncer } from '../../support/pgbouncer.ts';

/** As people configure it who know that clients send them. */
const IGNORING = {
  ignore_startup_parameters: 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database?.drop());

async function pooler(mode: PoolMode, settings: Record<string, string> = {}): Promise<Pgbouncer> {
  const found = await startPgbouncer([database.serviceUrl, database.url], { mode, settings });
  onTestFinished(() => found[Symbol.asyncDispose]());
  return found;
}

const find = (url: string) => findPooler({ url, setting: 'DATABASE_URL' });

function check(urls: Parameters<typeof checkPooler>[0]) {
  const warnings: string[] = [];
  return {
    warnings,
    outcome: checkPooler(urls, ({ advice }) => warnings.push(advice)).catch((error: Error) => error.message),
  };
}

test('PostgreSQL itself is no pooler', async () => {
  expect(await find(database.serviceUrl)).toBeNull();
});

test('a pooler in transaction mode is found, however it hands out its server connections', async () => {
  const ways: Record<string, string>[] = [
    {},
    { server_round_robin: '1' },
    { default_pool_size: '1' },
    { default_pool_size: '2' },
  ];
  for (const settings of ways) {
    const refusing = await pooler('transaction', settings);
    const ignoring = await pooler('transaction', { ...IGNORING, ...settings });

    expect(await find(refusing.through(database.serviceUrl))).toEqual({ isTransactional: true, takesSettings: false });
    expect(await find(ignoring.through(database.serviceUrl))).toEqual({ isTransactional: true, takesSettings: true });
  }
});

test('a pooler in session mode is told from one in transaction mode', async () => {
  const ignoring = await pooler('session', IGNORING);

  expect(await find(ignoring.through(database.serviceUrl))).toEqual({ isTransactional: false, takesSettings: true });
});

test('without DATABASE_DIRECT_URL, a pooler in transaction mode is refused by name', async () => {
  const { through } = await pooler('transaction', IGNORING);
  const url = through(database.serviceUrl);

  const started = startApi({ database, env: { DATABASE_URL: url } });

  await expect(started).rejects.toThrow(
    /DATABASE_URL: it leads to a connection pooler in transaction mode, such as pgbouncer, .* Set DATABASE_DIRECT_URL/,
  );
});

test('the URLs that need a session may not lead to the pooler, and must lead to the same database', async () => {
  const { through } = await pooler('transaction');
  const databaseUrl = through(database.serviceUrl);
  const other = await cloneDatabase();
  onTestFinished(() => other.drop());

  const direct = check({ databaseUrl, directUrl: databaseUrl, ownerUrl: null });
  const owner = check({ databaseUrl, directUrl: database.serviceUrl, ownerUrl: through(database.url) });
  const elsewhere = check({ databaseUrl, directUrl: other.serviceUrl, ownerUrl: null });
  const account = check({ databaseUrl, directUrl: database.url, ownerUrl: null });

  expect(await direct.outcome).toMatch(/DATABASE_DIRECT_URL: it leads to a connection pooler/);
  expect(await owner.outcome).toMatch(/DATABASE_OWNER_URL: it leads to a connection pooler/);
  expect(await elsewhere.outcome).toMatch(/DATABASE_DIRECT_URL: it leads to another database or account/);
  expect(await account.outcome).toMatch(/DATABASE_DIRECT_URL: it leads to another database or account/);
});

test('a pooler that runs no transactions is refused, and so is one in session mode that refuses time limits', async () => {
  const statement = await pooler('statement');
  const session = await pooler('session');
  const { serviceUrl } = database;

  const first = check({ databaseUrl: statement.through(serviceUrl), directUrl: serviceUrl, ownerUrl: null });
  const second = check({ databaseUrl: session.through(serviceUrl), directUrl: null, ownerUrl: null });

  expect(await first.outcome).toMatch(/DATABASE_URL: the connection pooler doesn’t run transactions/);
  expect(await second.outcome).toMatch(/DATABASE_URL: .* ignore_startup_parameters = statement_timeout/);
});

test('the account’s time limits take the place of those that the pooler doesn’t pass on', async () => {
  const own = await cloneDatabase();
  onTestFinished(() => own.drop());
  const { through } = await pooler('transaction', { server_lifetime: '0' });
  const urls = { databaseUrl: through(own.serviceUrl), directUrl: own.serviceUrl, ownerUrl: null };
  const before = check(urls);
  await before.outcome;
  const [, statements] = /Run: (.*)$/.exec(before.warnings.join())!;

  await asSuperuser(statements!, own.url);
  const after = check(urls);

  expect(await after.outcome).toEqual({ isTransactional: true, takesSettings: false });
  expect(before.warnings.join()).toContain("statement_timeout = '15s'");
  expect(after.warnings).toEqual([]);
});

test('a search_path that the pooler doesn’t pass on is refused with the statement that sets it', async () => {
  const { through } = await pooler('transaction');
  const withOptions = (url: string) => `${url}?options=-c%20search_path=public_two`;
  await database.query('create schema public_two');
  onTestFinished(async () => void (await database.query('drop schema public_two')));

  const { outcome } = check({
    databaseUrl: withOptions(through(database.serviceUrl)),
    directUrl: withOptions(database.serviceUrl),
    ownerUrl: null,
  });

  expect(await outcome).toMatch(/DATABASE_URL: .* ALTER ROLE \w+ IN DATABASE \w+ SET search_path = public_two/);
});
