import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import {
  beginBatches,
  createProgressTable,
  endBatches,
  limitSession,
  type RunQuery,
} from '../../src/platform/database/migration.sql.ts';
import {
  MIGRATION_LIMITS,
  type MigrationLimits,
  MigrationRunner,
  type NamedMigration,
} from '../../src/platform/database/migration-runner.ts';
import {
  backfill,
  change,
  check,
  index,
  replaceIndex,
  type Step,
  SteppedMigration,
} from '../../src/platform/database/migration-steps.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/service-process.ts';

const DONE = 'mikro_orm_migrations';

function inSteps(name: string, ...steps: Step[]): NamedMigration {
  class Made extends SteppedMigration {
    override steps() {
      return steps;
    }
  }
  return { name, migration: new Made(undefined as never, undefined as never) };
}

/** With a table of a thousand rows that is in use. */
async function inUse() {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  await database.query(`create table ${DONE} (id serial primary key, name varchar(255) not null)`);
  await database.query('create table thing (id text primary key, size int, note text)');
  await database.query(
    `insert into thing select 'thing_' || lpad(n::text, 4, '0'), n from generate_series(1, 1000) as n`,
  );
  return database;
}

async function run(database: TestDatabase, migrations: NamedMigration[], limits: Partial<MigrationLimits> = {}) {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  const lines: string[] = [];
  const logger = createLogger('silent');
  logger.info = logger.warn = ((line: string) => lines.push(line)) as never;
  const runner = new MigrationRunner(client, { table: DONE, logger, limits: { ...MIGRATION_LIMITS, ...limits } });
  const done = runner.migrateInUse(migrations).finally(() => client.end());
  done.catch(() => {});
  return { done, lines, pid: (client as unknown as { processID: number }).processID };
}

const namesDone = async (database: TestDatabase) =>
  (await database.query<{ name: string }>(`select name from ${DONE} order by id`)).map(({ name }) => name);

/** Holds a lock in a transaction of its own. */
async function hold(database: TestDatabase, text: string) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query(text);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

test('a change gives its place in the queue up again and again, and is made when the lock is free', async () => {
  const database = await inUse();
  const release = await hold(database, `update thing set size = 0 where id = 'thing_0001'`);

  const { done, lines } = await run(database, [inSteps('one', change('alter table thing add more int'))]);
  await until(() => lines.filter((line) => /waits for a lock/.test(line)).length > 1);
  // It waits no longer than its limit, so that nobody behind it does.
  await database.query(`update thing set size = 1 where id = 'thing_0002'`);
  await release();
  await done;

  expect(await namesDone(database)).toEqual(['one']);
  expect(lines.join()).toMatch(/process \d+ \(unnamed, idle in transaction for \d+ s\)/);
});

test('what gets no lock in its time says who holds it, and leaves nothing of the step behind', async () => {
  const database = await inUse();
  const release = await hold(database, 'lock table thing in access share mode');

  const { done } = await run(
    database,
    [inSteps('one', change('create table beside (id int)', 'alter table thing add more int'))],
    { patienceMs: 0, lockTimeoutMs: 20 },
  );

  await expect(done).rejects.toThrow(
    /Migration one could not get its lock in 0 s\. The oldest open transactions: process/,
  );
  expect(await database.query(`select to_regclass('beside') as it`)).toEqual([{ it: null }]);
  await release();
  await (await run(database, [inSteps('one', change('create table beside (id int)'))])).done;
  expect(await namesDone(database)).toEqual(['one']);
});

test('a statement that is cancelled ends the run with the name of the migration, and the next run goes on', async () => {
  const database = await inUse();
  const steps = (seconds: number) => [
    inSteps('first', change('create table beside (id int)')),
    inSteps('second', change(`do $$ begin perform pg_sleep(${seconds}); end $$`)),
  ];
  const { done, pid } = await run(database, steps(60));
  await until(async () => {
    const [found] = await database.query(`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`);
    return found !== undefined;
  });

  await database.query(`select pg_cancel_backend(${pid})`);

  await expect(done).rejects.toThrow(/^Migration second ended: the database cancelled a statement \(canceling/);
  expect(await namesDone(database)).toEqual(['first']);
  await (await run(database, steps(0).slice(1))).done;
  expect(await namesDone(database)).toEqual(['first', 'second']);
});

test('a session is bound by no limit of time but that of locks, which a backfill gives back', async () => {
  const database = await inUse();
  const client = new pg.Client({
    connectionString: database.url,
    options: '-c statement_timeout=7s -c transaction_timeout=7s -c idle_session_timeout=7s -c lock_timeout=7s',
  });
  await client.connect();
  onTestFinished(() => client.end());
  const query: RunQuery = async (text, values) => (await client.query(text, values)).rows;

  await limitSession(query, 600_000);
  await beginBatches(query, 300);
  await endBatches(query, 600_000);

  const limits = await query(
    `select name, setting from pg_settings where name ~ '_timeout$' and source = 'session' order by name`,
  );
  expect(limits).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '0' },
    { name: 'idle_session_timeout', setting: '0' },
    { name: 'lock_timeout', setting: '600000' },
    { name: 'statement_timeout', setting: '0' },
    { name: 'transaction_timeout', setting: '0' },
  ]);
});

