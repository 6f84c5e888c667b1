import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CUSTOMER_KEY, startV1, TASK, type V1 } from './support.ts';

let api: V1;
let client: OpenAI;
beforeAll(async () => {
  api = await startV1();
  client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: CUSTOMER_KEY });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.runs.requests.length = 0;
  api.runs.script = () => ({ steps: [{ text: 'Hello' }, { text: ' there' }] });
});

const ASKED = { model: TASK, messages: [{ role: 'user' as const, content: 'Hi' }] };

test('a whole answer is what the client expects, and says what has answered', async () => {
  const { data, response } = await client.chat.completions.create(ASKED).withResponse();

  expect(data).toMatchObject({
    id: 'chatcmpl-run_01m818k3xne7cr4w9e6scbkb5d',
    object: 'chat.completion',
    model: 'gpt-6-luna',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    imprimatur: { task: TASK, cost_usd: 0.000042, simulated: false, policy_version: 3 },
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-request-id': expect.any(String),
    'x-imprimatur-run-id': 'run_01m818k3xne7cr4w9e6scbkb5d',
    'x-imprimatur-task': TASK,
    'x-imprimatur-model': 'gpt-6-luna',
    'x-imprimatur-attempts': '1',
    'x-imprimatur-cost-usd': '0.000042',
    'x-imprimatur-overhead-ms': '1.50',
    'x-imprimatur-policy-version': '3',
    'x-imprimatur-simulated': 'false',
    'x-imprimatur-not-final': 'false',
    'x-imprimatur-past-soft-cap': 'false',
  });
});

test('a streamed answer is what the client expects', async () => {
  const stream = await client.chat.completions.create({
    ...ASKED,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);

  expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')).toBe('Hello there');
  expect(chunks.filter(({ choices }) => choices.length === 0)).toEqual([
    expect.objectContaining({ usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } }),
  ]);
  expect(chunks.map(({ choices: [choice] }) => choice?.finish_reason)).toEqual([null, null, null, 'stop', undefined]);
});
