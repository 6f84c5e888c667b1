import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { FakeProvider, type Reply } from '../../support/providers/fake-provider.ts';
import { googleImages, imageUrls, openAiImages, PNG } from '../../support/providers/image-protocols.ts';
import { json } from '../../support/providers/protocols.ts';
import { attemptsOf, draw, FakeEngine, failedDraw, newCustomer, runsOf } from './support.ts';

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

const SUNBURST = 'openai/gpt-image-2.6-sunburst';

beforeEach(() => {
  openai.asked.length = 0;
  google.asked.length = 0;
  openai.reply = () => openAiImages([PNG]);
  google.reply = () => googleImages([PNG]);
});

describe('where every model fails', () => {
  const refusing = (code: string) => {
    openai.reply = () => ({ ...json({ error: { message: 'no', code } }), status: 400 });
    google.reply = openai.reply;
  };

  test('a request that is at fault itself is not handed round', async () => {
    refusing('content_policy_violation');
    const { principal } = await newCustomer(api);

    expect(await failedDraw(api, { principal })).toMatchObject({ failure: 'CONTENT_FILTER', attempts: 1 });
    expect(google.asked).toHaveLength(0);
  });

  test('a request that one of them does not take is handed to the next', async () => {
    refusing('unsupported_parameter');
    const { principal } = await newCustomer(api);
    const engine = new FakeEngine({ isCovering: false });

    expect(await failedDraw(api, { principal, engine })).toMatchObject({ failure: 'INVALID_REQUEST', attempts: 3 });
    // Two deployments are openai's.
    expect([openai.asked.length, google.asked.length]).toEqual([2, 1]);
  });

  test('the engine stands in for a brief that it covers', async () => {
    openai.reply = () => openAiImages([]);
    google.reply = () => googleImages([]);
    const { id, principal } = await newCustomer(api);
    const engine = new FakeEngine();

    const drawn = await draw(api, { principal, engine });

    expect(drawn).toMatchObject({ deployment: 'embedded/renderer', isEmbedded: true });
    expect(engine.drawn).toBe(1);
    expect((await attemptsOf(api, drawn.runId)).map(({ provider }) => provider)).toEqual([
      'openai',
      'openai',
      'google',
      'embedded',
    ]);
    expect(await runsOf(api, id)).toMatchObject([{ credential_source: 'EMBEDDED', is_simulated: false, images: 1 }]);
  });

  test('the engine draws nothing else in their place: the run fails as the last of them did', async () => {
    openai.reply = () => openAiImages([]);
    google.reply = () => googleImages([]);
    const { id, principal } = await newCustomer(api);
    const engine = new FakeEngine({ isCovering: false });

    const failed = await failedDraw(api, { principal, engine });

    expect(failed).toMatchObject({ failure: 'GARBAGE', message: 'The provider google answered without an image.' });
    expect(engine.drawn).toBe(0);
    expect(await runsOf(api, id)).toMatchObject([{ status: 'FAILED', failure: 'GARBAGE', images: 0 }]);
  });
});

describe('a picture', () => {
  test.each<[string, Reply]>([
    ['that is none', openAiImages([Buffer.from('this is no picture')])],
    ['whose address may not be called', imageUrls('http://10.0.0.1/secret.png')],
    ['that never came whole', { headers: { 'content-type': 'application/json' }, chunks: ['{"data":'], end: 'CUT' }],
  ])('%s is drawn by another, and both tries are in the log', async (_, reply) => {
    openai.reply = () => reply;
    const { id, principal } = await newCustomer(api);

    const drawn = await draw(api, { principal });

    expect(drawn).toMatchObject({ deployment: 'google/gemini-nano-banana-2.1', isEmbedded: false });
    const tries = await attemptsOf(api, drawn.runId);
    expect(tries.at(-1)).toMatchObject({ status: 'SUCCEEDED', provider: 'google' });
    expect(tries[0]).toMatchObject({ status: 'FAILED', deployment: SUNBURST });
    // What the first may have cost is counted in.
    const [run] = await runsOf(api, id);
    expect(Number(run.cost_micros)).toBeGreaterThan(1_120 * 30);
    expect(drawn.costMicros).toBe(Number(run.cost_micros));
  });
});
