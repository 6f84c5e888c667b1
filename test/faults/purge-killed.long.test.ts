import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { picture } from '../rest/support.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { DataDir, type ServiceProcess, startService, until } from '../support/service-process.ts';

/** What the service is held at until it is killed, in a transaction of the test. */
const HOLD = 77_001;
/** A transaction waits right before its commit. */
const AT_COMMIT = `create function hold_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${HOLD}); return null; end $$;
  create constraint trigger hold_here after insert on purged_asset deferrable initially deferred
    for each row execute function hold_here();`;
/** The note that bytes are gone waits, when they are. */
const AT_NOTE = `create function hold_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${HOLD}); return new; end $$;
  create trigger hold_here before update of gone_at on purged_blob for each row execute function hold_here();`;
const NO_HOLD = 'drop function hold_here cascade';

/** A service with three pictures, one of them in the trash, and a connection to hold it by. */
class Killed implements AsyncDisposable {
  readonly database: TestDatabase;
  readonly dataDir = new DataDir();
  readonly holder: pg.Client;
  service!: ServiceProcess;
  /** Of the picture that is erased. */
  id!: string;
  files!: string[];

  private constructor(database: TestDatabase) {
    this.database = database;
    this.holder = new pg.Client({ connectionString: database.url });
  }

  static async start(): Promise<Killed> {
    const killed = new Killed(await cloneDatabase());
    await killed.holder.connect();
    await killed.restart();
    const ids: string[] = [];
    for (const shade of [1, 2, 3]) ids.push(await killed.#upload(shade));
    killed.id = ids[1]!;
    killed.files = (await killed.namedFiles()).filter((file) => file.of === killed.id).map((file) => file.path);
    await killed.ask('mutation ($ids: [ID!]!) { trashAssets(input: { ids: $ids }) { __typename } }');
    return killed;
  }

  async restart(): Promise<void> {
    this.service = await startService({ env: { DATABASE_URL: this.database.url }, dataDir: this.dataDir });
    await this.service.ready();
  }

  /** With its connections, as when the machine goes down: one that waits for a lock would go on by itself. */
  async kill(): Promise<void> {
    this.service.kill('SIGKILL');
    await this.service.exited;
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await this.holder.query(`select pg_terminate_backend(pid) ${waiting}`);
    await until(async () => (await this.holder.query(`select 1 ${waiting}`)).rows.length === 0);
  }

  /** Asks for the picture to be erased; nobody waits for the answer. */
  purge(): Promise<unknown> {
    return this.ask(
      'mutation ($ids: [ID!]!) { purgeAssets(input: { ids: $ids }) { ... on PurgedAssets { purgedCount } } }',
    ).catch((error: Error) => error);
  }

  async ask(query: string) {
    const body = { query, variables: { ids: [this.id] } };
    const answer = await this.service.json('/graphql', { as: 'operator', body });
    expect(answer.body.errors).toBeUndefined();
    return answer.body.data;
  }

  /** Whether something in the database waits for a lock of this kind. */
  async isWaiting(kind: 'advisory' | 'relation'): Promise<boolean> {
    const rows = await this.database.query(
      `select 1 from pg_locks where locktype = $1 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
      [kind],
    );
    return rows.length > 0;
  }

  /** All files that rows name. */
  async namedFiles(): Promise<{ of: string; path: string }[]> {
    const rows = await this.database.query<{ id: string; sha256: string; extension: string }>(
      `select id, sha256, extension from asset union all select asset_id, sha256, 'webp' from rendition`,
    );
    return rows.map(({ id, sha256, extension }) => ({
      of: id,
      path: path.join(this.#blobs, sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.${extension}`),
    }));
  }

  /** All pictures in the store. What is staged or kept for itself is none. */
  storedFiles(): string[] {
    return readdirSync(this.#blobs, { recursive: true, encoding: 'utf8' })
      .filter((file) => /[0-9a-f]{64}\.(png|webp|jpg)$/.test(file))
      .map((file) => path.join(this.#blobs, file));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    await this.holder.end();
    this.dataDir[Symbol.dispose]();
    await this.database.drop();
  }

  get #blobs(): string {
    return path.join(this.dataDir.path, 'blobs');
  }

  async #upload(shade: number): Promise<string> {
    const imageBase64 = (await picture(shade * 40)).toString('base64');
    const { body } = await this.service.json('/api/admin/image-bank', { as: 'operator', body: { imageBase64 } });
    return body.asset.id;
  }
}

