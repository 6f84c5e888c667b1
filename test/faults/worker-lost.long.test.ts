import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { DataDir, startService, until } from '../support/service-process.ts';

/**
 * A picture that takes half a second to draw by a worker that has just started, so that there is a middle to be killed
 * in, and that a machine many times slower still draws within the engine's time limit.
 */
const SLOW = { width: 1024, height: 1024, prompt: 'snowy mountains over a forest at dusk, storm' };

const statusOf = async (database: TestDatabase, id: string) =>
  (await database.query<{ status: string }>('select status from render where id = $1', [id]))[0]?.status;

test.concurrent('a worker that is killed in the middle of a render is replaced by another one', async () => {
  const database = await cloneDatabase();
  using dataDir = new DataDir();
  const env = { DATABASE_URL: database.url };
  await using service = await startService({ args: ['start', '--no-worker'], env, dataDir });
  await using first = await startService({ args: ['worker'], env, dataDir });
  await Promise.all([service.ready(), first.ready()]);

  const { body } = await service.render(SLOW);
  await until(async () => (await statusOf(database, body.render.id)) === 'RUNNING');
  first.kill('SIGKILL');
  await using second = await startService({ args: ['worker'], env, dataDir });
  await second.ready();
  await until(async () => (await statusOf(database, body.render.id)) !== 'RUNNING');

  const { body: ended } = await service.json(`/api/integrations/cinema/render/${body.render.id}`, {
    as: 'integration',
  });
  expect(ended.render.status).toBe('SUCCEEDED');
  const [row] = await database.query('select attempts, version from render');
  // Queued, begun, begun again, ended.
  expect(row, second.stderr).toEqual({ attempts: 2, version: 4 });
  expect(await database.query('select id from asset')).toEqual([{ id: ended.asset.id }]);
  expect((await fetch(ended.render.image.url)).status).toBe(200);
  await database.drop();
});

test.concurrent('a worker that was frozen so long that another one took its render writes nothing when it wakes', async () => {
  const database = await cloneDatabase();
  using dataDir = new DataDir();
  const env = { DATABASE_URL: database.url };
  await using service = await startService({ args: ['start', '--no-worker'], env, dataDir });
  await using frozen = await startService({ args: ['worker'], env, dataDir });
  await Promise.all([service.ready(), frozen.ready()]);

  const { body } = await service.render({ ...SLOW, seed: 7 });
  await until(async () => (await statusOf(database, body.render.id)) === 'RUNNING');
  frozen.kill('SIGSTOP');
  await using second = await startService({ args: ['worker'], env, dataDir });
  await second.ready();
  await until(async () => (await statusOf(database, body.render.id)) === 'SUCCEEDED');
  const rows = () =>
    database.query('select r.*, (select count(*) from asset) as assets from render r where r.id = $1', [
      body.render.id,
    ]);
  const before = await rows();
  frozen.kill('SIGCONT');
  // Its stop lets it finish what it still believes to be its render.
  frozen.kill('SIGTERM');

  expect(await frozen.exited).toEqual({ code: 0, signal: null });
  expect(await rows()).toEqual(before);
  expect(before, second.stderr).toMatchObject([{ attempts: 2, version: 4, assets: '1' }]);
  await database.drop();
});

test('a render whose worker dies in every attempt ends as lost instead of running for ever', async () => {
  const api = await startApi({ works: false });
  const { body } = await api.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers: { prefer: 'wait=0' },
    body: { prompt: 'sea' },
  });
  // As the fourth dead worker would have left it, an hour ago.
  await api.database.query("update render set status = 'RUNNING', attempts = 4, version = 5");
  await api.database.query(
    `update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '1 minute',
       heartbeat_on = now() - interval '1 minute' where name = 'render'`,
  );

  await api.services.platform.queue.work();
  await until(async () => (await statusOf(api.database, body.render.id)) === 'FAILED');

  const { body: ended } = await api.json(`/api/integrations/cinema/render/${body.render.id}`, { as: 'integration' });
  expect(ended).toMatchObject({
    ok: false,
    render: { status: 'FAILED', failure: { reason: 'WORKER_LOST' }, image: null },
  });
  expect(ended.render.completedAt).toBeTruthy();
  const events = await api.database.query("select payload from outbox_event where type = 'render.ended'");
  expect(events).toEqual([{ payload: { renderId: body.render.id, status: 'FAILED', assetId: null } }]);
});
