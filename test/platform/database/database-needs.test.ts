import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseOptions, tablePrivilegesOf } from '../../../src/app.ts';
import { checkSchema } from '../../../src/cli/doctor/service-checks.ts';
import type { ConfigError } from '../../../src/platform/config/config.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { createDatabaseLine } from '../../../src/platform/database/database-needs.sql.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { prepareDatabase } from '../../../src/platform/prepare-database.ts';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { asSuperuser, cloneDatabase } from '../../support/database.ts';

const ACCOUNT = new URL(inject('templateUrl')).username;

interface Given {
  url: string;
  name: string;
  asSuperuser(text: string): Promise<void>;
}

/** A database as an operator created it. `create` is what comes after its name. */
async function databaseCreated(create: string): Promise<Given> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  return created(name, `create database ${name} ${create}`);
}

async function created(name: string, statement: string): Promise<Given> {
  await asSuperuser(statement);
  onTestFinished(() => asSuperuser(`drop database if exists ${name} with (force)`));
  const url = Object.assign(new URL(inject('templateUrl')), { pathname: `/${name}` }).toString();
  return { url, name, asSuperuser: (text) => asSuperuser(text, url) };
}

/** Runs the migrations, as every start does. @returns what it logged */
async function migrateIn({ url, ownerUrl = null }: { url: string; ownerUrl?: string | null }): Promise<string[]> {
  const lines: string[] = [];
  const logger = createLogger('silent');
  logger.warn = ((line: string) => lines.push(line)) as never;
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
  try {
    await prepareDatabase({ orm: database.orm, databaseUrl: url, ownerUrl, tables: tablePrivilegesOf(), logger });
  } finally {
    await database.close();
  }
  return lines;
}

/** Asserts that a start and the doctor refuse a database with one sentence, and that nothing was created in it. */
async function expectRefusal(database: Given, sentence: RegExp): Promise<string> {
  await expect(migrateIn(database)).rejects.toMatchObject({ exitCode: 78, message: expect.stringMatching(sentence) });
  const findings = await checkSchema({ url: database.url, ownerUrl: null });
  expect(findings).toEqual([
    { name: 'database', verdict: 'FAIL', detail: expect.stringMatching(sentence), advice: expect.any(String) },
  ]);
  expect(await tablesOf(database.url)).toEqual([]);
  return findings[0]!.advice!;
}

async function tablesOf(url: string): Promise<unknown[]> {
  return asAccount(
    url,
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
  );
}

