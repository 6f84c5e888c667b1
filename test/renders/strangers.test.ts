import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetExpired } from '../../src/renders/picture-links.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, type Credential, refusalOf, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const REQUEST = `mutation ($input: RequestRenderInput!) { requestRender(input: $input) {
  ... on RequestedRender { render { id status provider runId expiresAt file { url width height } asset { id } } }
  ... on Problem { code message } ... on InputInvalid { issues { pointer } } } }`;

async function request(input: object, as?: Credential) {
  const variables = { input: { prompt: 'calm sea at dawn', saveToBank: false, waitSeconds: 20, ...input } };
  return (await api.graphql(REQUEST, { as, variables })).data.requestRender;
}

const read = async (id: string, as?: Credential) =>
  (await api.graphql(`query ($id: ID!) { render(id: $id) { id status } }`, { as, variables: { id } })).data.render;

describe('who shows no credential', () => {
  test('has a small picture drawn, reads it by its id, and after a day it is forgotten', async () => {
    const { render } = await request({});

    expect(render).toMatchObject({
      status: 'SUCCEEDED',
      provider: 'embedded',
      runId: expect.stringMatching(/^run_/),
      file: { width: 512, height: 512 },
      asset: null,
      expiresAt: expect.any(String),
    });
    const picture = new URL(render.file.url).pathname;
    expect(await read(render.id)).toEqual({ id: render.id, status: 'SUCCEEDED' });
    expect((await api.fetch(picture)).headers.get('cache-control')).toMatch(/^public, max-age=\d{1,5}$/);

    await api.database.query(`update render set expires_at = now() where id = $1`, [render.id]);
    expect((await api.fetch(picture)).status).toBe(404);
    expect(await forgetExpired(contextOn(api.services.platform.database))).toBe(1);
    expect(await read(render.id)).toBeNull();
  });

  test('gets nothing that is kept, large, or another’s', async () => {
    const ours = (await api.render()).render.id;

    expect(await request({ saveToBank: true, width: 513, height: 1024, idempotencyKey: 'k' })).toMatchObject({
      code: 'INPUT_INVALID',
      issues: [
        { pointer: '/saveToBank' },
        { pointer: '/width' },
        { pointer: '/height' },
        { pointer: '/idempotencyKey' },
      ],
    });
    expect(await read(ours)).toBeNull();
    expect(await read(ours, 'integration')).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('is refused on REST as ever', async () => {
    const { status } = await api.json('/api/integrations/cinema/render', { body: { prompt: 'x', saveToBank: false } });

    expect(status).toBe(401);
  });
});

test('a customer tries it as strangers do, and nobody else reads what it has drawn', async () => {
  const { as } = await customerWithKey(api, { plan: 'BASE' });
  const { render } = await request({ width: 256, height: 256, idempotencyKey: 'mine' }, as);

  expect(render).toMatchObject({ provider: 'embedded', expiresAt: expect.any(String) });
  expect(await read(render.id, as)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await read(render.id)).toBeNull();
});

test('where the sandbox is off, nobody tries anything', async () => {
  const closed = await startApi({ env: { SANDBOX: '0' } });
  const refused = await closed.graphql(REQUEST, { variables: { input: { prompt: 'x', saveToBank: false } } });
  const { status } = await closed.json('/v1/images/generations', { body: { model: 'media/image', prompt: 'x' } });

  expect([refused.status, refusalOf(refused)]).toEqual([401, 'UNAUTHENTICATED']);
  expect(status).toBe(401);
});
