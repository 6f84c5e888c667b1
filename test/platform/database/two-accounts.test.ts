import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { databaseOptions, tablePrivilegesOf } from '../../../src/app.ts';
import { checkAccount } from '../../../src/cli/doctor/account-checks.ts';
import { checkSchema } from '../../../src/cli/doctor/service-checks.ts';
import type { ConfigError } from '../../../src/platform/config/config.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { longTransactions, type RunQuery } from '../../../src/platform/database/migration.sql.ts';
import { missingGrants } from '../../../src/platform/database/service-privileges.ts';
import type { DatabaseUrls } from '../../../src/platform/database/single-connection.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { prepareDatabase } from '../../../src/platform/prepare-database.ts';
import { databaseOf001 } from '../../migrations/releases.ts';
import { startApi } from '../../support/api.ts';
import { asSuperuser, cloneDatabase, emptyDatabase, type TestDatabase } from '../../support/database.ts';
import { scrape, total } from '../../support/prometheus.ts';

const SERVICE = new URL(inject('serviceUrl')).username;
const OWNER = new URL(inject('templateUrl')).username;
const TABLES = tablePrivilegesOf();

/** Connected as the account that serves, like somebody who has stolen its connection. */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A role of this test alone, with `rights` such as `superuser`. Gives the URL with which it reaches the database. */
async function madeRole(database: TestDatabase, rights = ''): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(`create role ${name} login password 'p' ${rights}`);
  onTestFinished(async () => {
    await asSuperuser(`drop owned by ${name}`, database.url).catch(() => {});
    await asSuperuser(`drop owned by ${name}; drop role ${name}`);
  });
  return Object.assign(new URL(database.url), { username: name, password: 'p' }).toString();
}

async function own(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made;
  onTestFinished(() => database.drop());
  return database;
}

/** What a start does before it serves. @returns its warnings */
async function prepared({ databaseUrl, ownerUrl }: DatabaseUrls): Promise<string[]> {
  const warnings: string[] = [];
  const logger = createLogger('silent');
  logger.warn = ((line: string) => warnings.push(line)) as never;
  const database = await Database.open(databaseOptions({ databaseUrl, poolSize: 2 }));
  try {
    await prepareDatabase({ orm: database.orm, databaseUrl, ownerUrl, tables: TABLES, logger });
  } finally {
    await database.close();
  }
  return warnings;
}

const refusal = (urls: DatabaseUrls) =>
  prepared(urls).then(
    () => null,
    (error: ConfigError) => error,
  );

