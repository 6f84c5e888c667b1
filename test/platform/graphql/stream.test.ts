import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginRender, cancelRender } from '../../../src/renders/render.transitions.ts';
import { type Api, type Credential, INBOUND_SECRET, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { follow, queueRender } from '../../support/stream.ts';

const contextOf = (api: Api) => contextOn(api.services.platform.database);
const progressOf = (id: string) => `subscription { renderProgress(id: "${id}") { status } }`;
const ask = (api: Api, query: string, init: RequestInit & { as?: Credential } = {}) =>
  api.fetch(`/graphql/stream?query=${encodeURIComponent(query)}`, { as: 'integration', ...init });

/** The one result of a stream that ends with it. */
async function onlyResult(answer: Response) {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const [, data] = /^:\n\nevent: next\ndata: (.+)\n\nevent: complete\ndata:\n\n$/.exec(await answer.text())!;
  return JSON.parse(data!);
}

test('GET and POST are answered alike, as server-sent events that nobody keeps', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  await cancelRender(contextOf(api), id);
  const variables = { id };
  const query = 'subscription Progress($id: ID!) { renderProgress(id: $id) { status } } query Other { __typename }';
  const address = new URLSearchParams({ query, variables: JSON.stringify(variables), operationName: 'Progress' });

  const got = await api.fetch(`/graphql/stream?${address}`, { as: 'integration' });
  const posted = await api.fetch('/graphql/stream', {
    method: 'POST',
    as: 'integration',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables, operationName: 'Progress' }),
  });

  for (const answer of [got, posted]) {
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await onlyResult(answer)).toEqual({ data: { renderProgress: { status: 'CANCELED' } } });
  }
});