/** What is left of the picture, by row. */
const traces = async ({ database, id }: Killed) => {
  const [row] = await database.query(
    `select exists (select from asset where id = $1) as "isThere", exists (select from purged_asset where id = $1) as "isNoted",
       (select count(*)::int from rendition where asset_id = $1) as renditions,
       (select count(*)::int from outbox_event where type = 'asset.purged' and payload->>'assetId' = $1) as told`,
    [id],
  );
  return row;
};
const GONE = { isThere: false, isNoted: true, renditions: 0, told: 1 };
const UNTOUCHED = { isThere: true, isNoted: false, told: 0 };

/** After a restart: every row has its bytes, and all bytes are of a row. */
async function expectWhole(killed: Killed): Promise<void> {
  const isNoteLeft = async () =>
    (await killed.database.query('select 1 from purged_blob where gone_at is null')).length > 0;
  await until(async () => !(await isNoteLeft()));
  const named = [...new Set((await killed.namedFiles()).map((file) => file.path))];
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
  expect(killed.storedFiles().toSorted()).toEqual(named.toSorted());
}

describe('a purge that is killed', () => {
  let killed: Killed;
  afterEach(() => killed[Symbol.asyncDispose]());

  test('before its rows are written has erased nothing, and can be asked for again', async () => {
    killed = await Killed.start();
    await killed.database.query(AT_COMMIT);
    await killed.holder.query('select pg_advisory_lock($1)', [HOLD]);
    const asked = killed.purge();
    await until(() => killed.isWaiting('advisory'));
    await killed.kill();
    await asked;
    await killed.holder.query('select pg_advisory_unlock_all()');
    await killed.database.query(NO_HOLD);
    await killed.restart();

    expect(await traces(killed)).toMatchObject(UNTOUCHED);
    await expectWhole(killed);
    expect(await killed.purge()).toEqual({ purgeAssets: { purgedCount: 1 } });
    expect(await traces(killed)).toEqual(GONE);
    await expectWhole(killed);
  });

  test('between its rows and its bytes leaves bytes that the next start erases', async () => {
    killed = await Killed.start();
    await killed.database.query(AT_COMMIT);
    await killed.holder.query('select pg_advisory_lock($1)', [HOLD]);
    const asked = killed.purge();
    await until(() => killed.isWaiting('advisory'));
    // The table is the test's as soon as the rows are written; who wants to know which bytes go waits for it.
    const lock = new pg.Client({ connectionString: killed.database.url });
    await lock.connect();
    await lock.query('begin');
    const held = lock.query('lock table purged_blob in access exclusive mode');
    await until(() => killed.isWaiting('relation'));
    await killed.holder.query('select pg_advisory_unlock_all()');
    await held;
    await until(() => killed.isWaiting('relation'));
    await killed.kill();
    await asked;
    expect(killed.files.filter((file) => !existsSync(file))).toEqual([]);
    await lock.query('rollback');
    await lock.end();
    await killed.database.query(NO_HOLD);
    expect(await traces(killed)).toEqual(GONE);

    await killed.restart();

    await expectWhole(killed);
    expect(killed.files.filter((file) => existsSync(file))).toEqual([]);
    expect(await traces(killed)).toEqual(GONE);
  });

  test('between its bytes and the note of it is finished by the next start', async () => {
    killed = await Killed.start();
    await killed.database.query(AT_NOTE);
    await killed.holder.query('select pg_advisory_lock($1)', [HOLD]);
    const asked = killed.purge();
    await until(() => killed.isWaiting('advisory'));
    expect(killed.files.filter((file) => existsSync(file))).toEqual([]);
    await killed.kill();
    await asked;
    await killed.holder.query('select pg_advisory_unlock_all()');
    await killed.database.query(NO_HOLD);

    await killed.restart();

    await expectWhole(killed);
    expect(await traces(killed)).toEqual(GONE);
  });
});
