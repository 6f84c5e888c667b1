import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreDatabase } from '../../scripts/logical-dump.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { of, reported, SECRETS } from '../cli/doctor.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { DebianPostgres } from '../support/debian-postgres.ts';
import { DataDir, type ServiceProcess, startService } from '../support/service-process.ts';
import { dumpOf } from '../upgrades/support/restore.ts';
import { commandsUnder, runScript } from './documented-commands.ts';

const [BACK_UP = ''] = commandsUnder('backup.md', 'With pg_dump');
const [RESTORE = ''] = commandsUnder('backup.md', 'Restore a dump');

let server: DebianPostgres;
beforeAll(async () => {
  server = await DebianPostgres.start();
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** URLs of a new database, made as the page about databases says, with names of its own. */
async function newDatabase(name: string): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }> {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs/database.md'), 'utf8');
  const [, block = ''] = /^### A new database\n[\s\S]*?^```sql\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const statements = block
    .replace(/LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'/, "LOCALE_PROVIDER libc LOCALE 'C.UTF-8'")
    .replaceAll('imprimatur', name)
    .split(/;$/m);
  for (const statement of statements) if (statement.trim()) await server.query(statement);
  return { DATABASE_URL: server.url(`${name}_service`, name), DATABASE_OWNER_URL: server.url(name, name) };
}

const seal = (service: ServiceProcess, text: string) =>
  service.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } });

/** Seals texts until the returned function is called, which resolves with their number. */
function keepSealing(service: ServiceProcess): () => Promise<number> {
  let isOver = false;
  const work = (async () => {
    let sealed = 0;
    for (; !isOver; sealed++) expect((await seal(service, `text ${sealed}`)).status).toBe(201);
    return sealed;
  })();
  return () => {
    isOver = true;
    return work;
  };
}

/** A served installation, backed up by the page's commands while it seals. */
async function backedUp(name: string, dataDir: DataDir, copies: Folder) {
  const urls = await newDatabase(name);
  const env = { ...urls, DATA_DIR: dataDir.path };
  expect(await imprimatur(['migrate'], env)).toMatchObject({ code: 0 });
  await using service = await (await startService({ env: { DATABASE_URL: urls.DATABASE_URL }, dataDir })).ready();
  expect((await service.render({ title: 'sea' }, { wait: 20 })).body).toMatchObject({ ok: true });
  const stopSealing = keepSealing(service);
  await seal(service, 'before the backup');
  const backup = await runScript(BACK_UP, { folder: copies.path, env });
  const sealed = await stopSealing();
  service.kill('SIGTERM');
  await service.exited;
  expect(backup, backup.output).toMatchObject({ code: 0 });
  expect(sealed).toBeGreaterThan(0);
  return { urls, sealed };
}

test('a dump made while seals are made is restored under other accounts, by commands that all end with 0', async () => {
  using dataDir = new DataDir();
  using copies = new Folder();
  await backedUp('first', dataDir, copies);
  using other = new DataDir();
  const urls = await newDatabase('second');
  const env = { ...urls, DATA_DIR: other.path };

  const restored = await runScript(RESTORE, { folder: copies.path, env });

  expect(restored, restored.output).toMatchObject({ code: 0 });
  await using service = await (
    await startService({ env: { DATABASE_URL: urls.DATABASE_URL }, dataDir: other })
  ).ready();
  expect((await seal(service, 'after the restore')).status).toBe(201);
  expect((await service.render({ title: 'more sea' }, { wait: 20 })).body).toMatchObject({ ok: true });
  const integrity = await imprimatur(['integrity', '--json'], {
    DATABASE_URL: urls.DATABASE_URL,
    DATA_DIR: other.path,
  });
  expect(JSON.parse(integrity.stdout), integrity.stderr).toMatchObject({ findings: [] });
  const { findings } = await doctor(env);
  expect(of(findings, 'database account')).toMatchObject([{ verdict: 'OK' }]);
  expect(of(findings, 'log')).toMatchObject([{ verdict: 'OK' }]);
  await expectInsertOnly(urls.DATABASE_URL);
});

async function doctor(env: Record<string, string>) {
  const seen = await imprimatur(['doctor', '--json'], { ...SECRETS, ...env });
  return { code: seen.code, findings: reported(seen).findings };
}