describe('what is no subscription', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ works: false });
  });
  afterAll(() => api.stop());

  test.each([
    ['a syntax error', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['too many tokens', `subscription { ${'a '.repeat(1_100)} }`, 'GRAPHQL_PARSE_FAILED'],
    ['a field that is not there', 'subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a document past a limit',
      `subscription { renderProgress(id: "x") { ${Array.from({ length: 31 }, (_, n) => `a${n}: id`).join(' ')} } }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a query', '{ health { ok } }', 'BAD_REQUEST'],
    ['a mutation', 'mutation { pickAsset(input: { tags: ["x"] }) { __typename } }', 'BAD_REQUEST'],
    ['text that cannot be stored', 'subscription { renderProgress(id: "a\\u0000b") { id } }', 'BAD_USER_INPUT'],
    ['a variable that is missing', 'subscription ($id: ID!) { renderProgress(id: $id) { id } }', 'BAD_USER_INPUT'],
  ])('%s is told in the stream, which ends', async (_what, query, code) => {
    const result = await onlyResult(await ask(api, query));

    expect(result.data).toBeUndefined();
    expect(result.errors).toMatchObject([{ extensions: { code, requestId: expect.any(String) } }]);
    await expect.poll(() => api.services.platform.streams.size).toBe(0);
  });

  test('who may not ask is told so as at /graphql', async () => {
    const query = progressOf('rnd_x');

    const unknown = await ask(api, query, { as: { bearer: 'nobody-knows-this-one' } });
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('www-authenticate')).toContain('Bearer');
    expect(await unknown.json()).toEqual({
      errors: [
        {
          message: "The bearer token isn't valid. Check it, or ask for a new one.",
          extensions: { code: 'UNAUTHENTICATED', retryable: false, requestId: expect.any(String) },
        },
      ],
    });
    const unread = await api.fetch('/graphql/stream', {
      method: 'POST',
      as: { bearer: 'nobody-knows-this-one' },
      headers: { 'content-type': 'application/json' },
      body: 'not even JSON',
    });
    expect(unread.status).toBe(401);
    const stranger = await onlyResult(await ask(api, query, { as: undefined }));
    expect(stranger.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('what is no request of this kind is refused before a stream begins', async () => {
    const post = (body: string, type = 'application/json') =>
      api.fetch('/graphql/stream', { method: 'POST', as: 'integration', headers: { 'content-type': type }, body });
    const refused: [Promise<Response>, number, string][] = [
      [api.fetch('/graphql/stream', { as: 'integration' }), 400, 'BAD_USER_INPUT'],
      [api.fetch('/graphql/stream?query={a}&variables={', { as: 'integration' }), 400, 'BAD_USER_INPUT'],
      [post('{"query": 1}'), 400, 'BAD_USER_INPUT'],
      [post('{"query"'), 400, 'BAD_REQUEST'],
      [post(JSON.stringify({ query: 'x'.repeat(100_000) })), 413, 'PAYLOAD_TOO_LARGE'],
      [post('query=x', 'application/x-www-form-urlencoded'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [ask(api, progressOf('x'), { headers: { accept: 'application/json' } }), 406, 'NOT_ACCEPTABLE'],
      [api.fetch('/graphql/stream', { method: 'PUT' }), 405, 'METHOD_NOT_ALLOWED'],
    ];

    for (const [answer, status, code] of refused) {
      const { errors, ...problem } = (await (await answer).json()) as {
        errors?: { extensions: object }[];
        code?: string;
      };
      expect({ status: (await answer).status, ...(errors?.[0]?.extensions ?? problem) }).toMatchObject({
        status,
        code,
      });
    }
    const head = await api.fetch('/graphql/stream', { method: 'HEAD' });
    expect(head.headers.get('content-type')).toContain('text/event-stream');
  });

  test('a subscription at /graphql is sent to where streams are', async () => {
    const id = await queueRender(api);

    const { status, data, errors } = await api.graphql(progressOf(id), { as: 'integration' });

    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      { message: 'Send subscriptions to /graphql/stream.', extensions: { code: 'BAD_REQUEST' } },
    ]);
  });
});

test('where the schema cannot be asked for, errors give nothing of it away', async () => {
  const api = await startApi({ works: false, env: { INTROSPECTION: 'false' } });

  const { errors } = await onlyResult(await ask(api, 'subscription { renderProgres(id: "x") { id } }'));

  expect(errors[0].message).toBe('Cannot query field "renderProgres" on type "Subscription".');
});

test('a stream without news shows from time to time that it lives', async () => {
  const api = await startApi({ works: false, streams: { heartbeatMs: 20 } });
  const id = await queueRender(api);
  const answer = await ask(api, progressOf(id));

  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (/QUEUED.*\n\n(:\n\n){3}/.test(text)) break;
  }

  expect(text).toMatch(/^:\n\n/);
  expect(api.services.platform.live.watching).toBeGreaterThan(0);
});

test('one principal has so many streams at a time and no more, until one of them ends', async () => {
  const api = await startApi({ works: false, streams: { perPrincipal: 2, inProcess: 3 } });
  const id = await queueRender(api);
  const streams = [follow(api, id), follow(api, id)];
  for (const stream of streams) await stream.next();

  const third = await ask(api, progressOf(id));
  expect(third.status).toBe(429);
  expect(third.headers.get('retry-after')).toBe('5');
  expect(await third.json()).toMatchObject({
    errors: [{ extensions: { code: 'RATE_LIMITED', retryable: true, retryAfterMs: 5_000 } }],
  });
  const operator = follow(api, id, 'operator');
  await operator.next();
  const fourth = await ask(api, progressOf(id), { as: undefined });
  expect(fourth.status).toBe(503);
  expect(await fourth.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });

  streams[0]!.stop();
  await expect.poll(async () => (await ask(api, '{ a }')).status).toBe(200);
});

test('a client that goes is forgotten', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  const before = api.services.platform.live.watching;
  const streams = Array.from({ length: 5 }, () => follow(api, id));
  for (const stream of streams) await stream.next();
  expect(api.services.platform.streams.size).toBe(5);
  expect(api.services.platform.live.watching).toBe(before + 5);

  for (const stream of streams) stream.stop();

  await expect.poll(() => api.services.platform.streams.size).toBe(0);
  await expect.poll(() => api.services.platform.live.watching).toBe(before);
});

test('a client that does not read what it is sent is hung up on', async () => {
  const api = await startApi({ works: false, connections: { answerWindowMs: 300 }, streams: { heartbeatMs: 50 } });
  const id = await queueRender(api);
  await api.database.query(`update render set prompt = repeat('sea ', 500) where id = $1`, [id]);
  // A large answer for each change, so that the buffers between us are full at last.
  const wide = Array.from({ length: 30 }, (_, n) => `p${n}: prompt`).join(' ');
  const query = encodeURIComponent(`subscription { renderProgress(id: "${id}") { ${wide} } }`);
  const { port } = new URL(api.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => {});
  socket.write(
    `GET /graphql/stream?query=${query} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${INBOUND_SECRET}\r\n\r\n`,
  );
  await expect.poll(() => api.services.platform.streams.size).toBe(1);

  const deadline = Date.now() + PATIENCE_MS;
  while (api.services.platform.streams.size > 0 && Date.now() < deadline) await beginRender(contextOf(api), id);

  expect(api.services.platform.streams.size).toBe(0);
  expect(process.memoryUsage().external).toBeLessThan(1_000_000_000);
  socket.destroy();
});

test('when the service stops, streams end in a way that makes clients come again', async () => {
  const api = await startApi({ works: false });
  const id = await queueRender(api);
  let connections = 0;
  const render = follow(api, id, 'integration', {
    retryAttempts: 3,
    retry: async () => {},
    on: { connected: () => connections++ },
  });
  await render.next();

  api.services.platform.streams.endAll();
  expect((await render.next()).data?.renderProgress.status).toBe('QUEUED');

  expect(connections).toBe(2);
  await cancelRender(contextOf(api), id);
  expect(await render.rest()).toHaveLength(1);
});
