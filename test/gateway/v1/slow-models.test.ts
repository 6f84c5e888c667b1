import { createClient } from 'graphql-sse';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { drawing, ImageServer } from '../../renders/image-server.ts';
import { type Api, credentialHeaders, type Json, startApi } from '../../support/api.ts';
import { MOCK_TEXT, MockUpstream } from '../../support/mock-upstream.ts';
import { PRIMARY_KEY, providersAt, SLOT } from '../failover/asking.ts';
import { shortenTimeouts } from '../failover/prepare.ts';

/** What 15 seconds are to the real service. */
const HEARTBEAT_MS = 40;
/** What minutes are to a real model: many heartbeats. */
const THINKS_MS = 600;
const TASK = SLOT.task;

let upstream: MockUpstream;
let images: ImageServer;
let api: Api;
let client: OpenAI;
let as: { bearer: string };
beforeAll(async () => {
  upstream = await MockUpstream.start();
  images = await ImageServer.start();
  api = await startApi({
    // Chat is answered by one stand-in, pictures by the other.
    env: { ...providersAt(upstream), OPENAI_BASE_URL: images.url },
    streams: { heartbeatMs: HEARTBEAT_MS },
  });
  as = (await customerWithKey(api, { plan: 'PRO' })).as as { bearer: string };
  client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: as.bearer, maxRetries: 0 });
});
afterAll(async () => {
  await api.stop();
  await upstream.stop();
  await images.stop();
});
beforeEach(() => {
  upstream.reset();
  images.asked.length = 0;
  images.answer = drawing();
});

let count = 0;
const newKey = () => `slow-${++count}`;
const commentsIn = (text: string) => text.split('\n').filter((line) => line.startsWith(':')).length;
const chargesOf = (runId: string) =>
  api.database.query<Json>('select charged_micros::float8 as charged, status from run where id = $1', [runId]);

function post(path: string, body: object, key?: string, signal?: AbortSignal) {
  return api.fetch(path, {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}
const chatBody = (more: object = {}) => ({ model: TASK, messages: [{ role: 'user', content: 'Is it so?' }], ...more });
const responsesBody = (more: object = {}) => ({ model: TASK, input: 'Is it so?', ...more });

const TASK_RUN = `subscription ($input: RunTaskInput!) { taskRun(input: $input) { __typename
  ... on TaskDelta { text } ... on TaskOutcome { runId isReplay } ... on TaskFailed { code } } }`;
const taskInput = (key?: string) => ({
  input: { task: TASK, messages: [{ role: 'USER', content: 'Is it so?' }], idempotencyKey: key ?? null },
});

describe('a model that says nothing for long is answered for at every door', () => {
  beforeEach(() => {
    upstream.isAlways('*', { is: 'thinking', thinks: THINKS_MS });
  });

  test('chat, streamed: comments meanwhile, then the text, and the facts at the end', async () => {
    const text = await (await post('/v1/chat/completions', chatBody({ stream: true }))).text();
    const data = text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));

    expect(commentsIn(text)).toBeGreaterThan(2);
    expect(data.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(MOCK_TEXT);
    const { run_id: runId, ...facts } = data.at(-1).imprimatur;
    expect(facts).toMatchObject({ task: TASK, deployment: SLOT.primary.id, attempts: 1, simulated: false });
    expect(await chargesOf(runId)).toEqual([{ charged: expect.any(Number), status: 'SUCCEEDED' }]);
  });

  test('responses, streamed: created at once, then the text', async () => {
    const text = await (await post('/v1/responses', responsesBody({ stream: true }))).text();

    expect(commentsIn(text)).toBeGreaterThan(2);
    expect(text.indexOf('response.in_progress')).toBeLessThan(text.indexOf(': still here', 20));
    expect(text).toContain('response.completed');
  });

  test('whole answers', async () => {
    const chat = await client.chat.completions.create(chatBody() as never);
    const response = await client.responses.create(responsesBody());
    const { data } = await api.graphql(
      'mutation ($input: RunTaskInput!) { runTask(input: $input) { ... on RanTask { answer { text } } } }',
      { as, variables: taskInput() },
    );

    expect((chat as Json).choices[0].message.content).toBe(MOCK_TEXT);
    expect(response.output_text).toBe(MOCK_TEXT);
    expect(data.runTask.answer.text).toBe(MOCK_TEXT);
  });

  test('the subscription of a run: comments from the first moment on', async () => {
    const response = await api.fetch('/graphql/stream', {
      as,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: TASK_RUN, variables: taskInput() }),
    });
    const reader = response.body!.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    expect(first).toMatch(/^:/);
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      rest += new TextDecoder().decode(next.value);

    expect(commentsIn(rest.slice(0, rest.indexOf('event: next')))).toBeGreaterThan(2);
    expect(rest).toContain('TaskOutcome');
    expect(rest).toContain('event: complete');
  });
});

