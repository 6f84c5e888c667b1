import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import type { Json } from '../../support/api.ts';
import { CUSTOMER_KEY, dataOf, startV1, TASK, type V1 } from './support.ts';

/** What 15 seconds are to the real service. */
const HEARTBEAT_MS = 50;
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const RUN_ID = 'run_01m818k3xne7cr4w9e6scbkb5d';

let api: V1;
let client: OpenAI;
beforeAll(async () => {
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  api = await startV1({ streams: { heartbeatMs: HEARTBEAT_MS } });
  client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: CUSTOMER_KEY, maxRetries: 0 });
});
afterAll(() => api.stop());

/** Keeps the model thinking until a test says so. */
let think: PromiseWithResolvers<void>;
beforeEach(() => {
  think = Promise.withResolvers();
  api.runs.canceled = 0;
  api.runs.contexts.length = 0;
  api.runs.script = () => ({ steps: [{ wait: think.promise }, { text: 'Hello' }, { text: ' there' }] });
});

class Reading {
  readonly response: Response;
  text = '';
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  async until(isEnough: (text: string) => boolean): Promise<void> {
    while (!isEnough(this.text)) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error(`It ended early: ${this.text}`);
      this.text += this.#decoder.decode(value, { stream: true });
    }
  }

  async toEnd(): Promise<Json[]> {
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read())
      this.text += this.#decoder.decode(next.value, { stream: true });
    return dataOf(this.text)
      .filter((one) => one !== '[DONE]')
      .map((one) => JSON.parse(one));
  }

  cancel = () => this.#reader.cancel();
}

const comments = (text: string) => text.split('\n').filter((line) => line.startsWith(':')).length;

async function ask(path: string, more: object = {}): Promise<Reading> {
  const question = path === CHAT ? { messages: [{ role: 'user', content: 'Hi' }] } : { input: 'Hi' };
  const response = await api.fetch(path, {
    as: { bearer: CUSTOMER_KEY },
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: TASK, stream: true, ...question, ...more }),
  });
  return new Reading(response);
}

describe.each([CHAT, RESPONSES])('a stream whose model thinks for long, on %s', (path) => {
  test('has its headers and comments before the first part, and what they could not say in its last event', async () => {
    const reading = await ask(path);

    expect(reading.response.status).toBe(200);
    const { headers } = reading.response;
    expect(headers.get('x-imprimatur-run-id')).toBe(RUN_ID);
    expect(headers.get('x-imprimatur-task')).toBe(TASK);
    for (const unknown of ['model', 'attempts', 'simulated', 'overhead-ms'])
      expect(headers.has(`x-imprimatur-${unknown}`), unknown).toBe(false);
    await reading.until((text) => comments(text) >= 3);
    expect(reading.text).not.toContain('gpt-6-luna');

    think.resolve();
    const events = await reading.toEnd();

    const last = events.at(-1);
    const facts = { run_id: RUN_ID, deployment: 'openai/gpt-6-luna', attempts: 1, cost_usd: 0.000042, seal: null };
    expect(path === CHAT ? last : last.response).toMatchObject({ model: 'gpt-6-luna', imprimatur: facts });
    if (path === CHAT) expect(dataOf(reading.text).at(-1)).toBe('[DONE]');
    else {
      expect(events.map(({ sequence_number: at }) => at)).toEqual(events.map((_, at) => at));
      expect(events.slice(0, 2)).toMatchObject([
        { type: 'response.created', response: { model: TASK, status: 'in_progress' } },
        { type: 'response.in_progress' },
      ]);
      expect(events.filter(({ type }) => type === 'response.created')).toHaveLength(1);
      expect(last.type).toBe('response.completed');
    }
  });

  test('that fails before its first part ends with an error event, and nothing looks like an end', async () => {
    api.runs.script = () => ({
      steps: [{ wait: think.promise }, { fail: 'RATE_LIMITED', message: 'Too much.', retryAfterSeconds: 7 }],
    });
    const reading = await ask(path);
    think.resolve();
    const events = await reading.toEnd();

    const last = events.at(-1);
    const { error, imprimatur } = path === CHAT ? last : last.response;
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', message: 'Too much.' });
    expect(imprimatur).toMatchObject({
      run_id: RUN_ID,
      task: TASK,
      attempts: 3,
      deployment: null,
      simulated: null,
      cost_usd: null,
      status: 429,
      should_retry: false,
      retry_after_seconds: 7,
    });
    if (path === RESPONSES) expect(last.type).toBe('response.failed');
    expect(reading.text).not.toContain('[DONE]');
    expect(reading.text).not.toContain('response.completed');
  });

  test('that is held for approval says so in its last event', async () => {
    const expiresAt = new Date('2026-11-29T10:00:00Z');
    api.runs.script = () => ({
      steps: [{ wait: think.promise }],
      begun: { isHeld: true },
      end: { held: { approvalId: 'apv_1', sha256: 'a'.repeat(64), expiresAt } },
    });
    const reading = await ask(path);
    think.resolve();
    const last = (await reading.toEnd()).at(-1);

    const { error, imprimatur } = path === CHAT ? last : last.response;
    expect(error).toMatchObject({
      code: 'held_for_approval',
      approval: { id: 'apv_1', state: 'PENDING', expires_at: '2026-11-29T10:00:00.000Z' },
    });
    expect(imprimatur).toMatchObject({ run_id: RUN_ID, cost_usd: 0.000042, status: 403, should_retry: false });
  });

  test('is cut with a reason by a process that stops, and its run is canceled', async () => {
    const own = await startV1({ streams: { heartbeatMs: HEARTBEAT_MS } });
    const never = Promise.withResolvers<void>();
    own.runs.script = (_request, ctx) => {
      ctx.signal.addEventListener('abort', () => never.reject(new Error('It was canceled.')));
      return { steps: [{ wait: never.promise }, { text: 'never' }] };
    };
    const asked = own.fetch(path, {
      as: { bearer: CUSTOMER_KEY },
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: TASK,
        stream: true,
        messages: path === CHAT ? [{ role: 'user', content: 'Hi' }] : undefined,
        input: path === CHAT ? undefined : 'Hi',
      }),
    });
    const reading = new Reading(await asked);
    own.services.platform.streams.endAnswers();
    const last = (await reading.toEnd()).at(-1);

    expect((path === CHAT ? last : last.response).error).toMatchObject({ code: 'service_unavailable' });
    await expect(never.promise).rejects.toThrow('canceled');
    expect(own.runs.canceled).toBe(1);
  });

  test('cancels its run when the client goes', async () => {
    const reading = await ask(path);
    const [ctx] = api.runs.contexts;
    expect(ctx!.signal.aborted).toBe(false);
    await reading.cancel();

    await expect.poll(() => ctx!.signal.aborted).toBe(true);
    think.resolve();
  });

  test('that is refused has a status of its own however long the refusal takes', async () => {
    const { stream } = api.runs;
    api.runs.stream = async () => {
      await new Promise((resolve) => setTimeout(resolve, 3 * HEARTBEAT_MS));
      throw new Refusal('BUDGET_EXCEEDED', 'The money is spent.');
    };
    try {
      const reading = await ask(path);
      const text = await reading.toEnd().then(() => reading.text);
      expect(reading.response.status).toBe(429);
      expect(JSON.parse(text).error.code).toBe('insufficient_quota');
    } finally {
      api.runs.stream = stream;
    }
  });
});

