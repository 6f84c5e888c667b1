import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateImage } from 'ai';
import OpenAI from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { drawing, giving, ImageServer, refusing } from '../../renders/image-server.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';

const MODEL = 'media/image';
const PATH = '/v1/images/generations';

let server: ImageServer;
let api: Api;
let client: OpenAI;
let key: { bearer: string };
beforeAll(async () => {
  server = await ImageServer.start();
  api = await startApi({
    env: { OPENAI_API_KEY: 'sk-of-the-house-0123456789', OPENAI_BASE_URL: server.url, STRANGERS_PICTURES_PER_DAY: '3' },
  });
  key = (await customerWithKey(api, { plan: 'PRO' })).as as { bearer: string };
  client = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: key.bearer });
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});
beforeEach(() => {
  server.asked.length = 0;
  server.answer = drawing();
});

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return { width, height, format };
};
const assets = async () => (await api.database.query<{ count: number }>('select count(*)::int as count from asset'))[0];
const failed = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OpenAI.APIError);
  return error as InstanceType<typeof OpenAI.APIError>;
};

describe('the openai client', () => {
  test('gets bytes, and is told whose they are, what they cost and how large they are', async () => {
    const { data, response } = await client.images
      .generate({ model: MODEL, prompt: 'A red fox', size: '512x512', quality: 'high', n: 2 })
      .withResponse();

    expect(data.data).toHaveLength(2);
    for (const { b64_json } of data.data!) {
      expect(await sizeOf(Buffer.from(b64_json!, 'base64'))).toEqual({ width: 1024, height: 1024, format: 'png' });
    }
    expect(data).toMatchObject({ created: expect.any(Number), size: '1024x1024', output_format: 'png' });
    expect(data.usage).toEqual({
      total_tokens: 1_068,
      input_tokens: 12,
      output_tokens: 1_056,
      input_tokens_details: { text_tokens: 12, image_tokens: 0 },
      output_tokens_details: { text_tokens: 0, image_tokens: 1_056 },
    });
    const { imprimatur } = data as Json;
    expect(imprimatur).toMatchObject({
      task: MODEL,
      deployment: expect.stringMatching(/^openai\/gpt-image/),
      attempts: 1,
      simulated: false,
      warnings: expect.arrayContaining(['Not applied: quality.']),
    });
    expect(response.headers.get('x-imprimatur-run-id')).toBe(imprimatur.run_id);
    expect(imprimatur.deployment).toBe(`openai/${response.headers.get('x-imprimatur-model')}`);
    expect(Number(response.headers.get('x-imprimatur-cost-usd'))).toBe(imprimatur.cost_usd);
    const [run] = await api.database.query('select kind, surface, images, status from run where id = $1', [
      imprimatur.run_id,
    ]);
    expect(run).toEqual({ kind: 'IMAGE', surface: 'IMAGES', images: 2, status: 'SUCCEEDED' });
    expect(await assets()).toEqual({ count: 0 });
  });

  test('gets a link of this service that ends, and the picture behind it', async () => {
    server.answer = drawing(640, 480);
    const { data } = await client.images.generate({ model: MODEL, prompt: 'A fox', response_format: 'url' });
    const url = new URL(data![0]!.url!);
    const response = await api.fetch(url.pathname);

    expect(url.pathname).toMatch(/^\/media\/pic_\w+\/original\.png$/);
    expect(await sizeOf(new Uint8Array(await response.arrayBuffer()))).toMatchObject({ width: 640, height: 480 });
    const [, age] = /^public, max-age=(\d+)$/.exec(response.headers.get('cache-control')!)!;
    expect(Number(age)).toBeLessThanOrEqual(3_600);

    await api.database.query(`update drawn_picture set expires_at = now() - interval '1 second'`);
    expect((await api.fetch(url.pathname)).status).toBe(404);
  });

  test.each([
    ['moderation_blocked', 'image_generation_user_error'],
    ['content_policy_violation', 'invalid_request_error'],
  ])('is told what a provider will not draw as %s', async (code, type) => {
    server.answer = refusing(400, { message: 'Rejected by the safety system.', type, code, param: null });
    const error = await failed(client.images.generate({ model: MODEL, prompt: 'Something' }));

    expect(error).toMatchObject({ status: 400, code: 'content_policy_violation', type: 'invalid_request_error' });
    expect(error.headers!.get('x-imprimatur-run-id')).toMatch(/^run_/);
    expect(error.message).not.toMatch(/safety system/);
    // Neither by us nor by the client.
    expect(server.asked).toHaveLength(1);
  });

  test('is told of an answer without a picture, and of one that is none', async () => {
    for (const data of [[], [{ b64_json: Buffer.from('no picture').toString('base64') }]]) {
      server.answer = giving(data);
      const error = await failed(client.images.generate({ model: MODEL, prompt: 'Something' }));

      expect(error).toMatchObject({ status: 502, type: 'server_error' });
    }
  });

  test.each(['b64_json', 'url'] as const)(
    'under one key is drawn for once, however often it asks: %s',
    async (format) => {
      const headers = { 'Idempotency-Key': `a fox as ${format}` };
      const ask = (prompt: string) =>
        client.images.generate({ model: MODEL, prompt, response_format: format }, { headers }).withResponse();
      const [first, second] = await Promise.all([ask('A fox'), ask('A fox')]);
      const again = await ask('A fox');

      expect(server.asked).toHaveLength(1);
      expect(second.data.data).toEqual(first.data.data);
      expect(again.data.data).toEqual(first.data.data);
      expect(again.response.headers.get('idempotency-replayed')).toBe('true');
      expect(again.data).toMatchObject({ imprimatur: { replayed: true } });
      expect(await failed(ask('A hare'))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
      expect(server.asked).toHaveLength(1);
    },
  );

  test('finds the task among the models', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toContain(MODEL);
    expect(await client.models.retrieve(MODEL)).toMatchObject({ id: MODEL, object: 'model' });
  });
});

