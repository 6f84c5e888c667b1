import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { imprimatur } from '../support/command.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts';
import { DataDir, type ServiceProcess, startService } from '../support/service-process.ts';
import { restoreRelease } from '../upgrades/support/restore.ts';
import { of, reported } from './doctor.ts';

async function own(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made;
  onTestFinished(() => database.drop());
  return database;
}

/** Keys are those that are kept in the folder. */
const KEPT_KEYS = { ADMIN_TOKEN: undefined, INTEGRATIONS_INBOUND_SECRET: undefined };

const urlsOf = ({ serviceUrl, url }: TestDatabase) => ({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: url });

const move = (dataDir: DataDir, env: Record<string, string | undefined>) =>
  imprimatur(['move-database'], { ...KEPT_KEYS, ...env, DATA_DIR: dataDir.path });

const seal = (service: ServiceProcess, text: string) =>
  service.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } });

async function served<T>(
  dataDir: DataDir,
  env: Record<string, string | undefined>,
  work: (service: ServiceProcess) => Promise<T>,
) {
  await using service = await (await startService({ dataDir, env: { ...KEPT_KEYS, ...env } })).ready();
  const result = await work(service);
  service.kill('SIGTERM');
  expect((await service.exited).code).toBe(0);
  return result;
}

/** An embedded database with everything that release 0.2.0 left, upgraded, and a seal of today. */
async function filled(): Promise<DataDir> {
  const dataDir = new DataDir();
  onTestFinished(() => dataDir[Symbol.dispose]());
  await restoreRelease('0.2.0', dataDir);
  await served(dataDir, {}, async (service) => expect((await seal(service, 'embedded')).status).toBe(201));
  return dataDir;
}

/** Rows of the embedded database, by table, in the order of their text. */
async function embeddedRows(dataDir: DataDir, tables: readonly string[]): Promise<unknown> {
  const server = await openEmbeddedPostgres({ dataDir: dataDir.path });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const rows = await rowsOf(async (text) => (await client.query(text)).rows, tables);
  await client.end();
  await server.stop();
  return rows;
}

async function rowsOf(query: (text: string) => Promise<unknown[]>, tables: readonly string[]): Promise<unknown> {
  const entries = [];
  for (const table of tables) entries.push([table, await query(`select t::text from ${table} t order by 1`)]);
  return Object.fromEntries(entries);
}

const TABLES = [
  'asset',
  'run',
  'attempt',
  'chain_entry',
  'log_entry',
  'approval_decision',
  'seal_status',
  'audit_entry',
];

test('one command moves to a database of one’s own, where the service goes on with everything it had', async () => {
  const dataDir = await filled();
  const database = await own(emptyDatabase());
  const env = urlsOf(database);

  const { code, stdout, stderr } = await move(dataDir, env);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^[\d,]+ rows of \d+ tables were copied to test_\w+ at 127\.0\.0\.1, port \d+, and compared\.\n/,
  );
  expect(stdout).toMatch(
    /Set DATABASE_URL as it is now.*\n.*Set DATABASE_OWNER_URL only where imprimatur migrate runs/,
  );
  const before = await embeddedRows(dataDir, TABLES);
  expect(await rowsOf((text) => database.query(text), TABLES)).toEqual(before);
  expect(await database.query('select count(*)::int as jobs from pgboss.queue')).not.toEqual([{ jobs: 0 }]);
  const doctor = await imprimatur(['doctor', '--json'], { ...KEPT_KEYS, ...env, DATA_DIR: dataDir.path });
  expect(of(reported(doctor).findings, 'database account')).toMatchObject([{ verdict: 'OK' }]);
  expect(of(reported(doctor).findings, 'schema')).toMatchObject([{ verdict: 'OK' }]);
  // The processes that serve don't know the owner.
  await served(dataDir, { DATABASE_URL: database.serviceUrl }, async (service) => {
    expect((await seal(service, 'moved')).status).toBe(201);
    expect((await service.render({}, { wait: 0 })).status).toBe(401);
  });
  const integrity = await imprimatur(['integrity', '--json'], {
    ...KEPT_KEYS,
    DATABASE_URL: database.serviceUrl,
    DATA_DIR: dataDir.path,
  });
  expect(JSON.parse(integrity.stdout).findings, integrity.stderr).toEqual([]);
  const triggers = await database.query(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`);
  expect(triggers).toEqual([]);
  // The old one stays, and can't go on with a log that has moved.
  expect(await embeddedRows(dataDir, TABLES)).toEqual(before);
  await served(dataDir, {}, async (service) => {
    expect(await seal(service, 'a second history')).toMatchObject({ status: 503, body: { code: 'LOG_FROZEN' } });
  });
});

test('a copy that fails stores nothing, and can be repeated', async () => {
  const dataDir = await filled();
  const database = await own(emptyDatabase());
  const env = urlsOf(database);
  expect(await imprimatur(['migrate'], env)).toMatchObject({ code: 0 });
  await database.query('alter table seal add constraint none check (id is null)');

  const failed = await move(dataDir, env);
  const left = await database.query('select (select count(*) from log_entry) + (select count(*) from asset) as rows');
  await database.query('alter table seal drop constraint none');
  const repeated = await move(dataDir, env);

  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/violates check constraint/);
  expect(left).toEqual([{ rows: '0' }]);
  expect(repeated, repeated.stderr).toMatchObject({ code: 0 });
});

describe('is refused', () => {
  test('while a process uses the embedded database', async () => {
    using dataDir = new DataDir();
    await using service = await (await startService({ dataDir })).ready();
    const database = await own(emptyDatabase());

    const refused = await move(dataDir, urlsOf(database));

    expect(refused).toMatchObject({ code: 78, stdout: '' });
    expect(refused.stderr).toMatch(/a process uses the embedded database.*Stop the service/);
    expect(await database.query('select from pg_class where relname = $1', ['asset'])).toEqual([]);
    expect((await service.json('/livez')).status).toBe(200);
  });

  test('into a database that holds the data of a service, or tables of another program', async () => {
    using dataDir = new DataDir();
    await served(dataDir, {}, async () => {});
    const [used, foreign] = [await own(cloneDatabase()), await own(emptyDatabase())];
    await served(new DataDir(), { DATABASE_URL: used.serviceUrl, ADMIN_TOKEN: 'x'.repeat(40) }, async () => {});
    await foreign.query('create table orders (id int); insert into orders values (1)');

    const [intoUsed, intoForeign] = [await move(dataDir, urlsOf(used)), await move(dataDir, urlsOf(foreign))];

    expect(intoUsed).toMatchObject({ code: 78, stderr: expect.stringContaining('it holds the data of a service') });
    expect(intoForeign).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('tables of another program: orders'),
    });
    expect(await foreign.query('select id from orders')).toEqual([{ id: 1 }]);
  });

  test('without a database to move to, or one to move', async () => {
    using dataDir = new DataDir();
    const database = await own(emptyDatabase());

    const [noTarget, noSource] = [await move(dataDir, {}), await move(dataDir, urlsOf(database))];

    expect(noTarget).toMatchObject({ code: 78, stderr: expect.stringContaining('Set DATABASE_URL') });
    expect(noSource).toMatchObject({ code: 78, stderr: expect.stringContaining('has no embedded database') });
  });
});
