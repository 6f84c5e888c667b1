import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** Of the owner of its tables. */
  url: string;
  /** Of the account that serves, which may do with them what the service does and nothing else. */
  serviceUrl: string;
  /** Whether its tables are there and the account that serves may use them. */
  isPrepared: boolean;
  /** Runs SQL beside the service and as the owner, to look at or to bend what is stored. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Lets go of it until the next query. */
  disconnect(): Promise<void>;
  drop(): Promise<void>;
}

/** A database of its own, cloned from the migrated template. */
export function cloneDatabase(): Promise<TestDatabase> {
  return makeDatabase('imprimatur', true);
}

/** A database of its own without a single table. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('template1', false);
}

/** A copy of a database to which nobody is connected, as a backup would bring it back. */
export async function copyDatabase(database: TestDatabase): Promise<TestDatabase> {
  await database.disconnect();
  return makeDatabase(new URL(database.url).pathname.slice(1), database.isPrepared);
}

async function makeDatabase(template: string, isPrepared: boolean): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Nobody may be connected to a template while it is cloned: clones take turns, and ask from another database.
  await onServer(templateUrl, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    try {
      // Copied as files: by way of the write-ahead log it takes half as long again, and the same to drop it.
      await client.query(`create database ${name} template ${template} strategy file_copy`);
    } finally {
      await client.query('select pg_advisory_unlock(1)');
    }
  });
  const inIt = (serverUrl: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
  const url = inIt(templateUrl);
  const connect = () => new pg.Pool({ connectionString: url, max: 2 }).on('error', () => {});
  let pool = connect();
  return {
    url,
    serviceUrl: inIt(inject('serviceUrl')),
    isPrepared,
    async query(text, values) {
      return (await pool.query(text, values)).rows;
    },
    async disconnect() {
      await pool.end();
      pool = connect();
    },
    async drop() {
      await pool.end();
      // As a superuser, who may end whatever connection is still in it.
      await asSuperuser(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs SQL that only a superuser may, in the given database or beside all of them. */
export async function asSuperuser(text: string, databaseUrl?: string): Promise<void> {
  const serverUrl = inject('superuserUrl');
  if (databaseUrl === undefined) return void (await onServer(serverUrl, (client) => client.query(text)));
  // Into a database of a test nobody goes twice, and it could not be cloned meanwhile.
  const url = Object.assign(new URL(serverUrl), { pathname: new URL(databaseUrl).pathname });
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Changes rows as somebody does whom no trigger stops. */
export async function tamper(text: string, { url }: Pick<TestDatabase, 'url'>): Promise<void> {
  await asSuperuser(`set session_replication_role = replica; ${text}`, url);
}

/** Kept for the next test: a connection is a process of the database, which begins by looking everything up. */
const servers = new Map<string, pg.Pool>();

async function onServer(serverUrl: string, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const connectionString = Object.assign(new URL(serverUrl), { pathname: '/postgres' }).toString();
  const pool = servers.get(serverUrl) ?? new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  if (!servers.has(serverUrl))
    servers.set(
      serverUrl,
      pool.on('error', () => {}),
    );
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}
