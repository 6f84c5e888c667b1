import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildService } from '../../scripts/service-bundle.ts';
import { cloneDatabase, emptyDatabase } from '../support/database.ts';
import { DataDir, freePort, startService, until } from '../support/service-process.ts';
import { TcpGate } from '../support/tcp-gate.ts';

test.concurrent('a database that comes up later is waited for: alive, not ready, then ready', async () => {
  const database = await cloneDatabase();
  await using gate = await TcpGate.before(database.url);
  await using service = await startService({ env: { DATABASE_URL: gate.url } });

  await until(async () => (await service.statusOf('/livez')) === 200);
  await until(() => service.stderr.includes("The database doesn't answer"));
  const notYet = await service.json('/api/health/architecture');
  expect(await service.statusOf('/readyz')).toBe(503);
  expect(notYet).toMatchObject({ status: 503, body: { ok: false, code: 'SERVICE_UNAVAILABLE' } });
  expect(notYet.headers.get('retry-after')).toBe('1');
  await gate.open();
  await service.ready();

  await until(async () => (await service.statusOf('/readyz')) === 200);
  expect(service.stderr).not.toContain(new URL(gate.url).password);
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  await database.drop();
});

test.concurrent.for([
  ['a wrong password', { password: 'not-the-password' }, /password authentication failed/],
  ['an unknown database', { pathname: '/not_there' }, /database "not_there" does not exist/],
] as const)('%s ends the start with one clear line', async ([_, change, message]) => {
  const database = await cloneDatabase();
  const url = new URL(database.url);
  const wrong = Object.assign(new URL(url), change).toString();
  await using service = await startService({ env: { DATABASE_URL: wrong } });

  const { code } = await service.exited;

  expect(code).toBe(78);
  expect(service.stderr).toMatch(message);
  expect(service.stderr).toMatch(/^The settings are not right:\n {2}- DATABASE_URL: .+\n$/);
  expect(service.stderr).not.toContain(url.password);
  expect(service.stderr).not.toContain('not-the-password');
  await database.drop();
});

test.concurrent('two services that start at once on an empty database migrate it once, and both are ready', async () => {
  const database = await emptyDatabase();
  const env = { DATABASE_URL: database.url };
  using dataDir = new DataDir();
  await using first = await startService({ env, dataDir });
  await using second = await startService({ env, dataDir });
  await Promise.all([first.ready(), second.ready()]);

  for (const each of [first, second]) await until(async () => (await each.statusOf('/readyz')) === 200);
  const migrated = await database.query('select name, count(*)::int as times from mikro_orm_migrations group by name');
  expect(migrated.map(({ times }) => times)).toEqual(migrated.map(() => 1));
  expect(migrated.length).toBeGreaterThan(0);
  const trust = async () => (await second.json('/.well-known/imprimatur/trust.json')).body;
  await until(async () => (await trust()).verifiers.length > 0);
  expect((await trust()).verifiers).toHaveLength(1);
  const { body } = await first.render({}, { wait: 20 });
  const { body: seen } = await second.json(`/api/integrations/cinema/render/${body.render.id}`, { as: 'integration' });
  expect(seen.render).toMatchObject({ id: body.render.id, status: body.render.status });
  await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]);
  await database.drop();
});

test.concurrent('migrating twice changes nothing the second time', async () => {
  const database = await emptyDatabase();
  const env = { DATABASE_URL: database.url };
  const state = () =>
    database.query(
      `select (select json_agg(m order by id) from mikro_orm_migrations m) as migrations,
         (select json_agg((table_name, column_name, data_type) order by 1) from (select table_name, column_name, data_type
           from information_schema.columns where table_schema = 'public' order by 1, 2) c) as columns`,
    );
  await using first = await startService({ args: ['migrate'], env });
  expect(await first.exited).toEqual({ code: 0, signal: null });
  const before = await state();
  await using second = await startService({ args: ['migrate'], env });
  expect(await second.exited).toEqual({ code: 0, signal: null });

  expect(second.stdout).toContain('up to date');
  expect(await state()).toEqual(before);
  await database.drop();
});

