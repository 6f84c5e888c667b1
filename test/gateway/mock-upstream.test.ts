import OpenAI, { APIConnectionError, APIError } from 'openai';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { downFor, MOCK_TEXT, MOCK_USAGE, MockUpstream } from '../support/mock-upstream.ts';

let upstream: MockUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await MockUpstream.start();
  client = new OpenAI({ baseURL: upstream.url, apiKey: 'sk-mock', maxRetries: 0 });
});
afterEach(() => upstream.stop());

const ASKED = { model: 'mock', messages: [{ role: 'user' as const, content: 'hello' }] };
const whole = () => client.chat.completions.create(ASKED);
async function streamed() {
  const stream = await client.chat.completions.create({
    ...ASKED,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe('a provider with moods', () => {
  test('answers whole and in 22 chunks, with usage', async () => {
    const answer = await whole();
    const chunks = await streamed();

    expect(answer.choices[0]?.message.content).toBe(MOCK_TEXT);
    expect(answer.usage).toEqual(MOCK_USAGE);
    expect(chunks).toHaveLength(22);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(MOCK_TEXT);
    expect(chunks.at(-1)?.usage).toEqual(MOCK_USAGE);
    expect(upstream.requests.map(({ isStreamed, key, model }) => ({ isStreamed, key, model }))).toEqual([
      { isStreamed: false, key: 'sk-mock', model: 'mock' },
      { isStreamed: true, key: 'sk-mock', model: 'mock' },
    ]);
  });

  test('is in one mood after the other, by model or key, and then as always', async () => {
    upstream.next('mock', ...downFor(1), { is: 'refusing', status: 429, retryAfter: '2' });
    upstream.isAlways('sk-mock', { is: 'context-exceeded' });

    await expect(whole()).rejects.toMatchObject({ status: 503 });
    await expect(whole()).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    await expect(whole()).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' });
  });

  test.each([
    ['resetting', { is: 'resetting' }, APIConnectionError],
    ['cutting', { is: 'cutting', afterChunks: 5 }, Error],
    ['garbling', { is: 'garbling', afterChunks: 5 }, Error],
    ['HTML', { is: 'sending', contentType: 'text/html', body: '<html>' }, null],
  ] as const)('%s', async (_, mood, error) => {
    upstream.isAlways('*', mood);

    if (error) {
      await expect(whole()).rejects.toBeInstanceOf(error);
      await expect(streamed()).rejects.toBeInstanceOf(Error);
    } else expect(await whole()).toBe('<html>');
    expect(upstream.count).toBe(error ? 2 : 1);
  });

  test('sees that a caller went', async () => {
    upstream.isAlways('*', { is: 'stalling', afterChunks: 3 });
    const stream = await client.chat.completions.create({ ...ASKED, stream: true });
    for await (const _ of stream) break;

    await expect.poll(() => upstream.requests[0]?.isAborted).toBe(true);
    expect(upstream.openStreams).toBe(0);
  });

  test('filters, refuses to go on from words of the assistant, and ends without saying so', async () => {
    upstream.next('mock', { is: 'filtering', inAnswer: true }, { is: 'refusing-prefill' }, { is: 'without-done' });

    expect((await whole()).choices[0]?.finish_reason).toBe('content_filter');
    const prefilled = client.chat.completions.create({
      ...ASKED,
      messages: [...ASKED.messages, { role: 'assistant', content: 'Well' }],
    });
    await expect(prefilled).rejects.toBeInstanceOf(APIError);
    expect(await streamed()).toHaveLength(22);
  });
});
