import { afterAll, expect, test } from 'vitest';
import { ANONYMOUS, internal } from '../../../src/platform/auth/principal.ts';
import { startApi } from '../../support/api.ts';
import {
  acceptPng,
  attemptsOf,
  contextOf,
  draw,
  FakeEngine,
  failedDraw,
  imageRequest,
  imagesOf,
  newCustomer,
  runsOf,
} from './support.ts';

const api = await startApi({ env: { SANDBOX: 'true' } });
afterAll(() => api.stop());

test('without a key the engine of the service draws, whatever it is, and the run is in the log at no cost', async () => {
  const { id, principal } = await newCustomer(api, { hardLimitMicros: 1 });
  const engine = new FakeEngine({ isCovering: false });

  const drawn = await draw(api, {
    principal,
    engine,
    request: { count: 2, surface: 'RENDER', widthPx: 512, heightPx: 512 },
  });

  expect(drawn).toMatchObject({ deployment: 'embedded/renderer', isEmbedded: true, costMicros: 0, isEstimated: false });
  expect(drawn.images).toHaveLength(2);
  expect(await runsOf(api, id)).toMatchObject([
    {
      id: drawn.runId,
      kind: 'IMAGE',
      surface: 'RENDER',
      status: 'SUCCEEDED',
      credential_source: 'EMBEDDED',
      is_simulated: false,
      is_estimated: false,
      cost_source: null,
      images: 2,
      cost_micros: '0',
      charged_micros: '0',
      input_tokens: null,
    },
  ]);
  expect(await attemptsOf(api, drawn.runId)).toMatchObject([{ provider: 'embedded', status: 'SUCCEEDED' }]);
});

test('a stranger is drawn for by the engine, and pays nobody', async () => {
  const drawn = await draw(api, { principal: ANONYMOUS });

  expect(drawn).toMatchObject({ isEmbedded: true, costMicros: 0 });
});

test('what would be drawn by whom is told without drawing', async () => {
  const context = contextOf(api, internal('test'));

  expect(await imagesOf(api).estimate(context, imageRequest())).toEqual({
    deployment: 'embedded/renderer',
    isEmbedded: true,
  });
  await expect(imagesOf(api).estimate(context, imageRequest({ count: 99 }))).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
});

test('an engine that fails is a failure of the run, in no words of a provider', async () => {
  const { id, principal } = await newCustomer(api);
  const engine = {
    covers: () => true,
    draw: () => Promise.reject(new Error('the canary of the engine')),
  };

  const failed = await failedDraw(api, { principal, engine });

  expect(failed).toMatchObject({
    failure: 'UNKNOWN',
    message: 'The engine of this service could not draw the prompt.',
  });
  expect(await runsOf(api, id)).toMatchObject([{ status: 'FAILED', failure: 'UNKNOWN', cost_micros: '0' }]);
});

test('what is no picture is none from the engine either', async () => {
  const { principal } = await newCustomer(api);
  const engine = { covers: () => true, draw: async () => [{ bytes: Buffer.from('no'), mediaType: 'image/png' }] };

  await expect(imagesOf(api).draw(contextOf(api, principal), imageRequest(), engine, acceptPng)).rejects.toMatchObject({
    failure: 'GARBAGE',
  });
});

test('the run is shown by the graph as one for pictures', async () => {
  const { id, principal } = await newCustomer(api);
  const { runId } = await draw(api, { principal });

  const { data } = await api.graphql(
    'query ($id: ID!) { run(id: $id) { kind surface status task deployment credentialSource images costMicros customerId } }',
    { as: 'operator', variables: { id: runId } },
  );

  expect(data.run).toEqual({
    kind: 'IMAGE',
    surface: 'IMAGES',
    status: 'SUCCEEDED',
    task: 'media/image',
    deployment: 'embedded/renderer',
    credentialSource: 'EMBEDDED',
    images: 1,
    costMicros: 0,
    customerId: id,
  });
});
