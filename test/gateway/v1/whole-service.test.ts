import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { startApi } from '../../support/api.ts';

const api = await startApi();
afterAll(() => api.stop());

const { data } = await api.graphql(
  `mutation { createCustomer(input: { name: "Surface", plan: BASE }) { ... on CreatedCustomer { customer { id } } } }`,
  { as: 'operator' },
);
const customerId: string = data.createCustomer.customer.id;
const issued = await api.graphql(
  `mutation ($id: ID!) { issueCustomerKey(input: { customerId: $id, name: "Test" }) { ... on IssuedCustomerKey { token } } }`,
  { as: 'operator', variables: { id: customerId } },
);
const token: string = issued.data.issueCustomerKey.token;
const base = { baseURL: `${api.url}/v1`, apiKey: token };
const client = new OpenAI(base);
const GATED = 'deep-reasoning/synthesis';

const listed = (await client.models.list()).data.map(({ id }) => id);
/** Those for texts. */
const tasks = listed.filter((name) => name !== 'media/image');
const runsOf = async () =>
  await api.database.query<{ id: string; task: string; status: string; surface: string }>(
    'select id, task, status, surface from run where customer_id = $1 order by id',
    [customerId],
  );
const reservations = async () =>
  await api.database.query('select run_id from reservation where settled_at is null', []);