describe('clients read such a stream as any other', () => {
  beforeEach(() => {
    // Several comments come before the first part.
    setTimeout(think.resolve, 6 * HEARTBEAT_MS);
  });

  test('openai: chat', async () => {
    const completion = await client.chat.completions
      .stream({ model: TASK, messages: [{ role: 'user', content: 'Hi' }] })
      .finalChatCompletion();

    expect(completion.choices[0]!.message.content).toBe('Hello there');
    expect(completion.model).toBe('gpt-6-luna');
  });

  test('openai: responses', async () => {
    const response = await client.responses.stream({ model: TASK, input: 'Hi' }).finalResponse();

    expect(response.output_text).toBe('Hello there');
    expect(response.model).toBe('gpt-6-luna');
    expect(response).toMatchObject({ imprimatur: { cost_usd: 0.000042 } });
  });

  test('openai: a failure is an APIError with its code and the run’s id', async () => {
    api.runs.script = () => ({ steps: [{ wait: think.promise }, { fail: 'TOTAL_TIMEOUT', message: 'Too late.' }] });
    const stream = await client.chat.completions.create({
      model: TASK,
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    });
    const error = await (async () => {
      for await (const _ of stream);
    })().catch((error: unknown) => error);

    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ code: 'provider_timeout', type: 'server_error' });
    expect((error as APIError).headers!.get('x-imprimatur-run-id')).toBe(RUN_ID);
  });

  test.each([
    ['openai.chat', (base: object) => createOpenAI(base).chat(TASK)],
    ['openai.responses', (base: object) => createOpenAI(base).responses(TASK)],
    ['openai-compatible', (base: object) => createOpenAICompatible({ ...base, name: 'x' } as never)(TASK)],
  ] as const)('ai: %s, and a failure is an error', async (_, modelOf) => {
    const model = modelOf({ baseURL: `${api.url}/v1`, apiKey: CUSTOMER_KEY });
    const providerOptions = { openai: { store: false } };
    const read = streamText({ model, prompt: 'Hi', providerOptions });
    expect(await read.text).toBe('Hello there');
    expect(await read.finishReason).toBe('stop');

    const late = new Promise<void>((resolve) => setTimeout(resolve, 3 * HEARTBEAT_MS));
    api.runs.script = () => ({ steps: [{ wait: late }, { fail: 'TOTAL_TIMEOUT', message: 'Too late.' }] });
    const errors: unknown[] = [];
    // By itself it repeats a request that failed before its first word.
    const failed = streamText({
      model,
      prompt: 'Hi',
      providerOptions,
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    });
    await failed.consumeStream();
    expect(JSON.stringify(errors[0], Object.getOwnPropertyNames(errors[0]))).toContain('Too late.');
  });
});
