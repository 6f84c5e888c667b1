import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { MockUpstream } from '../support/mock-upstream.ts';
import { DataDir, startService, until } from '../support/service-process.ts';
import { stoppedInTheDemo } from './demo.ts';
import { stopsInOrder } from './stop.ts';

test.concurrent('SIGINT ends it in the same order', () => stopsInOrder('SIGINT'));

test.concurrent('who waits for a picture that nobody draws is told where to ask when the service stops', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ args: ['start', '--no-worker'], env: { DATABASE_URL: database.url } });
  await service.ready();

  const inFlight = service.render({}, { wait: 25 });
  await until(async () => (await database.query('select 1 from render')).length === 1);
  const begin = performance.now();
  service.kill('SIGTERM');
  const answer = await inFlight;

  expect(answer).toMatchObject({ status: 202, body: { ok: true, render: { status: 'QUEUED' } } });
  expect(answer.headers.get('location')).toContain(answer.body.render.id);
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - begin).toBeLessThan(20_000);
  await database.drop();
});

test.concurrent('a connection that is kept alive without a request does not hold up the stop', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ env: { DATABASE_URL: database.url } });
  await service.ready();
  const agent = new Agent({ keepAlive: true });
  await new Promise((resolve) => {
    request(`${service.url}/livez`, { agent }, (answer) => answer.resume().once('end', resolve)).end();
  });

  const begin = performance.now();
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 0, signal: null });
  // Were it counted as a request, the stop would wait nine seconds for it.
  expect(performance.now() - begin).toBeLessThan(8_000);
  agent.destroy();
  await database.drop();
});

test.concurrent('a stream that is open ends at once, without saying that it is complete, so that its client comes again', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ args: ['start', '--no-worker'], env: { DATABASE_URL: database.url } });
  await service.ready();
  const { body } = await service.render({});
  const query = `subscription { renderProgress(id: "${body.render.id}") { status } }`;
  const stream = await service.fetch(`/graphql/stream?query=${encodeURIComponent(query)}`, {
    as: 'integration',
  });
  let begin: number | undefined;
  let text = '';
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (begin || !text.includes('QUEUED')) continue;
    begin = performance.now();
    service.kill('SIGTERM');
  }

  expect(text).not.toContain('complete');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  // Were it waited for like a request, the stop would take nine seconds longer.
  expect(performance.now() - begin!).toBeLessThan(8_000);
  await database.drop();
});

test.concurrent('a second signal ends it at once', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ args: ['start', '--no-worker'], env: { DATABASE_URL: database.url } });
  await service.ready();
  const inFlight = service.render({}, { wait: 25 }).catch(() => null);
  await until(async () => (await database.query('select 1 from render')).length === 1);

  service.kill('SIGTERM');
  await until(async () => (await service.statusOf('/readyz')) === 503);
  const begin = performance.now();
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 1, signal: null });
  expect(performance.now() - begin).toBeLessThan(10_000);
  await inFlight;
  await database.drop();
});

test.concurrent('a first start that is stopped while it draws the demo ends without having been ready', async () => {
  using dataDir = new DataDir();

  await stoppedInTheDemo(dataDir);

  expect(dataDir.processes()).toEqual([]);
});

test.concurrent('a signal in the first moments of the first start leaves no database server behind', async () => {
  using dataDir = new DataDir();
  await using service = await startService({ dataDir });
  await until(() => dataDir.processes().some((pid) => pid !== service.pid));
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(dataDir.processes()).toEqual([]);
});

test.concurrent('with DRAIN_SECONDS, requests are served while load balancers are told to send no more', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ env: { DATABASE_URL: database.url, DRAIN_SECONDS: '5' } });
  await service.ready();

  service.kill('SIGTERM');
  await until(async () => (await service.statusOf('/readyz')) === 503);
  const answers = await Promise.all([
    service.render({ width: 256, height: 256 }, { wait: 3 }),
    service.json('/graphql', { body: { query: '{ __typename }' } }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([expect.toBeOneOf([200, 202]), 200]);
  for (const { headers } of answers) expect(headers.get('connection')).toBe('close');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  await database.drop();
});

test.concurrent('with LISTEN_ONLY_WHEN_READY, connections are refused before and after, and a request in progress is answered', async () => {
  const database = await cloneDatabase();
  await using service = await startService({
    args: ['start', '--no-worker'],
    env: { DATABASE_URL: database.url, LISTEN_ONLY_WHEN_READY: 'true' },
  });
  const seen = new Set<number | 'REFUSED'>();
  const stopLooking = new AbortController();
  const looking = (async () => {
    while (!stopLooking.signal.aborted) {
      // A connection of its own for each request, as a proxy opens them.
      const headers = { connection: 'close' };
      seen.add(
        await fetch(`${service.url}/openapi.json`, { headers }).then(
          ({ status }) => status,
          () => 'REFUSED' as const,
        ),
      );
    }
  })();
  await until(async () => seen.has(200));

  const inFlight = service.render({}, { wait: 25 });
  await until(async () => (await database.query('select 1 from render')).length === 1);
  service.kill('SIGTERM');
  const { status } = await inFlight;
  expect(await service.exited).toEqual({ code: 0, signal: null });
  stopLooking.abort();
  await looking;

  expect(status).toBe(202);
  expect([...seen].sort()).toEqual([200, 'REFUSED']);
  await database.drop();
});

test.concurrent('with STOP_GRACE_SECONDS, a run that takes longer than any other request is answered after SIGTERM', async () => {
  const database = await cloneDatabase();
  const upstream = await MockUpstream.start();
  // By default requests get 9 s.
  upstream.isAlways('*', { is: 'slow', firstTokenMs: 12_000 });
  await using service = await startService({
    args: ['start', '--no-worker'],
    env: {
      DATABASE_URL: database.url,
      STOP_GRACE_SECONDS: '60',
      SANDBOX: '0',
      DEEPSEEK_BASE_URL: upstream.url,
      DEEPSEEK_API_KEY: 'sk-of-the-house-0123456789',
    },
  });
  await service.ready();
  const ask = (stream: boolean) =>
    service.fetch('/v1/chat/completions', {
      method: 'POST',
      as: 'integration',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'deep-reasoning/long-reasoning',
        stream,
        messages: [{ role: 'user', content: 'Which reading of clause 7 holds?' }],
      }),
    });
  const answers = [false, true].map(async (stream) => (await ask(stream)).text());
  await until(() => upstream.openStreams === 2);

  service.kill('SIGTERM');

  for (const answer of await Promise.all(answers)) expect(answer).toContain('"finish_reason":"stop"');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  await upstream.stop();
  await database.drop();
});