test('every task but the one behind a gate answers a customer, streamed, and says that it is simulated', async () => {
  expect(listed).toHaveLength(13);
  expect(tasks).toHaveLength(12);
  for (const model of tasks.filter((name) => name !== GATED)) {
    const stream = await client.chat.completions.create({
      model,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'Invoice 17 of 3 May 2026 over 120 EUR is overdue. Write to the customer.' }],
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const last = chunks.at(-1)!;

    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toMatch(/\S/);
    expect(last).toMatchObject({
      model: expect.stringMatching(/^sandbox\//),
      imprimatur: { simulated: true, task: model },
    });
    expect(last.usage!.total_tokens).toBeGreaterThan(0);
  }
  expect((await runsOf()).map(({ task, status, surface }) => `${task} ${status} ${surface}`).sort()).toEqual(
    tasks
      .filter((name) => name !== GATED)
      .map((name) => `${name} SUCCEEDED CHAT_COMPLETIONS`)
      .sort(),
  );
});

test('the one behind a gate is held, and no answer', async () => {
  const error = await client.responses.create({ model: GATED, input: 'Hi' }).catch((error: unknown) => error);

  expect(error).toBeInstanceOf(OpenAI.APIError);
  const { status, headers } = error as InstanceType<typeof OpenAI.APIError>;
  expect(status).toBe(403);
  expect(headers!.get('x-should-retry')).toBe('false');
  expect((await runsOf()).at(-1)).toMatchObject({ task: GATED, status: 'SUCCEEDED' });
  expect(await reservations()).toEqual([]);
});

test('what is refused is no run and has nothing set aside', async () => {
  const before = await runsOf();
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  for (const wrong of [
    { model: 'gpt-6.1-sol', messages },
    { model: tasks[0]!, messages: [] },
    { model: tasks[0]!, messages, max_tokens: 10_000_000 },
    { model: tasks[0]!, messages, temperature: 2.01 },
  ]) {
    const { status, body } = await api.json('/v1/chat/completions', { as: { bearer: token }, body: wrong });
    expect([400, 404]).toContain(status);
    expect(body.error.type).toBe('invalid_request_error');
  }
  expect(await runsOf()).toEqual(before);
  expect(await reservations()).toEqual([]);
});

test('what is longer than any window is refused as that', async () => {
  const { status, body } = await api.json('/v1/chat/completions', {
    as: { bearer: token },
    body: {
      model: 'human-phrasing/bilingual-outbound',
      messages: [{ role: 'user', content: 'word '.repeat(2_000_000) }],
    },
  });

  expect([status, body.error.code]).toEqual([400, 'context_length_exceeded']);
});

test('about two million tokens are run where they fit, and nobody else waits long for it', async () => {
  const body = JSON.stringify({
    model: 'case-scanning/wide-window',
    messages: [{ role: 'user', content: 'case file page '.repeat(500_000) }],
  });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const { status, body: answer } = await api.json('/v1/chat/completions', { as: { bearer: token }, body });
  delay.disable();

  expect([status, answer.imprimatur.task]).toEqual([200, 'case-scanning/wide-window']);
  expect(answer.usage.prompt_tokens).toBeGreaterThan(1_000_000);
  expect(delay.max / 1e6).toBeLessThan(1_000);
});

test('the AI SDK is answered as well, by all its ways', async () => {
  const openai = createOpenAI(base);
  const model = 'fast-execution/field-extraction';
  for (const one of [
    openai.chat(model),
    openai.responses(model),
    createOpenAICompatible({ ...base, name: 'x' })(model),
  ]) {
    const whole = await generateText({ model: one, prompt: 'Invoice 17 of 3 May 2026 over 120 EUR.' });
    const streamed = streamText({ model: one, prompt: 'Invoice 17 of 3 May 2026 over 120 EUR.' });

    expect(whole.text).toMatch(/\S/);
    expect(await streamed.text).toBe(whole.text);
    expect(whole.response.modelId).toMatch(/^sandbox\//);
  }
});

test('what no provider does is an error that is not asked for again, and in the log as what it was', async () => {
  const failure = await client.chat.completions
    .create({
      model: 'human-phrasing/warm-tone',
      messages: [{ role: 'user', content: 'Write a letter. sandbox:garbage' }],
    })
    .catch((error: unknown) => error);

  expect(failure).toMatchObject({ status: 502, type: 'server_error' });
  expect((failure as InstanceType<typeof OpenAI.APIError>).headers!.get('x-imprimatur-run-id')).toBe(
    (await runsOf()).at(-1)!.id,
  );
  expect((await runsOf()).at(-1)).toMatchObject({ status: 'FAILED', task: 'human-phrasing/warm-tone' });
});

test('a client that goes leaves a run that was given up, and nothing set aside', async () => {
  const going = new AbortController();
  const stream = await client.chat.completions.create(
    { model: 'human-phrasing/warm-tone', stream: true, messages: [{ role: 'user', content: 'Write. sandbox:stall' }] },
    { signal: going.signal },
  );
  for await (const _ of stream) break;
  going.abort();

  await expect.poll(async () => (await runsOf()).at(-1)?.status).toBe('CANCELED');
  await expect.poll(reservations).toEqual([]);
});

test('the same answers come from GraphQL’s log: who, what, which key', async () => {
  const { body, headers } = await api.json('/v1/chat/completions', {
    as: { bearer: token },
    body: { model: 'fast-execution/filter-classify', messages: [{ role: 'user', content: 'Is this spam?' }] },
  });
  const [run] = await api.database.query('select * from run where id = $1', [headers.get('x-imprimatur-run-id')]);

  expect(run).toMatchObject({ task: body.imprimatur.task, customer_id: customerId, surface: 'CHAT_COMPLETIONS' });
  expect(JSON.stringify(run)).not.toContain('spam');
});

test('the example of the documents runs as it is copied', async () => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs/gateway-v1.md'), 'utf8');
  const [, example] = /^node --input-type=module <<'END'\n([\s\S]*?baseURL[\s\S]*?)\nEND$/m.exec(page)!;
  const keyFile = path.join(api.dataDir, 'demo-customer-key');
  writeFileSync(keyFile, `${token}\n`);
  const code = example!.replace('http://127.0.0.1:4000', api.url).replace('.data/secrets/demo-customer-key', keyFile);

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: PROJECT_ROOT,
  });

  expect(stdout).toContain(tasks.join('\n'));
  expect(stdout).toContain('Silva');
});
