import { afterAll, beforeAll, expect, test } from 'vitest';
import { imprimatur } from '../../support/command.ts';
import { emptyDatabase } from '../../support/database.ts';
import { type ServiceProcess, startService, until } from '../../support/service-process.ts';
import { startTlsPostgres, type TlsPostgres } from '../../support/tls-postgres.ts';

let server: TlsPostgres;

beforeAll(async () => {
  server = await startTlsPostgres();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const verified = (url = server.url) => `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(server.caFile)}`;

/** Something of everything that goes to the database: reads, deeds, jobs. */
async function useService(service: ServiceProcess): Promise<void> {
  const { status, body } = await service.render({ title: 'sea' }, { wait: 20 });
  expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
  const sealed = await service.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'A letter.', disclaimer_ack: true },
  });
  expect(sealed.status).toBe(201);
}

interface Connection {
  name: string;
  ssl: boolean;
}

const connections = () =>
  server.query<Connection>(
    `select application_name as name, ssl from pg_stat_ssl join pg_stat_activity using (pid)
     where usename = 'imprimatur'`,
  );

test('with a server that takes TLS only, every connection of every command is encrypted', async () => {
  const DATABASE_URL = verified();
  await using service = await startService({ env: { DATABASE_URL, SANDBOX: '1' } });
  await service.ready();
  await useService(service);
  await until(async () => (await connections()).some(({ name }) => name === 'imprimatur-live'));

  const open = await connections();
  expect(new Set(open.map(({ name }) => name))).toEqual(new Set(['', 'imprimatur-jobs', 'imprimatur-live']));
  expect(open.filter(({ ssl }) => !ssl)).toEqual([]);

  const doctor = await imprimatur(['doctor', '--json'], { DATABASE_URL });
  expect(JSON.parse(doctor.stdout).findings).toContainEqual(
    expect.objectContaining({
      name: 'encryption',
      verdict: 'OK',
      detail: expect.stringMatching(/encrypted \(TLSv1\.\d\).*verified/),
    }),
  );
  expect(await imprimatur(['migrate'], { DATABASE_URL })).toMatchObject({ code: 0 });
  expect(await imprimatur(['integrity', '--json'], { DATABASE_URL, DATA_DIR: undefined })).toMatchObject({
    stderr: expect.not.stringContaining('encryption'),
  });
  const unverified = await imprimatur(['doctor', '--json'], { DATABASE_URL: `${server.url}?sslmode=no-verify` });
  expect(JSON.parse(unverified.stdout).findings).toContainEqual(
    expect.objectContaining({
      name: 'encryption',
      verdict: 'WARN',
      detail: expect.stringContaining('is not verified'),
    }),
  );
  // The server would have written a line for each connection that was tried in the clear.
  expect(server.log()).not.toMatch(/no encryption/);
});

test.each([
  [
    'an authority that did not issue the certificate',
    () => `${server.url}?sslmode=verify-full&sslrootcert=${server.otherCaFile}`,
    /certificate.*sslrootcert/,
  ],
  [
    'a host that the certificate is not for',
    () => verified(server.url.replace('localhost', '127.0.0.1')),
    /ERR_TLS_CERT_ALTNAME_INVALID/,
  ],
  ['no TLS where the server takes nothing else', () => `${server.url}?sslmode=disable`, /no encryption/],
])('%s ends the start with 78', async (_what, urlOf, sentence) => {
  const { code, stderr } = await imprimatur(['start'], { DATABASE_URL: urlOf() });

  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain(new URL(server.url).password);
  expect(code).toBe(78);
});

test('sslmode asks for TLS that the server does not have: 78', async () => {
  const database = await emptyDatabase();
  const { code, stderr } = await imprimatur(['start'], { DATABASE_URL: `${database.url}?sslmode=require` });
  await database.drop();

  expect({ code, stderr }).toEqual({ code: 78, stderr: expect.stringContaining('sslmode asks for TLS') });
});

test('a Unix socket, and a password with letters that mean something in a URL', async () => {
  const password = 'p%w ä@:/?#%2F';
  await server.query(`create role "o-ne" login password '${password}'`);
  await server.query(`create database "o-ne" owner "o-ne"`);
  const user = 'o-ne';
  const DATABASE_URL =
    `postgres://${user}:${encodeURIComponent(password)}@/${user}` +
    `?host=${encodeURIComponent(server.socketFolder)}&port=${server.port}`;
  await using service = await startService({ env: { DATABASE_URL } });
  await service.ready();
  await useService(service);

  const open = await server.query<{ address: string | null }>(
    `select client_addr::text as address from pg_stat_activity where usename = 'o-ne'`,
  );
  expect(open.length).toBeGreaterThan(3);
  expect(open.filter(({ address }) => address !== null)).toEqual([]);
});

