import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cancelRender } from '../../src/renders/render.transitions.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { cloneDatabase } from '../support/database.ts';

const ask = (api: Api, headers: Record<string, string>) =>
  api.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers,
    body: { prompt: 'calm sea at dawn', width: 256, height: 256 },
  });

const renders = async (api: Api) =>
  (await api.database.query<{ id: string }>('select id from render order by id')).map(({ id }) => id);
const cancel = (api: Api, id: string) => cancelRender(contextOn(api.services.platform.database), id);

/** The statements about renders that connections send which are made from now on. */
function statementsAboutRenders(): string[] {
  const sent: string[] = [];
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string })?.text ?? '');
    if (/\brender\b/.test(text) && !text.includes('pgboss')) sent.push(text);
    return query.apply(this, args) as never;
  });
  onTestFinished(() => spy.mockRestore());
  return sent;
}

test('fifty callers who wait ask nothing, and when one picture is there, only who waits for it does', async () => {
  const sent = statementsAboutRenders();
  const api = await startApi({ works: false });
  const before = api.services.platform.live.watching;
  const answers = Array.from({ length: 50 }, () => ask(api, { prefer: 'wait=25' }));
  await expect.poll(() => api.services.platform.live.watching).toBe(before + 50);
  const ids = await renders(api);
  await settled(sent);
  expect(sent.length).toBeGreaterThan(0);
  sent.length = 0;

  // Fifty who looked ten times a second would have asked five hundred times.
  await sleep(1_000);
  expect(sent).toEqual([]);

  await cancel(api, ids[0]!);
  await Promise.race(answers);
  await settled(sent);
  // The change and its events; then whether it has ended, and what it is.
  expect(sent.map((text) => text.split(' ')[0])).toEqual(['update', 'insert', 'select', 'select']);

  for (const id of ids.slice(1)) await cancel(api, id);
  const statuses = (await Promise.all(answers)).map(({ body }) => body.render.status);
  expect(new Set(statuses)).toEqual(new Set(['CANCELED']));
  expect(api.services.platform.live.watching).toBe(before);
});

test('those who are woken at the same moment look together', async () => {
  const sent = statementsAboutRenders();
  const api = await startApi({ works: false });
  const before = api.services.platform.live.watching;
  const answers = Array.from({ length: 20 }, () => ask(api, { prefer: 'wait=25', 'idempotency-key': 'the same' }));
  await expect.poll(() => api.services.platform.live.watching).toBe(before + 20);
  const [id] = await renders(api);
  await settled(sent);
  sent.length = 0;

  await cancel(api, id!);
  await Promise.all(answers);

  expect(sent.filter((text) => text.includes('json_object_agg'))).toHaveLength(1);
});

test('a caller whose picture is drawn by another process is answered when it is there', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const asked = await startApi({ database, works: false });
  const answer = ask(asked, { prefer: 'wait=25' });
  await expect.poll(async () => (await renders(asked)).length).toBe(1);

  await startApi({ database });

  expect(await answer).toMatchObject({ status: 200, body: { ok: true, render: { status: 'SUCCEEDED' } } });
});

test('who waits while the listening connection is lost is answered all the same', async () => {
  const api = await startApi({ works: false });
  const before = api.services.platform.live.watching;
  const answer = ask(api, { prefer: 'wait=25' });
  await expect.poll(() => api.services.platform.live.watching).toBe(before + 1);

  await api.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'imprimatur-live'`,
  );
  await cancel(api, (await renders(api))[0]!);

  expect((await answer).body.render.status).toBe('CANCELED');
});

test('who waits when the database is lost is told what was accepted, and where to ask for it', async () => {
  const api = await startApi({ works: false });
  const lock = new pg.Client({ connectionString: api.database.url });
  lock.on('error', () => {});
  await lock.connect();
  onTestFinished(() => lock.end());
  const asked = ask(api, { prefer: 'wait=25' });
  await expect.poll(() => renders(api), { interval: 20 }).toHaveLength(1);

  // When its time is up the render is read once more, and there the connection is lost.
  await lock.query('begin');
  await lock.query('lock table render in access exclusive mode');
  // Not through the connection that locks: within one transaction `pg_stat_activity` stays as it was first read.
  const cut = () =>
    api.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~ 'render'`,
    );
  await expect.poll(async () => (await cut()).length).toBeGreaterThan(0);
  const { status, headers, body } = await asked;
  await lock.query('rollback');

  expect({ status, render: body.render.status }).toEqual({ status: 202, render: 'QUEUED' });
  expect(await renders(api)).toEqual([body.render.id]);
  expect(headers.get('location')).toContain(body.render.id);
});

test('whose time is up, or whom the stop sends away, gets the render as it is', async () => {
  const api = await startApi({ works: false });
  const before = api.services.platform.live.watching;
  expect(await ask(api, { prefer: 'wait=1' })).toMatchObject({ status: 202, body: { render: { status: 'QUEUED' } } });

  const waiting = ask(api, { prefer: 'wait=25' });
  await expect.poll(() => api.services.platform.live.watching).toBe(before + 1);
  api.services.apis.renders.service.stopWaiting();

  expect(await waiting).toMatchObject({ status: 202, body: { render: { status: 'QUEUED' } } });
  expect(await ask(api, { prefer: 'wait=25' })).toMatchObject({ status: 202 });
  expect(api.services.platform.live.watching).toBe(before);
});

test('a caller who hangs up is not waited for', async () => {
  const api = await startApi({ works: false });
  const before = api.services.platform.live.watching;
  const leaving = new AbortController();
  const answer = api.fetch('/api/integrations/cinema/render', {
    method: 'POST',
    as: 'integration',
    headers: { 'content-type': 'application/json', prefer: 'wait=25' },
    body: JSON.stringify({ prompt: 'sea' }),
    signal: leaving.signal,
  });
  await expect.poll(() => api.services.platform.live.watching).toBe(before + 1);

  leaving.abort();
  await expect(answer).rejects.toThrow();

  await expect.poll(() => api.services.platform.live.watching).toBe(before);
});

/** Resolves when nothing has been sent for a while. */
async function settled(sent: string[]): Promise<void> {
  for (let last = -1; last !== sent.length; await sleep(200)) last = sent.length;
}
