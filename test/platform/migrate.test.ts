import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { migrate, untilDatabaseAnswers } from '../../src/platform/database/migrate.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { asSuperuser, emptyDatabase, type TestDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const logger = createLogger('silent');
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

async function openEmpty(limits: object = {}) {
  const database = await emptyDatabase();
  const orm = await MikroORM.init({
    ...databaseOptions({ databaseUrl: database.url, poolSize: 2 }),
    driverOptions: limits,
  });
  onTestFinished(async () => {
    await orm.close(true);
    await database.drop();
  });
  const run = () => migrate({ orm, owner: { url: database.url, setting: 'DATABASE_URL' }, logger });
  const applied = () => database.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  return { database, run, applied };
}

test('an empty database gets every migration, in whatever number of processes, once', async () => {
  const { run, applied } = await openEmpty();

  await Promise.all([run(), run(), run()]);

  const names = (await applied()).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
});

test('a migration that breaks off leaves nothing half-made, and the next attempt does all of it', async () => {
  const { database, run, applied } = await openEmpty();
  // The last thing the first migration makes is in the way.
  await database.query('create table asset_tag (asset_id int)');

  await expect(run()).rejects.toThrow(/asset_tag/);
  expect(await database.query("select 1 from pg_tables where schemaname = 'public' and tablename = 'asset'")).toEqual(
    [],
  );
  await database.query('drop table asset_tag');
  await run();

  expect(await applied()).not.toEqual([]);
});

test('the time limits of requests are not for migrations', async () => {
  const { run, applied } = await openEmpty({ statement_timeout: 1, query_timeout: 1 });

  await run();

  expect(await applied()).not.toEqual([]);
});

test('the time limits of the account and the database are not for migrations', async () => {
  const { database, run, applied } = await openEmpty();
  const name = new URL(database.url).pathname.slice(1);
  // A table of the same name that another transaction makes and takes back: the migration waits for it.
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; create table asset_tag ()');
  for (const limit of ['statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout']) {
    await asSuperuser(`alter database ${name} set ${limit} = '500ms'`);
  }

  const migrated = run();
  await Promise.race([migrated, expect.poll(() => longWaits(database), { timeout: PATIENCE_MS }).toBe(1)]);
  await other.query('rollback');
  await migrated;

  expect(await applied()).not.toEqual([]);
});

/** Statements that have waited longer than the limits for a lock, and run still. */
async function longWaits({ query }: TestDatabase): Promise<number> {
  const waiting = await query(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and clock_timestamp() - query_start > '1s'`,
  );
  return waiting.length;
}

test('a statement that the database cancels is no database that does not answer', async () => {
  const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

  await expect(untilDatabaseAnswers(() => Promise.reject(cancelled), logger)).rejects.toThrow('canceling statement');
});

test('a database that is away is asked again; any other error comes out', async () => {
  let asked = 0;
  const answer = await untilDatabaseAnswers(async () => {
    if (++asked < 3) throw away();
    return 'here';
  }, logger);

  expect(answer).toBe('here');
  expect(asked).toBe(3);
  await expect(untilDatabaseAnswers(() => Promise.reject(new Error('no such table')), logger)).rejects.toThrow(
    'no such table',
  );
});

test('who waits for a database stops waiting when told so', async () => {
  const stop = new AbortController();
  const waiting = untilDatabaseAnswers(() => Promise.reject(away()), logger, stop.signal);

  stop.abort(new Error('The stop has begun.'));

  await expect(waiting).rejects.toThrow('The stop has begun.');
});