test('an account that is let in by a certificate shows it on every connection', async () => {
  const { name, certFile, keyFile } = server.client;
  await server.query(`create role ${name} login`);
  await server.query(`create database ${name} owner ${name}`);
  const DATABASE_URL =
    `postgres://${name}@localhost:${server.port}/${name}?sslmode=verify-full&sslrootcert=${server.caFile}` +
    `&sslcert=${certFile}&sslkey=${keyFile}`;
  await using service = await startService({ env: { DATABASE_URL } });
  await service.ready();
  await useService(service);

  const open = await server.query<{ subject: string | null }>(
    `select client_dn as subject from pg_stat_ssl join pg_stat_activity using (pid) where usename = '${name}'`,
  );
  expect(open.length).toBeGreaterThan(3);
  expect(new Set(open.map(({ subject }) => subject))).toEqual(new Set([`/CN=${name}`]));
});

test('two installations in two schemas of one database do not see each other', async () => {
  const database = await emptyDatabase();
  for (const name of ['north', 'south', 'extensions']) await database.query(`create schema ${name}`);
  await database.query('create extension pg_trgm with schema extensions');
  const urlOf = (schema: string) => `${database.url}?options=-c%20search_path=${schema},extensions`;
  await using north = await startService({ env: { DATABASE_URL: urlOf('north') } });
  await using south = await startService({ env: { DATABASE_URL: urlOf('south') } });
  await north.ready();
  await south.ready();

  await useService(north);

  const counts = await database.query<{ schema: string; tables: number }>(
    `select table_schema as schema, count(*)::int as tables from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     group by 1 order by 1`,
  );
  const [tables] = counts.filter(({ schema }) => schema === 'north');
  expect(counts.map(({ schema }) => schema)).toEqual(['north', 'pgboss_north', 'pgboss_south', 'south']);
  expect(tables!.tables).toBeGreaterThanOrEqual(79);
  expect(counts).toContainEqual({ schema: 'south', tables: tables!.tables });
  expect(
    await database.query(
      'select (select count(*)::int from north.render) as north, (select count(*)::int from south.render) as south',
    ),
  ).toEqual([{ north: 1, south: 0 }]);
  await useService(south);
  await database.drop();
});

test('tables that an earlier version put into public are not left behind in silence', async () => {
  const database = await emptyDatabase();
  await database.query('create schema ours');
  await imprimatur(['migrate'], { DATABASE_URL: database.url });
  const DATABASE_URL = `${database.url}?options=-c%20search_path=ours,public`;

  const refused = await imprimatur(['migrate'], { DATABASE_URL });
  expect(refused).toMatchObject({ code: 78, stderr: expect.stringContaining('schema public') });
  expect(await database.query("select 1 from pg_tables where schemaname = 'ours'")).toEqual([]);

  // Moved, as docs/database.md says.
  await database.query('alter schema public rename to ours_moved');
  await database.query('drop schema ours');
  await database.query('alter schema ours_moved rename to ours');
  await database.query('create schema public');
  expect(
    await imprimatur(['migrate'], { DATABASE_URL: `${database.url}?options=-c%20search_path=ours` }),
  ).toMatchObject({
    code: 0,
  });
  await database.drop();
});

test('a search path that leads into another installation ends the start with 78', async () => {
  const database = await emptyDatabase();
  for (const name of ['north', 'south']) await database.query(`create schema ${name}`);
  const migrate = (path: string) =>
    imprimatur(['migrate'], { DATABASE_URL: `${database.url}?options=-c%20search_path=${path}` });
  await migrate('north');

  expect(await migrate('south,north')).toMatchObject({ code: 78, stderr: expect.stringContaining('also names north') });
  expect(await migrate('south')).toMatchObject({ code: 78, stderr: expect.stringContaining('pg_trgm') });
  await database.drop();
});

test('a schema that is not there ends the start with 78', async () => {
  const database = await emptyDatabase();
  const DATABASE_URL = `${database.url}?options=-c%20search_path=missing`;

  const { code, stderr } = await imprimatur(['start'], { DATABASE_URL });
  await database.drop();

  expect({ code, stderr }).toEqual({ code: 78, stderr: expect.stringContaining('CREATE SCHEMA missing') });
});
