import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalBytes } from '../../src/proof/json.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Credential, startApi } from '../support/api.ts';

const REQUEST = `mutation ($input: RequestRenderInput!) {
  requestRender(input: $input) {
    __typename
    ... on RequestedRender { isReplay render { id } }
    ... on Problem { code }
    ... on InputInvalid { issues { pointer } }
  }
}`;

const BRIEF = { prompt: 'calm sea at dawn', width: 256, height: 256, saveToBank: false };

async function service(env: Record<string, string> = {}) {
  const api = await startApi({ works: false, env });
  const request = async (input: object, as: Credential) => {
    const { data } = await api.graphql(REQUEST, { as, variables: { input: { ...BRIEF, ...input } } });
    return data.requestRender;
  };
  return { api, request };
}

test('a field sent as null is the same request as one left out', async () => {
  const { request } = await service();

  const first = await request({ idempotencyKey: 'one', title: null, strict: null }, 'integration');
  const again = await request({ idempotencyKey: 'one', tags: null }, 'integration');
  const other = await request({ idempotencyKey: 'one', title: 'Sea' }, 'integration');

  expect(first).toMatchObject({ isReplay: false });
  expect(again).toMatchObject({ isReplay: true, render: first.render });
  expect(other).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('a request stored by an earlier release, with its nulls, is replayed', async () => {
  const { api, request } = await service();
  const { render } = await request({ idempotencyKey: 'old', title: null }, 'integration');
  // SHA-256 of the canonical JSON of the whole input, as releases up to 0.1 stored it.
  const stored = createHash('sha256')
    .update(canonicalBytes({ ...BRIEF, kind: 'IMAGE', title: null }))
    .digest('hex');
  await api.database.query('update render set request_hash = $1', [stored]);

  expect(await request({ idempotencyKey: 'old', title: null }, 'integration')).toMatchObject({
    isReplay: true,
    render,
  });
});

test.each(['', 'a\u0007b', 'k'.repeat(256)])('the key %j is refused', async (idempotencyKey) => {
  const { request } = await service();

  expect(await request({ idempotencyKey }, 'integration')).toMatchObject({
    code: 'INPUT_INVALID',
    issues: [{ pointer: '/idempotencyKey' }],
  });
});

test('requests with one key at the same moment have one effect, which counts once against a limit', async () => {
  const { api, request } = await service({ STRANGERS_PICTURES_PER_DAY: '4' });
  const { as } = await customerWithKey(api, { plan: 'BASE' });

  const first = await Promise.all([1, 2, 3, 4].map(() => request({ idempotencyKey: 'same' }, as)));
  const others = [];
  for (let n = 0; n < 3; n++) others.push(await request({}, as));

  expect(new Set(first.map(({ render }) => render.id)).size).toBe(1);
  expect(first.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  expect(others.map(({ __typename }) => __typename)).toEqual(Array(3).fill('RequestedRender'));
});
