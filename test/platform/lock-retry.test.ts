import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { move } from '../assets/curating-graph.ts';
import { upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/service-process.ts';

const LOCK_TIMEOUT_MS = 250;
const PATIENCE_MS = 30_000;

let database: TestDatabase;
let api: Api;

async function start(lockTimeoutMs: number): Promise<void> {
  database = await cloneDatabase();
  const name = new URL(database.url).pathname.slice(1);
  // As an operator may set it: every connection that is opened from now on has it.
  await database.query(`alter database ${name} set lock_timeout = ${lockTimeoutMs}`);
  await database.disconnect();
  api = await startApi({ database, works: false });
}

async function stop(): Promise<void> {
  await api.stop();
  await database.drop();
}

/** Somebody else's transaction. */
async function beside() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set lock_timeout = 0');
  await client.query('begin');
  onTestFinished(() => client.end());
  return client;
}

interface Waiting {
  pid: number;
  begun: string;
}

/** The transaction that waits for `client`, if there is one. */
async function waitingFor(client: pg.Client): Promise<Waiting | undefined> {
  const [row] = await database.query<Waiting>(
    `select pid, xact_start::text as begun from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`,
    [(client as unknown as { processID: number }).processID],
  );
  return row;
}

/** Until the same work waits in a second transaction: the first was given up. */
async function untilAttemptedAgain(client: pg.Client): Promise<void> {
  const begun = new Set<string>();
  await until(async () => {
    const waiting = await waitingFor(client);
    if (waiting) begun.add(waiting.begun);
    return begun.size > 1;
  }, PATIENCE_MS);
}

async function effectsOn(id: string) {
  const [row] = await database.query(
    `select status, version,
       (select count(*)::int from audit_entry where $1 = any(subject_ids) and action = 'trashAssets') as told,
       (select count(*)::int from outbox_event where type = 'asset.status-changed' and payload->>'assetId' = $1) as events
     from asset where id = $1`,
    [id],
  );
  return row;
}
const ONCE = { status: 'TRASHED', version: 2, told: 1, events: 1 };

describe('without a lock timeout', () => {
  beforeAll(() => start(0));
  afterAll(stop);

  test('a mutation that loses to a deadlock is done all the same, and once', async () => {
    const [first, second] = (await Promise.all([upload(api), upload(api)])).map(({ id }) => id).sort();
    const other = await beside();
    await other.query('select from asset where id = $1 for update', [second]);
    const answer = move(api, 'trashAssets', [first, second]);
    await until(async () => (await waitingFor(other)) !== undefined);

    // Who has waited longer looks for the deadlock first, and is undone: this one gets its lock.
    await other.query('select from asset where id = $1 for update', [first]);
    await other.query('commit');

    expect(await answer).toMatchObject({ __typename: 'UpdatedAssets', changedCount: 2 });
    expect(await effectsOn(first)).toEqual(ONCE);
    expect(await effectsOn(second)).toEqual(ONCE);
  });
});

describe('with a lock timeout', () => {
  beforeAll(() => start(LOCK_TIMEOUT_MS));
  afterAll(stop);

  test('a mutation is attempted again, and done once', async () => {
    const { id } = await upload(api);
    const other = await beside();
    await other.query('select from asset where id = $1 for update', [id]);
    const answer = move(api, 'trashAssets', [id]);
    await untilAttemptedAgain(other);
    await other.query('commit');

    expect(await answer).toMatchObject({ __typename: 'UpdatedAssets', changedCount: 1 });
    expect(await effectsOn(id)).toEqual(ONCE);
  });

  test('a read is attempted again, and a pick takes one turn', async () => {
    await upload(api, { tags: ['turning'] });
    const pick = () => api.json('/api/marketing/image-bank/pick?tags=turning', { as: 'integration' });
    await pick();
    const other = await beside();
    await other.query('lock table asset in access exclusive mode');
    const answers = Promise.all([pick(), api.json('/api/admin/image-bank', { as: 'operator' })]);
    await untilAttemptedAgain(other);
    await other.query('commit');

    expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
    expect(await database.query('select picks::int from pick_cursor')).toEqual([{ picks: 2 }]);
  });

  test('what waits for ever is given up: nothing of it was done', async () => {
    const { id } = await upload(api);
    const other = await beside();
    await other.query('select from asset where id = $1 for update', [id]);

    const answer = await move(api, 'trashAssets', [id]);

    expect(answer.errors).toHaveLength(1);
    await other.query('commit');
    expect(await effectsOn(id)).toMatchObject({ status: 'LIVE', version: 1, events: 0 });
  });
});