async function asAccount(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test.each([
  ['SQL_ASCII', 'C'],
  ['LATIN1', 'C'],
])('a database in %s is refused, with the statement that creates one which is accepted', async (encoding, locale) => {
  const database = await databaseCreated(
    `owner ${ACCOUNT} template template0 encoding '${encoding}' locale_provider libc locale '${locale}'`,
  );

  const advice = await expectRefusal(database, new RegExp(`encoding ${encoding}, and UTF8 is needed`));

  const [statement] = /CREATE DATABASE [^;]+;/.exec(advice)!;
  expect(statement).toContain(`OWNER ${ACCOUNT} TEMPLATE template0 ENCODING 'UTF8'`);
  const accepted = await created(`${database.name}_utf8`, statement);
  expect(await migrateIn(accepted)).toEqual([]);
  expect((await checkSchema({ url: accepted.url, ownerUrl: null })).map(({ verdict }) => verdict)).toEqual([
    'OK',
    'OK',
  ]);
});

test('a new database whose locale knows no letters beyond ASCII is refused', async () => {
  const database = await databaseCreated(
    `owner ${ACCOUNT} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
  );

  await expectRefusal(database, /turns AIÄΩЖ into aiÄΩЖ instead of aiäωж/);
});

test('a Turkish locale, which has another small I, is refused', async () => {
  const database = await databaseCreated(
    `owner ${ACCOUNT} template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'`,
  );

  await expectRefusal(database, /turns AIÄΩЖ into aıäωж/);
});

test('an installation on such a locale goes on, with a warning', async () => {
  const database = await databaseCreated(
    `owner ${ACCOUNT} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
  );
  await asAccount(
    database.url,
    'create table mikro_orm_migrations (id serial primary key, name varchar(255) not null)',
  );
  for (const file of readdirSync(path.join(PROJECT_ROOT, 'src/migrations')).sort()) {
    const name = file.replace(/\.ts$/, '');
    if (/-migration$/.test(name))
      await asAccount(database.url, `insert into mikro_orm_migrations (name) values ('${name}')`);
  }
  await asAccount(database.url, 'create schema pgboss');

  expect(await migrateIn(database)).toEqual([expect.stringContaining('so that searches miss words. Create another')]);
  expect(await checkSchema({ url: database.url, ownerUrl: null })).toContainEqual(
    expect.objectContaining({ verdict: 'WARN', detail: expect.stringContaining('searches miss words') }),
  );
});

test('an account that may not create tables is told what to grant', async () => {
  const database = await databaseCreated('template template0');
  await database.asSuperuser(`grant create on database ${database.name} to ${ACCOUNT}`);

  const advice = await expectRefusal(database, /may not create tables in the schema public/);

  await database.asSuperuser(advice.replace(/^.*?: /, ''));
  expect(await migrateIn(database)).toEqual([]);
});

test('an account that may create neither the extension nor the schema of the queue is told both', async () => {
  const database = await databaseCreated('template template0');
  await database.asSuperuser(`grant create on schema public to ${ACCOUNT}`);

  const refusal = await migrateIn(database).catch((error: ConfigError) => error);

  expect(refusal).toMatchObject({ exitCode: 78 });
  const { message } = refusal as ConfigError;
  const statements = [...message.matchAll(/CREATE (?:EXTENSION|SCHEMA) [^;]+;/g)].map(([statement]) => statement);
  expect(statements).toHaveLength(2);
  for (const statement of statements) await database.asSuperuser(statement);
  expect(await migrateIn(database)).toEqual([]);
});

test('pg_trgm in a schema outside of the search path is named, with the parameter that adds it', async () => {
  const database = await databaseCreated(`owner ${ACCOUNT} template template0`);
  await database.asSuperuser('create schema extensions; create extension pg_trgm schema extensions');
  await database.asSuperuser(`grant usage on schema extensions to ${ACCOUNT}`);

  const advice = await expectRefusal(database, /in the schema extensions, which search_path leaves out/);

  expect(await migrateIn({ url: `${database.url}${/\?options=\S+/.exec(advice)}` })).toEqual([]);
});

test('an account that may not read the tables of a migrated database is refused, one that may not alter them is not', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const account = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(`create role ${account} login password 'p'`);
  onTestFinished(async () => {
    await asSuperuser(`drop owned by ${account}`, database.url);
    await asSuperuser(`drop role ${account}`);
  });
  await asSuperuser(`grant create on database ${new URL(database.url).pathname.slice(1)} to ${account}`);
  const url = Object.assign(new URL(database.url), { username: account, password: 'p' }).toString();
  const refusal = () => migrateIn({ url }).catch((error: ConfigError) => error) as Promise<ConfigError>;

  const blind = await refusal();
  await asSuperuser(`grant select on mikro_orm_migrations to ${account}`, database.url);
  const refused = await refusal();
  await migrateIn({ url, ownerUrl: database.url });
  const accepted = await migrateIn({ url });

  expect(blind).toMatchObject({ exitCode: 78, message: expect.stringContaining('may not read the tables') });
  expect(refused.exitCode).toBe(78);
  expect(refused.message).toMatch(/may not read or write \w+, \w+, \w+ and \d+/);
  expect(refused.message).toContain('Run imprimatur migrate with this DATABASE_URL, and DATABASE_OWNER_URL');
  expect(accepted).toEqual([]);
});

test('a locale that has changed since the database was created is a warning of the doctor', async () => {
  const database = await databaseCreated(`owner ${ACCOUNT} template template0`);
  await asSuperuser(`update pg_database set datcollversion = '0.9' where datname = '${database.name}'`);

  expect(await checkSchema({ url: database.url, ownerUrl: null })).toContainEqual(
    expect.objectContaining({ verdict: 'WARN', advice: expect.stringContaining('REFRESH COLLATION VERSION') }),
  );
});

test('before PostgreSQL 17 the statement names a locale of the system', () => {
  expect(createDatabaseLine({ name: 'Bank', account: 'imprimatur', major: 15 })).toBe(
    `CREATE DATABASE "Bank_utf8" OWNER imprimatur TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C.UTF-8';`,
  );
});
