import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { INBOUND_SECRET } from '../support/api.ts';
import { DataDir, type ServiceProcess, startService, until } from '../support/service-process.ts';

/** Requests in flight are answered, new ones are not taken, and nothing stays behind. */
export async function stopsInOrder(signal: NodeJS.Signals): Promise<void> {
  using dataDir = new DataDir();
  await using service = await startService({ dataDir });
  await service.ready();
  expect(dataDir.processes()).not.toEqual([]);
  await until(async () => (await service.statusOf('/readyz')) === 200);

  const inFlight = await sendBrief(service);
  service.kill(signal);
  // The signal arrives when it arrives; from then on it has to show at once.
  await until(async () => (await service.statusOf('/readyz')) !== 200);
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
}

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
