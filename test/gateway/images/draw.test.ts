import { hash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { RunFailed } from '../../../src/gateway/index.ts';
import { internal } from '../../../src/platform/auth/principal.ts';
import { startApi } from '../../support/api.ts';
import { FakeProvider, Wait } from '../../support/providers/fake-provider.ts';
import { googleImages, OPENAI_REFUSALS, openAiImages, PNG } from '../../support/providers/image-protocols.ts';
import {
  attemptsOf,
  CANARY_PROMPT,
  contextOf,
  draw,
  FakeEngine,
  failedDraw,
  imageRequest,
  imagesOf,
  moneyOf,
  newCustomer,
  runsOf,
} from './support.ts';

const openai = await FakeProvider.startFor(() => openAiImages([PNG]), 'openai');
const google = await FakeProvider.startFor(() => googleImages([PNG]), 'google');
const api = await startApi({
  env: {
    OPENAI_BASE_URL: `${openai.url}/v1`,
    OPENAI_API_KEY: 'sk-of-the-service',
    GOOGLE_GENERATIVE_AI_BASE_URL: `${google.url}/v1beta`,
    GOOGLE_GENERATIVE_AI_API_KEY: 'g-of-the-service',
  },
});
afterAll(async () => {
  await api.stop();
  await openai.stop();
  await google.stop();
});

/** Of 13 tokens of the prompt and 1,372 of the picture. */
const OPENAI_COST = 13 * 5 + 1_372 * 30;
const SUNBURST = 'openai/gpt-image-2.6-sunburst';

beforeEach(() => {
  openai.asked.length = 0;
  google.asked.length = 0;
  openai.reply = () => openAiImages([PNG]);
  google.reply = () => googleImages([PNG]);
});

describe('a picture that a model draws', () => {
  test('is drawn by the first of the policy, paid, and in the log without a word of the prompt', async () => {
    const { id, principal } = await newCustomer(api);
    const engine = new FakeEngine();

    const drawn = await draw(api, { principal, engine, request: { seed: 4, widthPx: 1_600, heightPx: 900 } });

    expect(drawn).toMatchObject({
      deployment: SUNBURST,
      provider: 'openai',
      isEmbedded: false,
      attempts: 1,
      costMicros: OPENAI_COST,
      isEstimated: false,
      warnings: [
        `seed was not applied: ${SUNBURST} does not support it.`,
        `${SUNBURST} was requested to draw 1,600 × 912 pixels, which covers the requested size.`,
      ],
    });
    expect(engine.drawn).toBe(0);
    expect(openai.asked[0]!.body).toMatchObject({ size: '1600x912', quality: 'medium', n: 1 });
    const [run] = await runsOf(api, id);
    expect(run).toMatchObject({
      id: drawn.runId,
      kind: 'IMAGE',
      status: 'SUCCEEDED',
      surface: 'IMAGES',
      task: 'media/image',
      deployment: SUNBURST,
      credential_source: 'SERVICE',
      images: 1,
      input_tokens: 13,
      output_tokens: 1_372,
      cost_micros: String(OPENAI_COST),
      charged_micros: String(OPENAI_COST),
      is_estimated: false,
      cost_source: 'PRICE_LIST',
      is_streamed: false,
      is_simulated: false,
      output_bytes: PNG.length,
      output_sha256: hash('sha256', PNG),
    });
    expect(run.input_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await attemptsOf(api, drawn.runId)).toMatchObject([{ status: 'SUCCEEDED', images: 1, status_code: 200 }]);
    expect(JSON.stringify([run, await attemptsOf(api, drawn.runId)])).not.toContain(CANARY_PROMPT);
    expect(await moneyOf(api, id)).toEqual({ spent: OPENAI_COST, reserved: 0 });
  });

  test('may be four: each is looked at, and all of them are charged', async () => {
    openai.reply = () => openAiImages([PNG, PNG, PNG, PNG]);
    const { id, principal } = await newCustomer(api);

    const { images } = await draw(api, { principal, request: { count: 4 } });

    expect(images).toHaveLength(4);
    expect(await runsOf(api, id)).toMatchObject([{ images: 4, output_bytes: 4 * PNG.length }]);
    expect(google.asked).toHaveLength(0);
  });

  test('costs by our own count where the provider does not say, and says so', async () => {
    openai.reply = () => openAiImages([PNG], { usage: undefined });
    const { id, principal } = await newCustomer(api);

    const { costMicros, isEstimated } = await draw(api, { principal });

    expect(isEstimated).toBe(true);
    expect(costMicros).toBeGreaterThan(OPENAI_COST);
    expect(await runsOf(api, id)).toMatchObject([{ is_estimated: true, cost_micros: String(costMicros) }]);
  });
});

describe('a prompt that a provider refuses', () => {
  test('goes to no other, and is a failure with the provider’s word for it', async () => {
    openai.reply = () => OPENAI_REFUSALS.moderationBlocked;
    const { id, principal } = await newCustomer(api);
    const engine = new FakeEngine();

    const failed = await failedDraw(api, { principal, engine });

    expect(failed).toMatchObject({
      name: 'RunFailed',
      failure: 'CONTENT_FILTER',
      message: 'The provider openai refused the content (status 400): moderation_blocked (violence).',
    });
    expect(google.asked).toHaveLength(0);
    expect(engine.drawn).toBe(0);
    expect(await runsOf(api, id)).toMatchObject([{ status: 'FAILED', failure: 'CONTENT_FILTER', cost_micros: '0' }]);
    expect(await moneyOf(api, id)).toEqual({ spent: 0, reserved: 0 });
  });
});

describe('money', () => {
  test('that does not suffice calls nobody', async () => {
    const { id, principal } = await newCustomer(api, { hardLimitMicros: 1_000 });

    const refused = await failedDraw(api, { principal, engine: new FakeEngine({ isCovering: false }) });

    expect(refused).toMatchObject({ code: 'BUDGET_EXCEEDED' });
    expect(openai.asked).toHaveLength(0);
    expect(await runsOf(api, id)).toEqual([]);
  });

  test('is set aside for the most that all pictures can cost, and given back', async () => {
    const { id, principal } = await newCustomer(api, { hardLimitMicros: 3_000_000 });
    let aside = 0;
    openai.reply = async () => {
      const [row] = await api.database.query<{ micros: string }>(
        'select micros from reservation where account_id = $1 and settled_at is null',
        [id],
      );
      aside = Number(row!.micros);
      return openAiImages([PNG, PNG]);
    };

    await draw(api, { principal, request: { count: 2 } });

    expect(aside).toBeGreaterThan(2 * 3_000 * 30);
    expect(await moneyOf(api, id)).toEqual({ spent: OPENAI_COST, reserved: 0 });
  });
});

test('a caller who goes is in the log as gone, and nothing stays set aside', async () => {
  const { id, principal } = await newCustomer(api);
  const caller = new AbortController();
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  openai.reply = () => {
    isAsked();
    return { chunks: [new Wait(new Promise(() => {}))] };
  };

  const failing = failedDraw(api, { principal, signal: caller.signal });
  await asked;
  caller.abort();

  expect(await failing).toMatchObject({ failure: 'CANCELED' });
  const runs = await runsOf(api, id);
  expect(runs).toMatchObject([{ status: 'CANCELED', kind: 'IMAGE' }]);
  expect((await moneyOf(api, id)).reserved).toBe(0);
});

test.each([
  [{ task: 'human-phrasing/warm-tone' }, 'INPUT_INVALID', 'returns text, not images'],
  [{ task: 'media/film' }, 'TASK_NOT_FOUND', 'media/image'],
  [{ prompt: ' ' }, 'INPUT_INVALID', 'prompt is empty'],
  [{ prompt: 'x'.repeat(32_001) }, 'INPUT_INVALID', '32,000'],
  [{ count: 11 }, 'INPUT_INVALID', '1 to 10 images'],
  [{ count: 0 }, 'INPUT_INVALID', '1 to 10 images'],
  [{ widthPx: 0 }, 'INPUT_INVALID', 'Each side'],
  [{ seed: -1 }, 'INPUT_INVALID', 'The seed'],
])('%j is refused as %s before anybody is called', async (request, code, words) => {
  const refused = await failedDraw(api, { principal: internal('test'), request });

  expect(refused).toMatchObject({ name: 'Refusal', code });
  expect(refused.message).toContain(words);
  expect(openai.asked).toHaveLength(0);
});

test('who goes for a task for texts with pictures in mind is told the door', async () => {
  const { status, body } = await api.json('/v1/chat/completions', {
    as: 'integration',
    body: { model: 'media/image', messages: [{ role: 'user', content: 'A lake' }] },
  });

  expect(status).toBe(400);
  expect(body.error).toMatchObject({ param: 'model', message: expect.stringContaining('/v1/images/generations') });
  const { data } = await api.graphql(
    `mutation { runTask(input: { task: "media/image", messages: [{ role: USER, content: "A lake" }] }) { ... on Problem { code message } } }`,
    { as: 'integration' },
  );
  expect(data.runTask).toMatchObject({ code: 'INPUT_INVALID', message: expect.stringContaining('images') });
});

test('a run that failed says which it is', async () => {
  openai.reply = () => OPENAI_REFUSALS.contentPolicyViolation;
  const { id, principal } = await newCustomer(api);

  const failed = (await failedDraw(api, { principal })) as RunFailed;

  expect(failed).toBeInstanceOf(RunFailed);
  expect((await runsOf(api, id)).map((run) => run.id)).toEqual([failed.runId]);
});

test('a picture that cannot be taken in here is not charged, and asked of nobody else', async () => {
  const { id, principal } = await newCustomer(api);
  const accept = () => Promise.reject(new Error('the disk is full'));

  const drawing = imagesOf(api).draw(contextOf(api, principal), imageRequest(), new FakeEngine(), accept);

  await expect(drawing).rejects.toMatchObject({ failure: 'UNKNOWN', attempts: 1 });
  expect(google.asked).toHaveLength(0);
  expect(await runsOf(api, id)).toMatchObject([
    { status: 'FAILED', charged_micros: '0', possible_cost_micros: String(OPENAI_COST) },
  ]);
});
