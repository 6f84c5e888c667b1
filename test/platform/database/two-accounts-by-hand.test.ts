import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseOptions, tablePrivilegesOf } from '../../../src/app.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { prepareDatabase } from '../../../src/platform/prepare-database.ts';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { startApi } from '../../support/api.ts';
import { asSuperuser, type TestDatabase } from '../../support/database.ts';

const page = readFileSync(path.join(PROJECT_ROOT, 'docs/database.md'), 'utf8');
const [section = ''] = /^## Two accounts\n[\s\S]*?(?=^## )/m.exec(page) ?? [];
const [CREATE = '', KEEP_OWNER = '', NEW_OWNER = '', CLOSE_SCHEMA = ''] = [
  ...section.matchAll(/^```sql\n([\s\S]*?)^```$/gm),
].map(([, block]) => block!);

/** The statements of the page for names of this test alone, as an administrator of a managed server types them. */
class Administrator {
  readonly #suffix = randomBytes(4).toString('hex');
  readonly #name = `admin_${this.#suffix}`;

  static async make(): Promise<Administrator> {
    const admin = new Administrator();
    const roles = [admin.#name, ...['', '_service', '_owner'].map((role) => admin.#own(`imprimatur${role}`))];
    await asSuperuser(`create role ${admin.#name} login createrole createdb password 'p'`);
    onTestFinished(async () => {
      await asSuperuser(`drop database if exists ${admin.database} with (force)`);
      // Of what they granted each other nothing is left after the second time.
      for (const role of [...roles, ...roles]) await asSuperuser(`drop role if exists ${role}`).catch(() => {});
    });
    return admin;
  }

  get database(): string {
    return this.#own('imprimatur');
  }

  /** Runs the statements of a block one by one, in the database `postgres` or in the service's. */
  async run(block: string, { inService = false } = {}): Promise<void> {
    const url = this.#urlOf(this.#name, 'p', inService ? this.database : 'postgres');
    await asAccount(
      url,
      block.replace(/imprimatur(_service|_owner)?/g, (name) => this.#own(name)),
    );
  }

  urlOf(role: string, password: string): string {
    return this.#urlOf(this.#own(role), password, this.database);
  }

  #urlOf(username: string, password: string, database: string): string {
    const url = Object.assign(new URL(inject('templateUrl')), { username, pathname: `/${database}` });
    url.password = encodeURIComponent(password);
    return url.toString();
  }

  #own(name: string): string {
    return name.replace('imprimatur', `imprimatur_${this.#suffix}`);
  }
}

async function asAccount(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements.split(/;$/m)) if (statement.trim()) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What `imprimatur migrate` does. @returns its warnings */
async function migrated(databaseUrl: string, ownerUrl: string | null): Promise<string[]> {
  const warnings: string[] = [];
  const logger = createLogger('silent');
  logger.warn = ((line: string) => warnings.push(line)) as never;
  const database = await Database.open(databaseOptions({ databaseUrl, poolSize: 2 }));
  try {
    await prepareDatabase({ orm: database.orm, databaseUrl, ownerUrl, tables: tablePrivilegesOf(), logger });
  } finally {
    await database.close();
  }
  return warnings;
}

/** The service draws, and whoever has stolen its connection can't do what only the owner can. */
async function expectServed(serviceUrl: string): Promise<void> {
  const api = await startApi({ database: { serviceUrl, isPrepared: true } as TestDatabase });
  expect(await api.render()).toMatchObject({ ok: true });
  await api.stop();
  for (const statement of ['delete from approval_decision', 'alter table chain_entry disable trigger all']) {
    await expect(asAccount(serviceUrl, statement)).rejects.toThrow(/permission denied|must be owner/);
  }
}

const [FIRST, SECOND] = ['first password', 'second password'];

test('a new database is made and served as the page says', async () => {
  const admin = await Administrator.make();

  await admin.run(CREATE);

  const service = admin.urlOf('imprimatur_service', SECOND);
  expect(await migrated(service, admin.urlOf('imprimatur', FIRST))).toEqual([]);
  await expectServed(service);
});

/** A database whose one account owns everything, as before there were two. */
async function withOneAccount(): Promise<Administrator> {
  const admin = await Administrator.make();
  await admin.run(CREATE.replace(/^(CREATE ROLE|GRANT) imprimatur_service.*$/gm, ''));
  expect(await migrated(admin.urlOf('imprimatur', FIRST), null)).toEqual([]);
  return admin;
}

test('an existing database keeps its owner and gets an account that serves', async () => {
  const admin = await withOneAccount();

  await admin.run(KEEP_OWNER);

  const service = admin.urlOf('imprimatur_service', SECOND);
  expect(await migrated(service, admin.urlOf('imprimatur', FIRST))).toEqual([]);
  await expectServed(service);
});

test('an existing database gets another owner, and its account serves on', async () => {
  const admin = await withOneAccount();

  await admin.run(NEW_OWNER.replace('first password', 'third password'), { inService: true });

  const service = admin.urlOf('imprimatur', FIRST);
  expect(await migrated(service, admin.urlOf('imprimatur_owner', 'third password'))).toEqual([]);
  await expectServed(service);
});

test('a schema in which everybody may create objects is reported, with the statement that ends it', async () => {
  const admin = await Administrator.make();
  await admin.run(CREATE);
  const [service, owner] = [admin.urlOf('imprimatur_service', SECOND), admin.urlOf('imprimatur', FIRST)];
  await asAccount(owner, 'grant create on schema public to public');

  const warned = await migrated(service, owner);
  await asAccount(owner, CLOSE_SCHEMA);
  const after = await migrated(service, owner);

  expect(warned).toEqual([expect.stringMatching(/can create objects in its schema\. Revoke CREATE/)]);
  expect(after).toEqual([]);
});