describe('the account that serves', () => {
  let database: TestDatabase;
  let thief: pg.Client;
  beforeAll(async () => {
    database = await cloneDatabase();
    const api = await startApi({ database });
    await api.render();
    await api.stop();
    thief = await connected(database.serviceUrl);
  });
  afterAll(async () => {
    await thief.end();
    await database.drop();
  });

  test.each([
    'alter table chain_entry disable trigger all',
    'alter table run disable trigger all',
    'alter table run_default disable trigger all',
    'drop trigger insert_only on chain_entry',
    'drop table chain_entry',
    'truncate chain_entry',
    'truncate run',
    'truncate run_default',
    'update chain_entry set hash = hash',
    'delete from chain_entry',
    'delete from chain_act',
    'delete from approval_decision',
    'truncate approval_decision',
    `update approval_decision set verdict = 'APPROVE'`,
    'delete from approval',
    `update approval set barred = '{}'`,
    'update approval set sha256 = sha256',
    'update approval set terms_signature = null',
    'update approval_decision set signature = null',
    'update baseline_record set digest = digest',
    'delete from baseline_record',
    'delete from evidence_baseline',
    'truncate evidence_baseline',
    'update decision_key set public_key = public_key',
    'delete from decision_key',
    'delete from decision_key_endorsement',
    'delete from publish_request',
    'delete from decision_seal',
    'delete from log_entry',
    'update log_state set genesis = genesis',
    'delete from log_state',
    'update seal set statement = statement',
    'delete from seal_status',
    'update seal_status set actor = null',
    'delete from seal_key',
    'update seal_key set public_key = public_key',
    'delete from run',
    'update run set charged_micros = 0',
    'delete from run_default',
    'update attempt set cost_micros = 0',
    'update audit_entry set actor = actor',
    'truncate audit_entry',
    'delete from setting_change',
    'delete from routing_policy',
    'update mikro_orm_migrations set name = name',
    `insert into mikro_orm_migrations (name) values ('another')`,
    'delete from schema_release',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create or replace function keep_audit_entry() returns trigger language plpgsql as $$ begin return new; end $$',
    'alter function refuse_change() owner to current_user',
    'drop function refuse_change() cascade',
    'create function hashtext(name) returns int language sql as $$ select 1 $$',
    'create table mine (id int)',
    'create schema mine',
    `create trigger mine before insert on run for each statement execute function refuse_change()`,
    'set session_replication_role = replica',
    `set role ${OWNER}`,
    `set session authorization ${OWNER}`,
    `alter role ${SERVICE} superuser`,
    `select drop_month_partition('run', to_char(now(), 'YYYY-MM'))`,
    `select drop_run_month(to_char(now(), 'YYYY-MM'))`,
    // The function is not to be led to a table of its caller.
    `create temp table chain_act (record jsonb);
     insert into chain_act values ('{"act":"RETENTION","of":"RUN","month":"2026-12"}');
     select drop_run_month('2026-12')`,
    "select pg_read_file('/etc/passwd')",
    `copy (select 1) to program 'true'`,
  ])('is refused: %s', async (statement) => {
    const refused = await thief.query(`begin; ${statement}`).catch((error) => error);
    await thief.query('rollback');

    expect(refused).toBeInstanceOf(Error);
    expect(refused.code, refused.message).toBe('42501');
  });

  test('makes months of runs and attempts, and none of another table', async () => {
    const month = '2031-05';

    const { rows } = await thief.query(
      `select make_run_month('run', $1) as run, make_run_month('attempt', $1) as attempt,
         make_run_month('chain_entry', $1) as other, make_run_month('run', '2031-05-01; drop table run') as odd`,
      [month],
    );

    expect(rows).toEqual([{ run: true, attempt: true, other: false, odd: false }]);
    expect(
      await database.query(
        `select relname, pg_get_userbyid(relowner) as owner from pg_class where relname like '%2031_05' order by 1`,
      ),
    ).toEqual([
      { relname: 'attempt_2031_05', owner: OWNER },
      { relname: 'run_2031_05', owner: OWNER },
    ]);
  });

  test('has on each table what is declared, and nothing on a table that is not', async () => {
    const found = await database.query<{ table: string; privileges: string[] }>(
      `select c.relname as table, array(
         select privilege_type::text from aclexplode(c.relacl) where grantee = '${SERVICE}'::regrole
         union all
         select privilege_type || ' ' || attname from pg_attribute, aclexplode(attacl)
         where attrelid = c.oid and grantee = '${SERVICE}'::regrole order by 1
       ) as privileges
       from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    );

    const declared = Object.entries(TABLES).map(([table, privileges]) => [
      table,
      [
        'SELECT',
        ...privileges.flatMap((one) => (typeof one === 'string' ? one : one.columns.map((at) => `UPDATE ${at}`))),
      ].sort(),
    ]);
    const expected = new Map(declared as [string, string[]][]);
    for (const { table, privileges } of found) {
      const isPartition = /^(run|attempt)_(\d{4}_\d\d|default)$/.test(table);
      expect(privileges, table).toEqual(isPartition ? [] : expected.get(table));
    }
    expect(found.map(({ table }) => table)).toEqual(expect.arrayContaining([...expected.keys()]));
  });
});

describe('the owner grants', () => {
  const missing = async (database: TestDatabase) => {
    const client = await connected(database.url);
    const query: RunQuery = async (text, values) => (await client.query(text, values)).rows;
    try {
      return await missingGrants(query, { account: SERVICE, tables: TABLES, queueSchema: 'pgboss' });
    } finally {
      await client.end();
    }
  };

  test('exactly what is declared, and takes back what somebody granted beyond it', async () => {
    const database = await own(cloneDatabase());
    expect(await missing(database)).toEqual([]);
    await database.query(
      `grant all on all tables in schema public to ${SERVICE};
       revoke insert on render from ${SERVICE};
       grant insert (seq) on chain_entry to ${SERVICE};
       revoke usage on sequence outbox_event_id_seq from ${SERVICE};
       revoke execute on function lock_run_month(text) from ${SERVICE};
       alter function drop_run_month(text) reset search_path;
       grant execute on function make_run_month(text, text) to public;
       revoke all on all tables in schema pgboss from ${SERVICE}`,
    );

    await prepared({ databaseUrl: database.serviceUrl, ownerUrl: database.url });

    expect(await missing(database)).toEqual([]);
    const thief = await connected(database.serviceUrl);
    await expect(thief.query('delete from chain_entry')).rejects.toThrow('permission denied');
    await expect(thief.query('delete from run_default')).rejects.toThrow('permission denied');
    await thief.end();
    const api = await startApi({ database });
    expect((await api.render()).ok).toBe(true);
    await api.stop();
  });

  test('for a database of release 0.0.1, whose one account owns everything', async () => {
    const database = await own(databaseOf001());

    await prepared({ databaseUrl: database.serviceUrl, ownerUrl: database.url });

    expect(await missing(database)).toEqual([]);
    const api = await startApi({ database: { ...database, isPrepared: true } });
    expect((await api.render()).ok).toBe(true);
    await api.stop();
  });

  test('in another schema than public', async () => {
    const database = await own(emptyDatabase());
    await database.query('create schema ours');
    const at = (url: string) => `${url}?options=-c%20search_path=ours`;
    const urls = { databaseUrl: at(database.serviceUrl), ownerUrl: at(database.url) };

    await prepared(urls);

    const thief = await connected(urls.databaseUrl);
    expect((await thief.query(`select make_run_month('run', '2031-05') as made`)).rows).toEqual([{ made: true }]);
    await expect(thief.query('delete from chain_entry')).rejects.toThrow('permission denied');
    await thief
      .query('insert into pgboss_ours.queue (name) values (null)')
      .catch((error) => expect(error.code).toBe('23502'));
    await thief.end();
  });

  test('from several processes that start at once', async () => {
    const database = await own(emptyDatabase());
    const urls = { databaseUrl: database.serviceUrl, ownerUrl: database.url };

    await Promise.all([prepared(urls), prepared(urls), prepared(urls)]);

    expect(await missing(database)).toEqual([]);
  });
});

describe('a start is refused', () => {
  test('with a URL of the owner that leads to another database', async () => {
    const [database, other] = [await own(cloneDatabase()), await own(cloneDatabase())];

    const refused = await refusal({ databaseUrl: database.serviceUrl, ownerUrl: other.url });

    expect(refused).toMatchObject({ exitCode: 78, message: expect.stringContaining('leads to another database') });
  });

  test.each([
    ['the owner itself', async (database: TestDatabase) => database.url, /is that of DATABASE_OWNER_URL, too/],
    ['a superuser', (database: TestDatabase) => madeRole(database, 'superuser'), /is a superuser/],
    ['a member of the owner', (database: TestDatabase) => madeRole(database, `in role ${OWNER}`), /is a member of/],
  ])('with an account of the service that is %s', async (_, urlOf, message) => {
    const database = await own(cloneDatabase());

    const refused = await refusal({ databaseUrl: await urlOf(database), ownerUrl: database.url });

    expect(refused).toMatchObject({ exitCode: 78, message: expect.stringMatching(message) });
    expect(refused!.message).toContain('  - DATABASE_URL: ');
  });

  test('with the two URLs the wrong way round', async () => {
    const database = await own(cloneDatabase());

    const refused = await refusal({ databaseUrl: database.url, ownerUrl: database.serviceUrl });

    expect(refused).toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/DATABASE_OWNER_URL: The account \w+ does not own/),
    });
  });

  test('with an owner whose tables are in the schema of its name', async () => {
    const database = await own(emptyDatabase());
    await database.query(`create schema ${OWNER}`);
    const at = (url: string) => `${url}?options=-c%20search_path=${OWNER}`;

    const refused = await refusal({ databaseUrl: database.serviceUrl, ownerUrl: database.url });
    await prepared({ databaseUrl: at(database.serviceUrl), ownerUrl: at(database.url) });

    expect(refused).toMatchObject({
      exitCode: 78,
      message: expect.stringContaining(`Add ?options=-c%20search_path=${OWNER} to`),
    });
  });

  test('with an account whose rights come from everybody’s', async () => {
    const database = await own(cloneDatabase());
    await database.query('grant update on log_state to public');

    const refused = await refusal({ databaseUrl: database.serviceUrl, ownerUrl: database.url });

    expect(refused).toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/UPDATE on log_state\. Revoke them from PUBLIC/),
    });
  });

  test('without the owner while migrations are pending, or nothing is granted', async () => {
    const [older, empty] = [await own(databaseOf001()), await own(emptyDatabase())];
    const stranger = await madeRole(older);

    const pending = await refusal({ databaseUrl: stranger, ownerUrl: null });
    const nothing = await refusal({ databaseUrl: empty.serviceUrl, ownerUrl: null });

    expect(pending).toMatchObject({ exitCode: 78, message: expect.stringContaining('DATABASE_OWNER_URL') });
    expect(nothing).toMatchObject({ exitCode: 78, message: expect.stringContaining('may not create tables') });
  });

  test('without the owner while the queue’s tables are of an earlier release', async () => {
    const database = await own(cloneDatabase());
    await database.query('update pgboss.version set version = version - 1');

    const refused = await refusal({ databaseUrl: database.serviceUrl, ownerUrl: null });

    expect(refused).toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/job queue .* are of an earlier release.*DATABASE_OWNER_URL/),
    });
  });
});

test('the owner names transactions of the account that serves, and those of others as far as it sees them', async () => {
  const database = await own(cloneDatabase());
  const stranger = await madeRole(database);
  await asSuperuser(`grant select on run to ${new URL(stranger).username}`, database.url);
  const [serving, other, owner] = await Promise.all([database.serviceUrl, stranger, database.url].map(connected));
  await serving!.query('begin; select from run');
  await other!.query('begin; select from run');

  const named = await longTransactions(async (text) => (await owner!.query(text)).rows);

  expect(named).toEqual([
    expect.stringMatching(/^process \d+ \(unnamed, idle in transaction for \d+ s\)$/),
    expect.stringMatching(/^process \d+ \(unnamed, hidden from this account\)$/),
  ]);
  await Promise.all([serving, other, owner].map((client) => client!.end()));
});

describe('with one account for both', () => {
  test('the service works, and health, metrics and doctor say what it could do', async () => {
    const database = await own(cloneDatabase());
    const api = await startApi({ database: { ...database, serviceUrl: database.url } });

    const { status, body: report } = await api.json('/api/health/architecture');
    const metrics = await scrape(api);
    const { finding } = await checkAccount({ url: database.url, ownerUrl: null });

    expect((await api.render()).ok).toBe(true);
    expect(status).toBe(200);
    expect(report).toMatchObject({ ok: true, status: 'warn' });
    expect(report.connections).toContainEqual(
      expect.objectContaining({ name: 'privileges', ok: false, required: false, status: 'warn' }),
    );
    expect(total(metrics, 'imprimatur_database_excess')).toBe(1);
    expect(finding).toEqual({
      name: 'database account',
      verdict: 'WARN',
      detail: `the database account ${OWNER} of the service owns its tables`,
      advice: expect.stringContaining('DATABASE_OWNER_URL'),
    });
    await api.stop();
  });

  test('with two they are content', async () => {
    const api = await startApi();
    const { url: ownerUrl, serviceUrl: url } = api.database;

    expect((await api.json('/api/health/architecture')).body).toMatchObject({ ok: true, status: 'pass' });
    expect(total(await scrape(api), 'imprimatur_database_excess')).toBe(0);
    expect(await checkAccount({ url, ownerUrl })).toMatchObject({ finding: { verdict: 'OK' }, isUsable: true });
    expect(await checkAccount({ url, ownerUrl: null })).toMatchObject({ finding: { verdict: 'OK' }, isUsable: true });
    expect((await checkSchema({ url, ownerUrl })).map(({ verdict }) => verdict)).toEqual(['OK', 'OK']);
    expect((await checkSchema({ url, ownerUrl: null })).map(({ verdict }) => verdict)).toEqual(['OK', 'OK']);
  });

  test('the doctor names accounts that do not fit each other', async () => {
    const [database, other] = [await own(cloneDatabase()), await own(cloneDatabase())];
    await database.query(`grant delete on chain_entry to ${SERVICE}`);

    const another = await checkAccount({ url: database.serviceUrl, ownerUrl: other.url });
    const tooMuch = await checkAccount({ url: database.serviceUrl, ownerUrl: database.url });

    expect(another.finding).toMatchObject({
      verdict: 'FAIL',
      detail: expect.stringContaining('another database'),
    });
    expect(tooMuch.finding).toMatchObject({
      verdict: 'WARN',
      advice: expect.stringContaining('imprimatur migrate'),
    });
  });
});