/** The account that serves can't change or delete what stays. Triggers keep the owner from it, unless it switches them off. */
async function expectInsertOnly(url: string, { isOwner = false } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of [
      'delete from log_entry',
      `update log_entry set body = ''`,
      'update chain_entry set hash = hash',
      'delete from run',
      'truncate seal cascade',
      ...(isOwner ? [] : ['alter table chain_entry disable trigger all']),
    ]) {
      const refusal = isOwner ? /is insert-only|rows of the table \w+ stay/ : /permission denied|must be owner/;
      await expect(client.query(statement), statement).rejects.toThrow(refusal);
    }
  } finally {
    await client.end();
  }
}

describe('on the machine that has published more since', () => {
  test('the log is frozen, because what the machine remembers stays, until another one is opened', async () => {
    using dataDir = new DataDir();
    using copies = new Folder();
    const { urls: before } = await backedUp('third', dataDir, copies);
    await using service = await (await startService({ env: { DATABASE_URL: before.DATABASE_URL }, dataDir })).ready();
    expect((await seal(service, 'after the backup')).status).toBe(201);
    service.kill('SIGTERM');
    await service.exited;
    const urls = await newDatabase('fourth');
    const env = { ...urls, DATA_DIR: dataDir.path };

    const restored = await runScript(RESTORE, { folder: copies.path, env });

    // The last command is the doctor, who finds it.
    expect(restored.code).toBe(1);
    expect(restored.output).toMatch(/✖ log +the log is frozen.*entries were published, but the database has \d+\. /);
    expect(restored.output).toMatch(/succeed-log/);
    const failed = [...restored.output.matchAll(/^ {2}✖ (\S+)/gm)].map(([, name]) => name);
    expect(failed.filter((name) => !['log', 'chain'].includes(name!))).toEqual([]);
    await using frozen = await (await startService({ env: { DATABASE_URL: urls.DATABASE_URL }, dataDir })).ready();
    expect(await seal(frozen, 'a second history')).toMatchObject({ status: 503, body: { code: 'LOG_FROZEN' } });
    frozen.kill('SIGTERM');
    await frozen.exited;
    expect(await imprimatur(['succeed-log', 'log2.example.org'], env)).toMatchObject({ code: 0 });
    await using next = await (await startService({ env: { DATABASE_URL: urls.DATABASE_URL }, dataDir })).ready();
    expect((await seal(next, 'in the next log')).status).toBe(201);
    next.kill('SIGTERM');
    await next.exited;
    rmSync(path.join(dataDir.path, 'log', 'anchor.json'), { force: true });
    const { code, findings } = await doctor(env);
    expect({ code, failed: findings.filter(({ verdict }) => verdict === 'FAIL') }).toEqual({ code: 0, failed: [] });
  });
});

test('a dump of release 0.2.0 is restored under other accounts and upgraded', async () => {
  await server.query('create role old_owner login');
  await server.query(
    `create database old owner old_owner template template0 encoding 'UTF8' locale_provider libc locale 'C.UTF-8'`,
  );
  const client = new pg.Client({ connectionString: server.url('old_owner', 'old') });
  await client.connect();
  await restoreDatabase(client, dumpOf('0.2.0'));
  await client.end();
  using copies = new Folder();
  const [dump = ''] = /^pg_dump .*$/m.exec(BACK_UP) ?? [];
  const [restore = ''] = /^pg_restore .*$/m.exec(RESTORE) ?? [];
  using dataDir = new DataDir();
  const urls = await newDatabase('newer');

  const dumped = await runScript(dump, {
    folder: copies.path,
    env: { DATABASE_OWNER_URL: server.url('old_owner', 'old') },
  });
  const restored = await runScript(`${restore}\nimprimatur migrate\nimprimatur migrate`, {
    folder: copies.path,
    env: { ...urls, DATA_DIR: dataDir.path },
  });

  expect(dumped, dumped.output).toMatchObject({ code: 0 });
  expect(restored, restored.output).toMatchObject({ code: 0 });
  expect(restored.output).toContain('The database is up to date.');
  await expectInsertOnly(urls.DATABASE_URL);
  await expectInsertOnly(urls.DATABASE_OWNER_URL, { isOwner: true });
});
