import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Health } from '../../src/health/health.ts';
import type { Probe } from '../../src/platform/health/probe.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { ask, expectNothingInternal } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';
import { asSuperuser } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const PATH = '/api/health/architecture';

/** For tests that only look. */
let shared: Api;
beforeAll(async () => {
  shared = await startApi();
});
afterAll(() => shared.stop());

test('the report names every connection, needs no credential and tells nothing else', async () => {
  const answer = await ask(shared, { path: PATH, headers: { authorization: 'Bearer of-nothing' } });

  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(answer.json).toEqual({
    ok: true,
    status: 'pass',
    checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    connections: [
      ['database', true],
      ['storage', true],
      ['clock', false],
      ['privileges', false],
      ['deletion', false],
      ['queue', true],
      ['chain', false],
      ['endings', false],
      ['log', false],
      ['renderer', false],
    ].map(([name, required]) => ({ name, ok: true, required, status: 'pass', latencyMs: expect.any(Number) })),
  });
  expectNothingInternal(answer);
  expect(answer.text).not.toMatch(/127\.0\.0\.1|localhost|\/tmp|version|commit|\d+\.\d+\.\d+/);
  expect((await ask(shared, { path: PATH })).status).toBe(200);
});

test('GraphQL gives the same report', async () => {
  const REPORT = '{ health { ok status checkedAt connections { name ok required status latencyMs } } }';
  const inSmallLetters = (report: object) => JSON.parse(JSON.stringify(report).toLowerCase());

  // A report serves a second: asked one after the other, both ways give the same one, as a rule at once.
  await expect
    .poll(async () => {
      const { json } = await ask(shared, { path: PATH });
      const { data } = await shared.graphql(REPORT);
      return data.health.checkedAt === json.checkedAt && [inSmallLetters(data.health), inSmallLetters(json)];
    })
    .toSatisfy((reports) => Array.isArray(reports) && isDeepStrictEqual(reports[0], reports[1]));
});

test('a hundred who ask at once cost one look at each connection, and the next second one more', async () => {
  const api = await startApi();
  const probes = [
    vi.spyOn(api.services.platform.database, 'probe'),
    vi.spyOn(api.services.platform.store, 'probe'),
    vi.spyOn(api.services.platform.queue, 'probe'),
  ];

  const ask100 = () =>
    Promise.all(
      Array.from({ length: 100 }, (_, n) => ask(api, { path: [PATH, '/readyz', '/healthz', '/livez'][n % 4]! })),
    );
  const begin = performance.now();
  const answers = await ask100();
  const seconds = Math.floor((performance.now() - begin) / 1_000);

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  // Of a machine that needs longer than a second for a hundred answers, one look in each second.
  for (const probe of probes) expect(probe.mock.calls.length).toBeLessThanOrEqual(1 + seconds);
  for (const probe of probes) probe.mockClear();
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  await ask(api, { path: PATH });
  for (const probe of probes) expect(probe.mock.calls.length).toBe(1);
});

test('storage that is away shows at once, harms nothing else, and is noticed when it is back', async () => {
  const api = await startApi();
  const { asset } = await api.render({ tags: ['health'] });
  const blobs = join(api.dataDir, 'blobs');

  renameSync(blobs, `${blobs}-away`);
  const down = await healthOf(api, 503);
  const ready = await ask(api, { path: '/readyz' });
  const alive = await ask(api, { path: '/livez' });
  const upload = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: {
      imageBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    },
  });
  const pick = await api.json('/api/marketing/image-bank/pick?tags=health');
  const media = await ask(api, { path: new URL(asset.url).pathname });
  renameSync(`${blobs}-away`, blobs);
  const up = await healthOf(api, 200);

  expect(down.json).toMatchObject({ ok: false, status: 'fail' });
  expect(down.headers['retry-after']).toMatch(/^\d+$/);
  expect(down.json.connections.find((one: { name: string }) => one.name === 'storage')).toMatchObject({
    ok: false,
    status: 'fail',
    required: true,
  });
  expectNothingInternal(down);
  expect(down.text).not.toContain(blobs);
  expect(ready).toMatchObject({ status: 503, json: { status: 'fail' } });
  expect(alive).toMatchObject({ status: 200, json: { status: 'pass' } });
  expect(upload).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', ok: false } });
  expect(upload.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(pick.status).toBe(200);
  expect(media).toMatchObject({ status: 503, json: { code: 'SERVICE_UNAVAILABLE' } });
  expect(media.headers.etag).toBeUndefined();
  expect(up.json).toMatchObject({ ok: true, status: 'pass' });
  expect((await ask(api, { path: new URL(asset.url).pathname })).status).toBe(200);
});

