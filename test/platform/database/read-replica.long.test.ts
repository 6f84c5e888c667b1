import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ReadReplica } from '../../../src/platform/database/read-replica.ts';
import { audited, exported, linesOf, runTasks, trustOf } from '../../chain/export.ts';
import { settled, upload } from '../../rest/support.ts';
import { ADMIN_TOKEN, type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { imprimatur } from '../../support/command.ts';
import type { TestDatabase } from '../../support/database.ts';
import { DebianPostgres } from '../../support/debian-postgres.ts';
import { signedIn } from '../../support/people.ts';
import { scrape, total } from '../../support/prometheus.ts';

const METRIC = 'imprimatur_replica_reads_total';
/** What all processes share: the sessions and the pictures of each are those of the others. */
const SHARED = {
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  STORAGE_URL: pathToFileURL(mkdtempSync(path.join(tmpdir(), 'imprimatur-shared-'))).toString(),
};

let primary: DebianPostgres;
let replica: DebianPostgres;
let database: TestDatabase;

beforeAll(async () => {
  primary = await DebianPostgres.start();
  replica = await primary.makeReplica({ log_statement: 'all' });
  database = {
    url: primary.url(),
    serviceUrl: primary.url('imprimatur_service'),
    isPrepared: false,
    query: (text, values) => withClient(primary.url(), async (client) => (await client.query(text, values)).rows),
    disconnect: async () => {},
    drop: async () => {},
  };
});
afterAll(async () => {
  await replica?.[Symbol.asyncDispose]();
  await primary?.[Symbol.asyncDispose]();
  rmSync(fileURLToPath(SHARED.STORAGE_URL), { recursive: true, force: true });
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const start = (of = replica) =>
  startApi({ database, env: { ...SHARED, DATABASE_REPLICA_URL: of.url('imprimatur_service') } });

/** Reads of lists by the server that answered them: the replica, or the primary for a reason. */
function reads(api: Api): Record<string, number> {
  const { onReplica, onPrimary } = (api.services.platform.database.replica as ReadReplica).reads;
  return { replica: onReplica, ...onPrimary };
}

async function titles(api: Api, as: Credential = 'operator'): Promise<string[]> {
  const { status, body } = await api.json('/api/admin/image-bank?limit=100', { as });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.items.map(({ title }: Json) => title);
}

/** A new picture in the bank, written by somebody else than the operator. */
async function addPicture(api: Api, title: string): Promise<void> {
  await api.render({ title, seed: ++seed, width: 256, height: 256, saveToBank: true });
}
let seed = 0;

/** Lists until the replica answers: ten seconds after a start, or after a write of the caller. */
async function untilOnReplica(api: Api, as: Credential = 'operator'): Promise<void> {
  const before = reads(api).replica!;
  await expect
    .poll(() => titles(api, as).then(() => reads(api)), { timeout: 60_000, interval: 300 })
    .toMatchObject({ replica: expect.toSatisfy((now: number) => now > before) });
}

const statusOfReplica = async (api: Api) =>
  (await api.json('/api/health/architecture')).body.connections.find(({ name }: Json) => name === 'replica');

const pause = () => replica.query('select pg_wal_replay_pause()', 'postgres');
const resume = () => replica.query('select pg_wal_replay_resume()', 'postgres');

test('lists are read from the replica, and callers see their own writes at once', async () => {
  const api = await start();
  await addPicture(api, 'sea');
  await untilOnReplica(api);
  expect(replica.log()).toMatch(/execute [^:]+: select .* from \(select \* from asset/);
  expect(await titles(api)).toContain('sea');

  await pause();
  onTestFinished(async () => void (await resume()));
  const before = reads(api);
  await upload(api, { title: 'dawn' });

  expect(await titles(api)).toContain('dawn');
  const after = reads(api);
  expect(after.WRITER).toBeGreaterThan(before.WRITER!);
  expect(after.replica).toBe(before.replica);
  // Metrics are collected at most every five seconds.
  await expect
    .poll(async () => total(await scrape(api), METRIC, { imprimatur_replica_reason: 'writer' }), { timeout: 10_000 })
    .toBe(after.WRITER);
  expect(total(await scrape(api), METRIC, { imprimatur_replica_source: 'replica' })).toBe(after.replica);
});

test('a write through one process is seen through the others, and other callers wait for the replica', async () => {
  const [one, other] = [await start(), await start()];
  const { as: person } = await signedIn(one, { roles: ['EDITOR'] });
  await untilOnReplica(other);
  await untilOnReplica(other, person);
  await untilOnReplica(one);

  await pause();
  onTestFinished(async () => void (await resume()));
  await titles(other, person);
  await upload(one, { title: 'dusk' });
  const [own, foreign] = [await titles(other), await titles(other, person)];

  expect(own).toContain('dusk');
  // Otherwise, the list would have come from the primary, and the test would show nothing.
  expect(foreign).not.toContain('dusk');
});

test('while replay is paused, lists come from the primary, and health warns', async () => {
  const api = await start();
  await untilOnReplica(api);
  expect(await statusOfReplica(api)).toMatchObject({ ok: true, required: false });

  await pause();
  onTestFinished(async () => void (await resume()));
  await addPicture(api, 'fog');

  // At most two seconds behind, and measured at most one second ago.
  await expect.poll(() => titles(api), { timeout: 5_000, interval: 200 }).toContain('fog');
  expect(reads(api).LAG).toBeGreaterThan(0);
  const { status, body } = await api.json('/api/health/architecture');
  expect({ status, body }).toMatchObject({ status: 200, body: { ok: true, status: 'warn' } });
  expect(await statusOfReplica(api)).toMatchObject({ ok: false });
  expect((await api.json('/readyz')).status).toBe(200);

  await resume();
  await untilOnReplica(api);
  expect(await titles(api)).toContain('fog');
});

test('exports and lists are right while the replica is killed and started again', async () => {
  const api = await start();
  await addPicture(api, 'storm');
  const ids = await runTasks(api, 300);
  await settled(api);
  await untilOnReplica(api);
  const trust = await trustOf(api);
  const before = reads(api);

  const check = async () => {
    const text = await exported(api);
    await audited(text, trust);
    const recorded = new Set(linesOf(text).flatMap(({ type, record }) => (type === 'record' ? [record.id] : [])));
    expect(ids.filter((id) => !recorded.has(id))).toEqual([]);
    expect((await titles(api)).length).toBeGreaterThan(0);
  };
  await check();
  expect(reads(api).replica).toBeGreaterThan(before.replica! + 1);
  let isOver = false;
  const checking = [1, 2].map(async () => {
    while (!isOver) await check();
  });
  await sleep(1_000);
  await replica.kill();
  await sleep(3_000);
  expect(reads(api).AWAY).toBeGreaterThan(0);
  await replica.restart();
  await sleep(1_000);
  isOver = true;
  await Promise.all(checking);

  await untilOnReplica(api);
});

test('a frozen replica delays few lists, and none is refused', async () => {
  const api = await start();
  await untilOnReplica(api);

  replica.freeze();
  onTestFinished(() => replica.thaw());
  const began = performance.now();
  let lists = 0;
  while (performance.now() - began < 10_000) {
    await titles(api);
    lists += 1;
  }

  // One list waits until its time limit of six seconds at most.
  expect(lists).toBeGreaterThan(20);
  expect(reads(api).AWAY).toBeGreaterThan(10);
  expect((await api.json('/readyz')).status).toBe(200);
  replica.thaw();
  await untilOnReplica(api);
});

test('a read that conflicts with replayed changes runs again on the primary', async () => {
  const api = await start();
  await untilOnReplica(api);
  const { replica: lagging } = api.services.platform.database;
  const asked: boolean[] = [];

  const value = await lagging!.read('somebody', async (on) => {
    asked.push(on.isReplica);
    if (on.isReplica)
      throw Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });
    return 'right';
  });

  expect(value).toBe('right');
  expect(asked).toEqual([true, false]);
  expect(reads(api).FAILED).toBe(1);
  await untilOnReplica(api);
});

test('a promoted replica is never read, and doesn’t prevent a start', async () => {
  await using second = await primary.makeReplica();
  const api = await start(second);
  await untilOnReplica(api);

  await second.promote();
  await expect.poll(() => statusOfReplica(api), { timeout: 20_000 }).toMatchObject({ ok: false });
  await addPicture(api, 'after the promotion');
  expect(await titles(api)).toContain('after the promotion');
  expect(reads(api).REFUSED).toBeGreaterThan(0);
  await api.stop();

  const later = await start(second);
  await sleep(10_500);
  await titles(later);
  const { replica: onReplica, REFUSED: refused } = reads(later);
  expect({ onReplica, isRefused: refused! > 0 }).toEqual({ onReplica: 0, isRefused: true });
});

test('a server of another cluster is refused by name, and doctor says what is wrong', async () => {
  await using stranger = await DebianPostgres.start();
  const settings = {
    DATABASE_URL: database.serviceUrl,
    DATABASE_OWNER_URL: database.url,
    DATABASE_REPLICA_URL: stranger.url('imprimatur_service'),
    ADMIN_TOKEN,
  };

  await expect(start(stranger)).rejects.toThrow(/DATABASE_REPLICA_URL: .*another database cluster than DATABASE_URL/);
  const wrong = await imprimatur(['doctor'], settings);
  const right = await imprimatur(['doctor'], {
    ...settings,
    DATABASE_REPLICA_URL: replica.url('imprimatur_service'),
  });

  expect(wrong.stdout).toMatch(/✖ read replica .*another database cluster/);
  expect(right.stdout).toMatch(/✔ read replica/);
});

test('a service whose replica is away at the start begins without it', async () => {
  await using second = await primary.makeReplica();
  await second.kill();
  const api = await start(second);

  expect(await titles(api)).toEqual(expect.any(Array));
  expect(await statusOfReplica(api)).toMatchObject({ ok: false });
  await second.restart();
  await untilOnReplica(api);
});