describe('the AI SDK', () => {
  test.each([
    ['@ai-sdk/openai', () => createOpenAI({ baseURL: `${api.url}/v1`, apiKey: key.bearer }).image(MODEL)],
    [
      '@ai-sdk/openai-compatible',
      () => createOpenAICompatible({ name: 'ours', baseURL: `${api.url}/v1`, apiKey: key.bearer }).imageModel(MODEL),
    ],
  ])('by %s, draws', async (_name, model) => {
    server.answer = drawing(300, 300);
    const { image } = await generateImage({ model: model(), prompt: 'A fox', size: '512x512', maxRetries: 0 });

    expect(await sizeOf(image.uint8Array)).toMatchObject({ width: 300, height: 300 });
  });
});

const ask = (body: object, as?: { bearer: string }) => api.json(PATH, { as, body: { model: MODEL, ...body } });

describe('what is refused before anything is drawn', () => {
  test.each<[string, object, string, string]>([
    ['a model', { model: 'gpt-image-2', prompt: 'x' }, 'model_not_found', 'model'],
    ['a task for texts', { model: 'fast-execution/field-extraction', prompt: 'x' }, 'invalid_value', 'model'],
    ['no prompt', {}, 'missing_required_parameter', 'prompt'],
    ['an empty one', { prompt: '  ' }, 'empty_string', 'prompt'],
    ['too many', { prompt: 'x', n: 5 }, 'integer_above_max_value', 'n'],
    ['none', { prompt: 'x', n: 0 }, 'integer_below_min_value', 'n'],
    ['a size that is none', { prompt: 'x', size: 'huge' }, 'invalid_value', 'size'],
    ['a size without end', { prompt: 'x', size: '4096x4096' }, 'invalid_value', 'size'],
    ['a format', { prompt: 'x', response_format: 'jpeg' }, 'invalid_value', 'response_format'],
    ['a stream', { prompt: 'x', stream: true }, 'unsupported_parameter', 'stream'],
    ['what nobody knows', { prompt: 'x', sizes: '1x1' }, 'unknown_parameter', 'sizes'],
  ])('%s', async (_name, body, code, param) => {
    const { status, body: told } = await ask(body, key);

    expect(status).toBe(code === 'model_not_found' ? 404 : 400);
    expect(told.error).toMatchObject({ code, param });
    if (code === 'model_not_found') expect(told.error.message).toContain(`\`${MODEL}\``);
    expect(server.asked).toEqual([]);
  });
});

test('the engine, which draws where no model has a key, says of every picture what it shows instead', async () => {
  const alone = await startApi({ works: false });
  const { as } = await customerWithKey(alone, { plan: 'PRO' });
  const warningsOf = async (n: number): Promise<string[]> => {
    const body = { model: MODEL, prompt: 'a sleeping cat', size: '256x256', n, seed: 7 };
    return (await alone.json(PATH, { body, as })).body.imprimatur.warnings;
  };

  const [one, three] = [await warningsOf(1), await warningsOf(3)];

  expect(one).toEqual([expect.stringMatching(/^The engine cannot draw “sleeping cat”/)]);
  expect(three).toHaveLength(3);
  expect(three[0]).toBe(`Picture 1: ${one[0]}`);
  expect(new Set(three.map((warning) => warning.replace(/^Picture \d: /, ''))).size).toBe(3);
  await alone.stop();
});

describe('strangers', () => {
  test('get the engine’s picture, small and so many a day, and no model is asked', async () => {
    const { status, headers, body } = await ask({ prompt: 'calm sea at dawn', seed: 7, size: '256x256' });
    const again = await ask({ prompt: 'calm sea at dawn', seed: 7, size: '256x256' }, key);

    expect(status).toBe(200);
    expect(headers.get('x-imprimatur-model')).toBe('embedded/renderer');
    expect(body).toMatchObject({ size: '256x256', imprimatur: { deployment: 'embedded/renderer', cost_usd: 0 } });
    // Who may spend has it drawn by a model.
    expect(again.body.imprimatur.deployment).toMatch(/^openai\//);

    for (const wrong of [{ size: '1024x1024' }, { n: 2 }]) {
      expect((await ask({ prompt: 'calm sea', ...wrong })).status).toBe(400);
    }
    const cat = await ask({ prompt: 'a cat', size: 'auto' });
    expect(cat.body).toMatchObject({
      size: '512x512',
      imprimatur: { warnings: [expect.stringMatching(/cannot draw/)] },
    });
    expect((await ask({ prompt: 'a lake', size: '256x256' })).status).toBe(200);
    const refused = await ask({ prompt: 'a lake', size: '256x256' });
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('rate_limit_exceeded');
    // Counted with those that are asked for in the graph.
    const { data } = await api.graphql(
      `mutation { requestRender(input: { prompt: "a lake", saveToBank: false }) { ... on Problem { code } } }`,
    );
    expect(data.requestRender.code).toBe('RATE_LIMITED');
    expect(server.asked).toHaveLength(1);
  });
});