/** The report once it has the expected status; the one before may be a second old. */
function healthOf(api: Api, status: number) {
  return vi.waitFor(
    async () => {
      const answer = await ask(api, { path: PATH });
      expect(answer.status).toBe(status);
      return answer;
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
}

test('what is not required only warns', async () => {
  const api = await startApi();
  vi.spyOn(api.services.apis.renders.renderer, 'probe').mockRejectedValue(new Error('no worker starts: secret words'));

  const { status, json, text } = await ask(api, { path: PATH });

  expect(status).toBe(200);
  expect(json).toMatchObject({ ok: true, status: 'warn' });
  expect(json.connections.at(-1)).toMatchObject({ name: 'renderer', ok: false, required: false, status: 'warn' });
  expect(text).not.toContain('secret words');
});

test.each([
  ['/livez', 'pass'],
  ['/readyz', 'pass'],
  ['/healthz', 'pass'],
  ['/livez?verbose', 'pass'],
  ['/readyz?verbose=1', 'pass'],
])('%s says %s and no more', async (path, status) => {
  const answer = await ask(shared, { path });

  expect(answer).toMatchObject({ status: 200, text: JSON.stringify({ status }) });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/health+json; charset=utf-8',
    'cache-control': 'no-store',
  });
});

test('a connection that does not answer is asked once, not again by everybody who comes meanwhile', async () => {
  vi.useFakeTimers();
  try {
    const probe = vi.fn(() => new Promise<void>(() => {}));
    const clock = { now: () => new Date() };
    const health = new Health(() => [{ name: 'deaf', required: true, probe }], clock, createLogger('silent'));

    const first = health.report();
    await vi.advanceTimersByTimeAsync(2_000);
    const second = health.report();
    await vi.advanceTimersByTimeAsync(1_000);

    expect(probe).toHaveBeenCalledTimes(1);
    expect(await first).toMatchObject({ ok: false, status: 'FAIL' });
    expect(await second).toBe(await first);
    const third = health.report();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(probe).toHaveBeenCalledTimes(2);
    expect(await third).not.toBe(await first);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['set back', -3_600_000],
  ['set ahead', 3_600_000],
])('a clock that is %s makes no report older or younger than it is', async (_, jumpMs) => {
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const probe = vi.fn(async () => {});
  const health = new Health(() => [{ name: 'counted', required: true, probe }], clock, createLogger('silent'));
  await health.report();

  aheadMs = jumpMs;
  const atOnce = await health.report();
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  const later = await health.report();

  expect(probe).toHaveBeenCalledTimes(2);
  expect(later.checkedAt.getTime() - atOnce.checkedAt.getTime()).toBeGreaterThan(jumpMs);
});

describe('readiness', () => {
  const hanging = () => new Promise<void>(() => {});
  const down = () => Promise.reject(new Error('It is down.'));
  const healthWith = (probe: () => Promise<void>, more: Partial<Probe> = {}) =>
    new Health(
      () => [{ name: 'one', required: true, probe, ...more }],
      { now: () => new Date() },
      createLogger('silent'),
    );

  test('is that of the last report while a probe hangs, and fails when the probe has timed out', async () => {
    const probe = vi.fn(() => Promise.resolve());
    const health = healthWith(probe);
    expect(await health.isReady()).toBe(true);
    await sleep(1_050);
    probe.mockImplementation(hanging);

    const begin = performance.now();
    expect(await health.isReady()).toBe(true);
    // Without a limit it would take the three seconds of the probe.
    expect(performance.now() - begin).toBeLessThan(2_500);
    expect((await health.report()).ok).toBe(false);
    expect(await health.isReady()).toBe(false);
  });

  test('passes before the first report, since the start has needed the connections', async () => {
    const health = healthWith(hanging);

    expect(await health.isReady()).toBe(true);
    expect((await health.report()).ok).toBe(false);
    expect(await health.isReady()).toBe(false);
  });

  test.each([
    ['a connection without which no call succeeds', {}, false],
    ['one without which calls that change nothing succeed', { leavesReads: () => true }, true],
    ['one that isn’t required', { required: false }, true],
  ])('with %s down', async (_, more, isReady) => {
    expect(await healthWith(down, more).isReady()).toBe(isReady);
  });

  test('doesn’t need the job queue', async () => {
    const api = await startApi({ works: false });
    await api.database.query('drop schema pgboss cascade');

    await healthOf(api, 503);
    expect((await ask(api, { path: '/readyz' })).status).toBe(200);
  });
});

test('a database that takes no writes is not ready', async () => {
  const api = await startApi({ works: false });
  const name = new URL(api.database.url).pathname.slice(1);
  const set = (value: 'on' | 'off') =>
    asSuperuser(
      `alter database ${name} set default_transaction_read_only = ${value};
       select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    );

  await set('on');
  const down = await healthOf(api, 503);
  const ready = await ask(api, { path: '/readyz' });
  await set('off');
  const up = await healthOf(api, 200);

  expect(down.json.connections.find((one: { name: string }) => one.name === 'database')).toMatchObject({
    ok: false,
    status: 'fail',
  });
  expect(ready.status).toBe(503);
  expect(up.json.ok).toBe(true);
});