test('a run that is killed at its very end leaves no table of the progress behind', async () => {
  const database = await inUse();
  const steps = () => [inSteps('one', index('create index "thing_size" on "thing" ("size")'))];
  await createProgressTable((text) => database.query(text));
  const release = await hold(database, 'lock table migration_progress in access share mode');

  const { done, pid } = await run(database, steps());
  await until(async () => {
    const [found] = await database.query(
      `select from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`,
    );
    return found !== undefined;
  });
  await database.query(`select pg_terminate_backend(${pid})`);
  await expect(done).rejects.toThrow();
  await release();

  expect(await namesDone(database)).toEqual([]);
  await (await run(database, steps())).done;
  expect(await namesDone(database)).toEqual(['one']);
  expect(await database.query(`select to_regclass('migration_progress') as it`)).toEqual([{ it: null }]);
});

test('a run that is killed in a backfill is taken up after its last batch', async () => {
  const database = await inUse();
  await database.query('create table touched (id text)');
  const steps = [
    change('create function slow() returns text language sql volatile as $$ select pg_sleep(0.002)::text $$'),
    // Counts how often each row is met, also in a transaction that is undone.
    backfill({ table: 'thing', key: 'id', set: `note = slow() || 'done'`, where: 'note is null' }),
    change('alter table thing add more int'),
  ];
  const first = await run(database, [inSteps('one', ...steps)], { batchMs: 60 });
  first.done.catch(() => {});
  const rowsDone = async () =>
    (await database.query<{ rows: number }>('select rows::int from migration_progress'))[0]?.rows ?? 0;
  await until(async () => (await rowsDone().catch(() => 0)) > 0);
  await database.query('select pg_terminate_backend($1)', [first.pid]);
  await expect(first.done).rejects.toThrow();
  const before = await rowsDone();
  expect(before).toBeLessThan(1_000);
  // What was done is not met again: it would be seen here.
  await database.query(`create function watch() returns trigger language plpgsql as $$ begin
    insert into touched values (new.id); return new; end $$`);
  await database.query('create trigger watch before update on thing for each row execute function watch()');

  await (await run(database, [inSteps('one', ...steps)])).done;

  expect(await database.query('select count(*)::int as rows from touched')).toEqual([{ rows: 1_000 - before }]);
  expect(await database.query('select count(*)::int as rows from thing where note is null')).toEqual([{ rows: 0 }]);
  expect(await namesDone(database)).toEqual(['one']);
  expect(await database.query(`select to_regclass('migration_progress') as it`)).toEqual([{ it: null }]);
});

test('an index that a killed run has left unfinished is built anew', async () => {
  const database = await inUse();
  // Until everybody has ended who could still see the table without it, an index is not valid.
  const release = await hold(database, `update thing set size = 7 where id = 'thing_0007'`);
  const steps = [index('create index "thing_size" on "thing" ("size")'), change('alter table thing add more int')];
  const first = await run(database, [inSteps('one', ...steps)]);
  const found = () =>
    database.query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('thing_size')`,
    );
  await until(async () => (await found()).length === 1);
  await database.query('select pg_terminate_backend($1)', [first.pid]);
  await expect(first.done).rejects.toThrow();
  expect(await found()).toEqual([{ valid: false }]);
  await release();

  await (await run(database, [inSteps('one', ...steps)])).done;

  expect(await found()).toEqual([{ valid: true }]);
  expect(await namesDone(database)).toEqual(['one']);
});

test('while an index is built others write; the new one takes the place of the earlier one', async () => {
  const database = await inUse();
  await database.query('create index "thing_size" on "thing" ("size")');
  const release = await hold(database, `update thing set size = 7 where id = 'thing_0007'`);

  const { done } = await run(database, [
    inSteps('one', ...replaceIndex('thing_size', 'create index "thing_size" on "thing" ("size", "id")')),
    inSteps('two', ...check('thing', 'thing_size_check', 'size >= 0')),
  ]);
  await until(async () => (await database.query(`select from pg_class where relname = 'thing_size_next'`)).length > 0);
  // Behind a lock that it held or waited for, this would wait until the end of the test.
  await database.query(`update thing set size = 8 where id = 'thing_0008'`);
  await release();
  await done;

  expect(await database.query(`select pg_get_indexdef(to_regclass('thing_size')) as it`)).toEqual([
    { it: 'CREATE INDEX thing_size ON public.thing USING btree (size, id)' },
  ]);
  expect(
    await database.query(`select convalidated as it from pg_constraint where conname = 'thing_size_check'`),
  ).toEqual([{ it: true }]);
});

test('of a constraint that the rows break the rows are left, and the migration is not done', async () => {
  const database = await inUse();

  const { done } = await run(database, [inSteps('one', ...check('thing', 'thing_size_check', 'size < 1000'))]);

  await expect(done).rejects.toThrow(/thing_size_check/);
  expect(await namesDone(database)).toEqual([]);
});