describe('a provider that keeps its own connection open', () => {
  test('by comments in a stream and blank lines before a whole answer, as DeepSeek does, is waited for', async () => {
    upstream.isAlways('*', { is: 'thinking', thinks: THINKS_MS, keepsAliveMs: 20 });
    const stream = await client.chat.completions.create({ ...chatBody(), stream: true } as never);
    let text = '';
    for await (const chunk of stream as unknown as AsyncIterable<Json>) text += chunk.choices[0]?.delta.content ?? '';
    const whole = (await client.chat.completions.create(chatBody() as never)) as Json;

    expect(text).toBe(MOCK_TEXT);
    expect(whole.choices[0].message.content).toBe(MOCK_TEXT);
    expect(upstream.count).toBe(2);
  });

  test('reasoning that trickles goes out as it comes, and a pause in the middle is bridged', async () => {
    upstream.isAlways('*', {
      is: 'thinking',
      thinks: 20,
      reasoning: { pieces: 4, everyMs: 20 },
      pausesMs: THINKS_MS,
    });
    const text = await (await post('/v1/chat/completions', chatBody({ stream: true }))).text();
    const data = text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
    const deltas = data.map(({ choices }) => choices[0]?.delta ?? {});

    expect(deltas.filter(({ reasoning_content: thought }) => thought).length).toBeGreaterThan(1);
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe(MOCK_TEXT);
    const pause = text.slice(text.indexOf('"content":"word 1'), text.lastIndexOf('"content"'));
    expect(commentsIn(pause)).toBeGreaterThan(2);
  });
});

describe('an answer that a lost connection missed is had with its key, and paid once', () => {
  async function lost(path: string, body: object, key: string): Promise<void> {
    const gone = new AbortController();
    const before = upstream.count;
    const asking = post(path, body, key, gone.signal).then((response) => response.text());
    await expect.poll(() => upstream.count).toBe(before + 1);
    gone.abort();
    await expect(asking).rejects.toThrow();
  }

  test.each([
    ['chat, whole', '/v1/chat/completions', chatBody()],
    ['chat, streamed', '/v1/chat/completions', chatBody({ stream: true })],
    ['responses, whole', '/v1/responses', responsesBody()],
    ['responses, streamed', '/v1/responses', responsesBody({ stream: true })],
  ])('%s', async (_, path, body) => {
    const thinks = Promise.withResolvers<void>();
    upstream.isAlways('*', { is: 'thinking', thinks: thinks.promise });
    const key = newKey();
    await lost(path, body, key);

    const meanwhile = await post(path, body, key);
    expect([meanwhile.status, meanwhile.headers.get('x-should-retry')]).toEqual([409, 'true']);
    expect(Number(meanwhile.headers.get('retry-after'))).toBeGreaterThan(0);
    const runId = meanwhile.headers.get('x-imprimatur-run-id')!;
    thinks.resolve();
    let text = '';
    await expect
      .poll(async () => {
        const again = await post(path, body, key);
        text = await again.text();
        return [again.status, again.headers.get('idempotency-replayed'), again.headers.get('x-imprimatur-run-id')];
      })
      .toEqual([200, 'true', runId]);
    expect(text).toContain('word 19');
    expect(text).toContain('"replayed":true');
    expect(upstream.count).toBe(1);
    const runs = await chargesOf(runId);
    expect(runs).toEqual([{ charged: expect.any(Number), status: 'SUCCEEDED' }]);
  });

  test('a stream that is lost in the middle of its text', async () => {
    upstream.isAlways('*', { is: 'thinking', thinks: 0, pausesMs: THINKS_MS });
    const key = newKey();
    const response = await post('/v1/chat/completions', chatBody({ stream: true }), key);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();

    await expect
      .poll(async () => ((await (await post('/v1/chat/completions', chatBody(), key)).json()) as Json).choices?.[0])
      .toMatchObject({ message: { content: MOCK_TEXT } });
    expect(upstream.count).toBe(1);
  });

  test('runTask and taskRun', async () => {
    upstream.isAlways('*', { is: 'thinking', thinks: THINKS_MS });
    const runTask =
      'mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename ... on RanTask { answer { text } outcome { isReplay } } } }';
    for (const begin of ['mutation', 'subscription']) {
      upstream.reset();
      upstream.isAlways('*', { is: 'thinking', thinks: THINKS_MS });
      const key = newKey();
      const variables = taskInput(key);
      if (begin === 'mutation') {
        const gone = new AbortController();
        const asking = post('/graphql', { query: runTask, variables }, undefined, gone.signal);
        await expect.poll(() => upstream.count).toBe(1);
        gone.abort();
        await asking.catch(() => {});
      } else {
        const sse = createClient({
          url: `${api.url}/graphql/stream`,
          headers: credentialHeaders(as),
          retryAttempts: 0,
        });
        const stop = sse.subscribe({ query: TASK_RUN, variables }, { next() {}, error() {}, complete() {} });
        await expect.poll(() => upstream.count).toBe(1);
        stop();
      }
      await expect
        .poll(async () => (await api.graphql(runTask, { as, variables })).data.runTask)
        .toEqual({ __typename: 'RanTask', answer: { text: MOCK_TEXT }, outcome: { isReplay: true } });
      expect(upstream.count).toBe(1);
    }
  });

  test('pictures', async () => {
    const slow = Promise.withResolvers<void>();
    images.answer = async (res, body) => {
      await slow.promise;
      await drawing()(res, body);
    };
    const key = newKey();
    const body = { model: 'media/image', prompt: 'A red fox' };
    const gone = new AbortController();
    const asking = post('/v1/images/generations', body, key, gone.signal);
    await expect.poll(() => images.asked.length).toBe(1);
    gone.abort();
    await asking.catch(() => {});
    const meanwhile = await post('/v1/images/generations', body, key);
    expect(meanwhile.status).toBe(409);
    slow.resolve();

    await expect
      .poll(async () => {
        const again = await post('/v1/images/generations', body, key);
        await again.arrayBuffer();
        return [again.status, again.headers.get('idempotency-replayed')];
      })
      .toEqual([200, 'true']);
    expect(images.asked).toHaveLength(1);
  });
});

