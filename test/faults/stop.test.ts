import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { INBOUND_SECRET } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { DataDir, type ServiceProcess, startService, until } from '../support/service-process.ts';
import { stoppedInTheDemo } from './demo.ts';

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test.concurrent(`${signal}: requests in flight are answered, new ones are not taken, and nothing stays behind`, async () => {
    using dataDir = new DataDir();
    await using service = await startService({ dataDir });
    await service.ready();
    expect(dataDir.processes()).not.toEqual([]);
    expect(await service.statusOf('/readyz')).toBe(200);

    const inFlight = await sendBrief(service);
    service.kill(signal);
    // The signal arrives when it arrives; from then on it has to show at once.
    await until(async () => (await service.statusOf('/readyz')) !== 200, 10_000);
    const [readyz, livez, refused, graphql] = await Promise.all([
      service.fetch('/readyz'),
      service.statusOf('/livez'),
      service.render({}),
      service.json('/graphql', { body: { query: '{ __typename }' } }),
    ]);

    expect(readyz.status).toBe(503);
    expect(await readyz.json()).toEqual({ status: 'fail' });
    expect(livez).toBe(200);
    expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', ok: false } });
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.headers.get('retry-after')).toBeTruthy();
    expect(graphql).toMatchObject({
      status: 503,
      body: { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true } }] },
    });
    const answer = await inFlight.answer;
    // On a machine under load the picture may not be ready when the patience ends; the answer says where to ask.
    expect(answer.status).toBeOneOf([200, 202]);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: true });
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(await service.statusOf('/livez')).toBeNull();
    expect(dataDir.processes()).toEqual([]);
  }, 150_000);
}

test.concurrent('who waits for a picture that nobody draws is told where to ask when the service stops', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ args: ['start', '--no-worker'], env: { DATABASE_URL: database.url } });
  await service.ready();

  const inFlight = service.render({}, { wait: 25 });
  await until(async () => (await database.query('select 1 from render')).length === 1, 20_000);
  const begin = performance.now();
  service.kill('SIGTERM');
  const answer = await inFlight;

  expect(answer).toMatchObject({ status: 202, body: { ok: true, render: { status: 'QUEUED' } } });
  expect(answer.headers.get('location')).toContain(answer.body.render.id);
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - begin).toBeLessThan(20_000);
  await database.drop();
}, 150_000);

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
}, 150_000);

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
}, 150_000);

test.concurrent('a second signal ends it at once', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ args: ['start', '--no-worker'], env: { DATABASE_URL: database.url } });
  await service.ready();
  const inFlight = service.render({}, { wait: 25 }).catch(() => null);
  await until(async () => (await database.query('select 1 from render')).length === 1, 20_000);

  service.kill('SIGTERM');
  await until(async () => (await service.statusOf('/readyz')) === 503, 10_000);
  const begin = performance.now();
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 1, signal: null });
  expect(performance.now() - begin).toBeLessThan(10_000);
  await inFlight;
  await database.drop();
}, 150_000);

test.concurrent('a first start that is stopped while it draws the demo ends without having been ready', async () => {
  using dataDir = new DataDir();

  await stoppedInTheDemo(dataDir);

  expect(dataDir.processes()).toEqual([]);
}, 150_000);

test.concurrent('a signal in the first moments of the first start leaves no database server behind', async () => {
  using dataDir = new DataDir();
  await using service = await startService({ dataDir });
  await until(() => dataDir.processes().some((pid) => pid !== service.pid), 60_000);
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(dataDir.processes()).toEqual([]);
}, 150_000);

/** Sends a brief and resolves when the service has begun with the request, before its body is there. */
async function sendBrief(service: ServiceProcess): Promise<{ answer: Promise<{ status?: number; body: string }> }> {
  const sent = request(`${service.url}/api/integrations/cinema/render`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${INBOUND_SECRET}`,
      'content-type': 'application/json',
      expect: '100-continue',
      prefer: 'wait=20',
    },
  });
  const answer = new Promise<{ status?: number; body: string }>((resolve, reject) => {
    sent.once('error', reject).once('response', async (response) => {
      resolve({ status: response.statusCode, body: await text(response) });
    });
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.end(JSON.stringify({ prompt: 'city skyline at night in the rain', width: 256, height: 256 }));
  return { answer };
}
