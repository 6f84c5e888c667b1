import { expect, onTestFinished, test } from 'vitest';
import { internal } from '../../src/platform/auth/principal.ts';
import { Context } from '../../src/platform/context.ts';
import { startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startService, until } from '../support/service-process.ts';

test('a process has its connections and their statements before it says ready, counts and logs nothing of it, and changes nothing', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const env = {
    DATABASE_URL: database.url,
    WARM_UP_MS: '4000',
    LOG_LEVEL: 'info',
    METRICS_TOKEN: 'a-token-for-the-metrics',
  };
  const pool = () =>
    database.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = ''`,
    );
  const rows = () =>
    database.query(
      `select (select count(*)::int from pick_cursor) as rotations, (select count(*)::int from seal) as seals,
         (select count(*)::int from limit_use) as limits, (select count(*)::int from asset) as assets`,
    );
  const before = await rows();

  await using service = await startService({ args: ['start', '--no-worker'], env });
  await until(async () => (await service.statusOf('/readyz')) === 200);

  // Two of them are of the test itself, and some of the queue.
  expect((await pool())[0]!.n).toBeGreaterThanOrEqual(5);
  expect(await rows()).toEqual(before);
  expect(service.stderr).not.toContain('/api/marketing/image-bank/pick');
  const metrics = await (await service.fetch('/metrics', { as: { bearer: env.METRICS_TOKEN } })).text();
  expect(metrics).not.toMatch(/http_server_request_duration_seconds_count\{[^}]*image-bank/);
});

test('a warm-up ends when its time is over, whatever it has got to', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());

  await using service = await startService({ env: { DATABASE_URL: database.url, WARM_UP_MS: '1' } });
  await service.ready();

  await until(async () => (await service.statusOf('/readyz')) === 200);
});

test('what a warm-up asks is answered: nothing of it is mistyped, and what is refused is refused on purpose', async () => {
  const api = await startApi({ works: false });
  const { platform, warmUps } = api.services;
  const ctx = new Context(platform, {
    principal: internal('warm-up'),
    requestId: 'w',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const asked = (await Promise.all(warmUps.map(({ requests }) => requests?.(ctx) ?? []))).flat();

  const statuses = await Promise.all(
    asked.map(async ({ path, body, isOperators, accept }) => {
      const { status } = await api.fetch(path, {
        as: isOperators ? 'operator' : undefined,
        method: body ? 'POST' : 'GET',
        headers: { ...(accept && { accept }), ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      return [path.split('?')[0], status];
    }),
  );

  expect(new Set(statuses.map(String))).toEqual(
    new Set([
      '/api/admin/image-bank,200',
      '/graphql,200',
      // The bank is empty.
      '/api/marketing/image-bank/pick,404',
      // Nobody acknowledged the disclaimer, and nothing is sealed.
      '/api/legal/provenance-seal,422',
      '/log/checkpoint,200',
    ]),
  );
});