test('a call without a key is canceled when its client goes before the first part', async () => {
  upstream.isAlways('*', { is: 'silent' });
  const gone = new AbortController();
  const response = await post('/v1/chat/completions', chatBody({ stream: true }), undefined, gone.signal);
  const runId = response.headers.get('x-imprimatur-run-id')!;
  expect(runId).toMatch(/^run_/);
  gone.abort();
  await response.text().catch(() => {});

  await expect.poll(() => chargesOf(runId)).toMatchObject([{ status: 'CANCELED' }]);
  await expect.poll(() => upstream.openStreams).toBe(0);
});

describe('the limits of a task decide, whatever keeps the connection open', () => {
  const NEVER = new Promise(() => {});
  let limited: Api;
  let key: { bearer: string };
  beforeAll(async () => {
    limited = await startApi({
      env: { DEEPSEEK_BASE_URL: upstream.url, DEEPSEEK_API_KEY: PRIMARY_KEY },
      streams: { heartbeatMs: HEARTBEAT_MS },
    });
    await shortenTimeouts(
      async (query, variables) => (await limited.graphql(query, { as: 'operator', variables: variables ?? {} })).data,
      { connectMs: 3_000, firstTokenMs: 600, idleMs: 600, totalMs: 4_000 },
    );
    key = (await customerWithKey(limited, { plan: 'PRO' })).as as { bearer: string };
  });
  afterAll(() => limited.stop());

  const ask = (body: object) => limited.json('/v1/chat/completions', { as: key, body });

  test('a whole answer may be silent for longer than a stream, up to the limit of the whole', async () => {
    upstream.isAlways('*', { is: 'thinking', thinks: 1_500 });

    expect((await ask(chatBody())).body.choices[0].message.content).toBe(MOCK_TEXT);
  });

  test('blank lines without end are no answer', async () => {
    upstream.isAlways('*', { is: 'thinking', thinks: NEVER, keepsAliveMs: 50 });
    const { status, body } = await ask(chatBody());

    expect([status, body.error.code]).toEqual([504, 'provider_timeout']);
    await expect.poll(() => upstream.openStreams).toBe(0);
  });

  test('comments without end are no first part, which a client that has its headers is told', async () => {
    upstream.isAlways('*', { is: 'thinking', thinks: NEVER, keepsAliveMs: 50 });
    const response = await limited.fetch('/v1/chat/completions', {
      as: key,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(chatBody({ stream: true })),
    });
    const last = (await response.text()).split('\n').findLast((line) => line.startsWith('data: '))!;
    const { error, imprimatur } = JSON.parse(last.slice(6));

    expect([response.status, error.code]).toEqual([200, 'provider_timeout']);
    // Nothing came, so the customer isn't charged, and no one knows what the provider bills.
    expect(imprimatur).toMatchObject({ status: 504, attempts: 1, should_retry: false, cost_usd: null });
    await expect.poll(() => upstream.openStreams).toBe(0);
  });
});
