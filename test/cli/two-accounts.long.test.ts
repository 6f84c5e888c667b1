import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { imprimatur } from '../support/command.ts';
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../support/database.ts';
import { DataDir, type ServiceProcess, startService } from '../support/service-process.ts';
import { restoreRelease } from '../upgrades/support/restore.ts';
import { of, reported, SECRETS } from './doctor.ts';

async function own(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made;
  onTestFinished(() => database.drop());
  return database;
}

/** A connection to the embedded database of a folder, with a password that is kept there. */
async function connected(dataDir: DataDir, user: string, secret: string): Promise<pg.Client> {
  const file = path.join(dataDir.path, 'secrets', secret);
  const { port } = JSON.parse(readFileSync(path.join(dataDir.path, 'postgres.json'), 'utf8'));
  const password = readFileSync(file, 'utf8').trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'imprimatur' });
  await client.connect();
  return client;
}

/** The service of this folder works, all with the account that serves, and that account can't do what the owner can. */
async function expectServedByLesser(dataDir: DataDir): Promise<void> {
  const superuser = await connected(dataDir, 'postgres', 'postgres-superuser-password');
  const thief = await connected(dataDir, 'imprimatur_service', 'postgres-service-password');
  try {
    const { rows } = await superuser.query(
      `select distinct usename from pg_stat_activity
       where datname = 'imprimatur' and pid not in (pg_backend_pid(), ${await pidOf(thief)})`,
    );
    expect(rows).toEqual([{ usename: 'imprimatur_service' }]);
    for (const statement of ['alter table chain_entry disable trigger all', 'delete from approval_decision']) {
      await expect(thief.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    }
  } finally {
    await Promise.all([superuser.end(), thief.end()]);
  }
}

/** The health report finds nothing wrong with the account. It says nothing of it while every connection is in use. */
async function expectPrivilegesPass(service: ServiceProcess): Promise<void> {
  await expect
    .poll(async () => (await service.json('/api/health/architecture')).body.connections)
    .toContainEqual(expect.objectContaining({ name: 'privileges', status: 'pass' }));
}

/** Leaves the cluster as a release does that knew one account only. */
async function forgetSecondAccount(dataDir: DataDir): Promise<void> {
  const server = await openEmbeddedPostgres({ dataDir: dataDir.path });
  const superuser = new pg.Client({ connectionString: server.superuserUrl });
  await superuser.connect();
  await superuser.query('drop role imprimatur_service');
  await superuser.end();
  await server.stop();
  rmSync(path.join(dataDir.path, 'secrets', 'postgres-service-password'));
}

const pidOf = async (client: pg.Client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid;

describe('the embedded database', () => {
  test('is served by the lesser of two accounts from the first start on', async () => {
    using dataDir = new DataDir();
    for (const start of ['first', 'second']) {
      await using service = await (await startService({ dataDir })).ready();

      expect((await service.render({}, { wait: 20 })).body, start).toMatchObject({ ok: true });
      await expectServedByLesser(dataDir);
      await expectPrivilegesPass(service);

      service.kill('SIGTERM');
      expect(await service.exited).toEqual({ code: 0, signal: null });
    }
  });

  test.each(['0.1.0', '0.2.0'])(
    'that release %s left, with one account, is served by the second from its next start on',
    async (release) => {
      using dataDir = new DataDir();
      await restoreRelease(release, dataDir);
      await forgetSecondAccount(dataDir);
      await using service = await (
        await startService({ dataDir, env: { ADMIN_TOKEN: undefined, INTEGRATIONS_INBOUND_SECRET: undefined } })
      ).ready();

      await expectServedByLesser(dataDir);
      await expectPrivilegesPass(service);
    },
  );
});

describe('a database of one’s own', () => {
  test('is migrated with both URLs, then served by processes that know the lesser account only', async () => {
    const database = await own(emptyDatabase());
    // Processes share their keys.
    using dataDir = new DataDir();
    const env = { DATABASE_URL: database.serviceUrl, DATA_DIR: dataDir.path };
    const early = await imprimatur(['start'], env);
    const migrated = await imprimatur(['migrate'], { ...env, DATABASE_OWNER_URL: database.url });
    const start = async (args: string[]) => (await startService({ args, env })).ready();
    await using service = await start(['start', '--no-worker']);
    await using worker = await start(['worker']);

    const sealed = await service.json('/api/legal/provenance-seal', {
      body: { artifact_text: 'to be sealed', disclaimer_ack: true },
    });
    const integrity = await imprimatur(['integrity', '--json'], env);

    expect(early).toMatchObject({ code: 78, stderr: expect.stringContaining('DATABASE_URL: ') });
    expect(migrated, migrated.stderr).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
    expect(sealed.status).toBe(201);
    expect(JSON.parse(integrity.stdout), integrity.stderr).toMatchObject({ findings: [] });
    worker.kill('SIGTERM');
    expect((await worker.exited).code).toBe(0);
  });

  test('a start with both URLs migrates, and serves with the lesser account', async () => {
    const database = await own(emptyDatabase());
    await using service = await (
      await startService({ env: { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url } })
    ).ready();

    expect((await service.render({}, { wait: 20 })).body).toMatchObject({ ok: true });
    const users = await database.query<{ usename: string; application_name: string }>(
      `select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(users).toEqual([{ usename: new URL(database.serviceUrl).username }]);
  });

  test('the URLs the wrong way round end the start with 78', async () => {
    const database = await own(cloneDatabase());

    const { code, stderr } = await imprimatur(['start'], {
      ...SECRETS,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.serviceUrl,
    });

    expect(code).toBe(78);
    expect(stderr).toMatch(/DATABASE_OWNER_URL: The account \w+ does not own/);
  });

  test.each([
    ['replace-encryption-key', []],
    ['succeed-log', ['log2.example.org']],
  ])('%s says that it needs the owner', async (command, args) => {
    const database = await own(cloneDatabase());
    const env = { ...SECRETS, DATABASE_URL: database.serviceUrl };

    const { code, stderr } = await imprimatur([command, ...args], env);

    expect(code).toBe(78);
    expect(stderr).toMatch(/DATABASE_OWNER_URL: this command needs it/);
  });

  test('commands work with the account that they need', async () => {
    const database = await own(cloneDatabase());
    const env = { ...SECRETS, DATABASE_URL: database.serviceUrl };
    const both = { ...env, DATABASE_OWNER_URL: database.url };

    for (const [args, of] of [
      [['resume-deletion'], env],
      [['customer-key', 'Lakeside Law', '--plan', 'PRO'], env],
      [['replace-encryption-key'], both],
    ] as const) {
      const { code, stderr } = await imprimatur([...args], of);
      expect(code, `${args[0]}: ${stderr}`).toBe(0);
    }
    const doctor = await imprimatur(['doctor', '--json'], both);
    expect(of(reported(doctor).findings, 'database account')).toMatchObject([{ verdict: 'OK' }]);
  });
});