test.concurrent('a port that is taken is named, and no database server is left behind', async () => {
  using dataDir = new DataDir();
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await using service = await startService({ dataDir, port });

  const exit = await service.exited;
  other.close();

  expect(exit).toEqual({ code: 1, signal: null });
  expect(service.stderr.trim()).toBe(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to another, such as PORT=${port + 100 <= 65_535 ? port + 100 : port - 100} npm start`,
  );
  expect(dataDir.processes()).toEqual([]);
});

test.concurrent('a start that fails after its database server is up stops it again', async () => {
  using dataDir = new DataDir();
  await using first = await startService({ dataDir });
  await first.ready();
  first.kill('SIGTERM');
  await first.exited;
  const key = path.join(dataDir.path, 'secrets/encryption-key');
  writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  await using service = await startService({ dataDir });

  const exit = await service.exited;

  expect(exit).toEqual({ code: 78, signal: null });
  expect(service.stderr).toContain(key);
  expect(dataDir.processes()).toEqual([]);
});

test.concurrent('a partner link from the shell works at once beside the running service and its own database', async () => {
  using dataDir = new DataDir();
  const port = await freePort();
  const env = { INTEGRATIONS_INBOUND_SECRET: undefined, ADMIN_TOKEN: undefined };
  await using service = await startService({ dataDir, port, env });
  await service.ready();
  await using shell = await startService({
    args: ['partner-token', 'Agency North', '--days', '7'],
    dataDir,
    // As typed in another terminal, which knows nothing of the port that the service was started with.
    env: { ...env, PORT: undefined },
  });
  expect(await shell.exited).toEqual({ code: 0, signal: null });

  const link = shell.stdout.trim();
  expect(link.startsWith(service.url)).toBe(true);
  const desk = await fetch(link);
  expect(await desk.json()).toMatchObject({ ok: true, partner: { name: 'Agency North' }, items: [] });
  // The command only shared the database server: it is still there for its owner.
  await until(async () => (await service.statusOf('/readyz')) === 200);

  const made = ['integrations-inbound-secret', 'admin-token'].map((name) => path.join(dataDir.path, 'secrets', name));
  for (const file of made) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(made[0]!)).mode & 0o777).toBe(0o700);
  const [inbound, admin] = made.map((file) => readFileSync(file, 'utf8').trim());
  const asAdmin = await service.json('/api/admin/image-bank', { as: { bearer: admin! } });
  expect(asAdmin.status).toBe(200);
  expect((await service.fetch('/api/admin/image-bank', { as: { bearer: inbound! } })).status).toBe(403);
  expect(service.stdout + service.stderr).not.toContain(admin);
  expect(service.stdout + service.stderr).not.toContain(inbound);
});

test.concurrent('the bundle serves the schema that the sources make', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ args: ['start', '--no-worker'], env: { DATABASE_URL: database.url } });
  await service.ready();

  const served = await (await service.fetch('/schema.graphql')).text();
  const asked = await service.json('/graphql', { body: { query: '{ __typename }' } });
  const told = service.stderr;

  await database.drop();
  expect(asked.body).toEqual({ data: { __typename: 'Query' } });
  expect(told).toBe('');
  expect(served.trim()).toBe(readFileSync('schema/schema.graphql', 'utf8').trim());
});

test.concurrent('what Node warns of is a line of the log', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ args: ['start', '--no-worker'], env: { DATABASE_URL: database.url } });
  await service.ready();

  // Express has an address with a host in it parsed by what Node deprecates.
  const socket = await service.connect();
  socket.end('GET http://imprimatur.example/livez HTTP/1.1\r\nHost: imprimatur.example\r\nConnection: close\r\n\r\n');
  await until(() => service.stderr.includes('DEP0169'));
  socket.destroy();
  const lines = service.stderr.trim().split('\n');

  await database.drop();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'Node reported a warning',
      err: expect.objectContaining({ code: 'DEP0169' }),
    }),
  ]);
});

test.concurrent('a build leaves what processes of the one before may still import, and no more', async () => {
  using folder = new DataDir();
  const fileOf = (name: string) => path.join(folder.path, name);
  const files = ['chunks/before.js', 'chunks/long-ago.js', 'migrations/20990101000000-later-migration.js'];
  for (const name of ['chunks', 'migrations']) mkdirSync(fileOf(name), { recursive: true });
  for (const name of files) writeFileSync(fileOf(name), '');
  const [before, longAgo, later] = files.map(fileOf) as [string, string, string];
  writeFileSync(fileOf('built.json'), JSON.stringify([files[0], files[2]]));

  await buildService(folder.path);
  // As `npm ci` builds, and then whoever deploys once more.
  await buildService(folder.path);

  expect(existsSync(fileOf('main.js'))).toBe(true);
  expect(existsSync(before)).toBe(true);
  expect(existsSync(longAgo)).toBe(false);
  // An earlier version that is built again must not find it.
  expect(existsSync(later)).toBe(false);
});

test.concurrent('a command whose reader has gone does what it was to do, and says that it was not read', async () => {
  const database = await cloneDatabase();
  const args = ['customer-key', 'Read by nobody'];
  await using command = await startService({ args, env: { DATABASE_URL: database.url } });
  command.leave();

  expect(await command.exited).toEqual({ code: 141, signal: null });
  expect(await database.query('select name from customer_key')).toEqual([{ name: 'From the shell' }]);
  await database.drop();
});
