import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ModelRoutes } from '../../../src/providers/calls/model-routes.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { plainPicture } from '../../renders/image-server.ts';
import { type Api, startApi } from '../../support/api.ts';
import { FakeProvider } from '../../support/providers/fake-provider.ts';
import { openAiImages } from '../../support/providers/image-protocols.ts';

let provider: FakeProvider;
let api: Api;
let as: { bearer: string };
/** What the provider calls its model, and what its package warns of. */
let model = '';
let warning = '';

beforeAll(async () => {
  const picture = await plainPicture(256, 256);
  provider = await FakeProvider.startFor(() => openAiImages([picture]), 'openai');
  // Today's packages name the model that was asked for. This is one that returns the provider's own name, as those for texts do.
  const imageModel = ModelRoutes.prototype.imageModel;
  vi.spyOn(ModelRoutes.prototype, 'imageModel').mockImplementation(async function (this: ModelRoutes, ...call) {
    const own = await imageModel.apply(this, call);
    return {
      specificationVersion: 'v4',
      provider: own.provider,
      modelId: own.modelId,
      maxImagesPerCall: own.maxImagesPerCall,
      async doGenerate(options) {
        const result = await own.doGenerate(options);
        const warnings = [...result.warnings, { type: 'other' as const, message: warning }];
        return { ...result, warnings, response: { ...result.response, modelId: model } };
      },
    };
  });
  api = await startApi({
    env: { OPENAI_API_KEY: 'sk-of-the-service-0123456789', OPENAI_BASE_URL: `${provider.url}/v1`, SANDBOX: '0' },
  });
  as = (await customerWithKey(api, { plan: 'PRO' })).as as { bearer: string };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.asked.length = 0;
  warning = 'Nothing.';
});

interface RunRow {
  status: string;
  model: string;
  response_model: string;
  charged_micros: string;
}

const runsAfter = (id: string) =>
  api.database.query<RunRow>(
    `select run.status, run.model, run.charged_micros, attempt.response_model
     from run join attempt on attempt.run_id = run.id where run.id > $1`,
    [id],
  );
const newest = async () =>
  (await api.database.query<{ id: string }>(`select coalesce(max(id), '') as id from run`))[0]!.id;

const images = (body: object, headers: Record<string, string> = {}) =>
  api.json('/v1/images/generations', {
    as,
    headers,
    body: { model: 'media/image', prompt: 'A red fox', size: '256x256', ...body },
  });

let keys = 0;

const DOORS: Record<string, () => Promise<{ headers?: Headers; model?: string }>> = {
  'v1, as bytes': async () => {
    const { status, headers, body } = await images({});
    expect({ status, body }).toMatchObject({ status: 200, body: { data: [{ b64_json: expect.any(String) }] } });
    return { headers };
  },
  'v1, as a link': async () => {
    const { status, headers, body } = await images({ response_format: 'url' });
    expect({ status, body }).toMatchObject({ status: 200, body: { data: [{ url: expect.any(String) }] } });
    return { headers };
  },
  'v1, again under the same key': async () => {
    const headers = { 'Idempotency-Key': `key ${++keys}` };
    const first = await images({}, headers);
    expect(first).toMatchObject({ status: 200 });
    const again = await images({}, headers);
    expect(again).toMatchObject({ status: 200, body: { imprimatur: { replayed: true } } });
    expect(again.headers.get('x-imprimatur-model')).toBe(first.headers.get('x-imprimatur-model'));
    return again;
  },
  requestRender: async () => {
    const { data, errors } = await api.graphql(
      `mutation ($input: RequestRenderInput!) { requestRender(input: $input) {
         __typename ... on RequestedRender { render { id } } ... on Problem { message } } }`,
      { as: 'integration', variables: { input: { prompt: `A red fox, asleep on sofa ${++keys}` } } },
    );
    expect(errors).toBeUndefined();
    const { id } = data.requestRender.render;
    const render = async () => {
      const asked = await api.graphql(`query ($id: ID!) { render(id: $id) { status model failure { message } } }`, {
        as: 'integration',
        variables: { id },
      });
      return asked.data.render;
    };
    await expect.poll(async () => (await render()).status).toMatch(/SUCCEEDED|FAILED/);
    const { status, model, failure } = await render();
    expect({ status, failure }).toEqual({ status: 'SUCCEEDED', failure: null });
    return { model };
  },
};

const NAMES: [string, string, string][] = [
  ['letters outside ASCII', 'modèle-λ-模型', 'modèle-λ-模型'],
  ['CR and LF', 'draws\r\nSet-Cookie: a=b', 'draws\ufffd\ufffdSet-Cookie: a=b'],
  ['NUL', 'gpt\0image', 'gpt\ufffdimage'],
  ['half of a surrogate pair', 'gpt\ud83dimage', 'gpt\ufffdimage'],
  ['ten thousand letters', 'x'.repeat(10_000), 'x'.repeat(200)],
  ['ten thousand letters of two units each', '🙂'.repeat(10_000), '🙂'.repeat(200)],
];

describe.each(Object.keys(DOORS))('by %s', (door) => {
  test.each(NAMES)('a picture by a model whose name has %s arrives, and is paid for once', async (_, given, kept) => {
    model = given;
    const since = await newest();

    const answer = await DOORS[door]!();

    expect(provider.asked).toHaveLength(1);
    const [run, ...others] = await runsAfter(since);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ status: 'SUCCEEDED', model: kept, response_model: kept });
    expect(Number(run!.charged_micros)).toBeGreaterThan(0);
    if (!answer.headers) return expect(answer.model).toBe(kept);
    const header = answer.headers.get('x-imprimatur-model')!;
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(header)).toBe(kept);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

test.each([
  ['letters outside ASCII', 'größer als λ', /gr%C3%B6%C3%9Fer als %CE%BB/],
  ['CR, LF and NUL', 'a\r\nSet-Cookie: a=b\0', /a%0D%0ASet-Cookie: a=b%00/],
  ['ten thousand letters', 'x'.repeat(10_000), /x{800}/],
])('a warning with %s is encoded in its header, and whole in the body', async (_, given, encoded) => {
  model = 'gpt-image';
  warning = given;

  const { status, headers, body } = await images({});

  expect(status).toBe(200);
  expect(headers.get('x-imprimatur-warnings')).toMatch(encoded);
  expect(headers.get('x-imprimatur-warnings')!.length).toBeLessThanOrEqual(3 * 1_000);
  expect(headers.get('set-cookie')).toBeNull();
  expect(body.imprimatur.warnings.join(' ')).toContain(given);
});

test('nothing stays reserved', async () => {
  const open = () => api.database.query('select 1 from reservation where settled_at is null');
  await expect.poll(open).toEqual([]);
});
