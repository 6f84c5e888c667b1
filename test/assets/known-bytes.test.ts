import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../rest/support.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';

const BANK = '/api/admin/image-bank';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

let shade = 50_000;
const bytes = async () => (await picture(shade++)).toString('base64');

const send = async (body: object) => (await api.json(BANK, { as: 'operator', body })).body;
const pick = async (tag: string) =>
  (await api.json(`/api/marketing/image-bank/pick?tags=${encodeURIComponent(tag)}&peek=true`)).body;
const tagsOf = async (id: string) => (await api.json(`${BANK}/${id}`, { as: 'operator' })).body.asset.tags;
const mutate = async (query: string, variables: object) =>
  (await api.graphql(query, { as: 'operator', variables })).data;

const TAG = `mutation ($ids: [ID!]!, $add: [String!], $remove: [String!]) {
  tagAssets(input: { ids: $ids, add: $add, remove: $remove }) { __typename } }`;

test('a request with the idempotency key of an earlier one gets its asset, and changes nothing', async () => {
  const body = { imageBase64: await bytes(), tags: ['keyed'] };
  const post = (sent: object) =>
    api.json(BANK, { as: 'operator', body: sent, headers: { 'Idempotency-Key': '"one picture"' } });

  const first = await post(body);
  await mutate(TAG, { ids: [first.body.asset.id], remove: ['keyed'] });
  const again = await post(body);
  const other = await post({ ...body, tags: ['another'] });

  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(again.body).toEqual({ ok: true, asset: { ...first.body.asset, tags: [] } });
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

describe('the same bytes with other tags', () => {
  test('add the tags to the asset, which is picked by them', async () => {
    const imageBase64 = await bytes();
    const { asset } = await send({ imageBase64, tags: ['spring known'] });

    const again = await send({ imageBase64, tags: ['Autumn known', 'SPRING KNOWN'] });

    expect(again).toMatchObject({ ok: true, duplicateOf: asset.id, asset: { tags: ['Autumn known', 'spring known'] } });
    expect(again).not.toHaveProperty('notApplied');
    expect((await pick('autumn known')).asset.id).toBe(asset.id);
    const [row] = await api.database.query('select version, updated_by from asset where id = $1', [asset.id]);
    expect(row).toMatchObject({ version: 2, updated_by: expect.stringMatching(/^operator:/) });
    const [tag] = await api.database.query(`select asset_count from tag where key = 'autumn known'`);
    expect(tag).toEqual({ asset_count: 1 });
    const [entry] = await api.database.query(
      `select changes from audit_entry where action = 'createAsset' and changes @> '[{"field": "tags"}]' and $1 = any(subject_ids)`,
      [asset.id],
    );
    expect(entry!.changes).toEqual([
      { subjectId: asset.id, field: 'tags', before: ['spring known'], after: ['spring known', 'Autumn known'] },
    ]);
  });

  test('change nothing when the answer was lost and the same request is sent again', async () => {
    const body = { imageBase64: await bytes(), title: 'Lake', alt: 'A lake', source: 'Agency', tags: ['same'] };
    const first = await send(body);

    expect(await send(body)).toEqual({ ...first, duplicateOf: first.asset.id });
    const [row] = await api.database.query('select version from asset where id = $1', [first.asset.id]);
    expect(row).toEqual({ version: 1 });
  });

  test('leave title, description and source as they are, and say so', async () => {
    const imageBase64 = await bytes();
    const { asset } = await send({ imageBase64, title: 'Lake', source: 'Agency' });

    const again = await send({
      imageBase64,
      title: 'Sea',
      alt: 'The sea',
      source: 'Photographer',
      tags: ['new words'],
    });

    expect(again.asset).toMatchObject({ title: 'Lake', alt: 'Lake', source: 'Agency', tags: ['new words'] });
    expect(again.notApplied).toEqual([
      { field: 'title', values: ['Sea'], reason: 'KEPT' },
      { field: 'alt', values: ['The sea'], reason: 'KEPT' },
      { field: 'source', values: ['Photographer'], reason: 'KEPT' },
    ]);
    expect(asset.id).toBe(again.duplicateOf);
  });

  test('do not bring back a tag that an operator removed, until one gives it again', async () => {
    const imageBase64 = await bytes();
    const { asset } = await send({ imageBase64, tags: ['wrong', 'right'] });
    await mutate(TAG, { ids: [asset.id], remove: ['Wrong'] });

    const again = await send({ imageBase64, tags: ['WRONG', 'right', 'third'] });

    expect(again.notApplied).toEqual([{ field: 'tags', values: ['wrong'], reason: 'REMOVED' }]);
    expect(again.asset.tags).toEqual(['right', 'third']);

    await mutate(TAG, { ids: [asset.id], add: ['wrong'] });
    expect((await send({ imageBase64, tags: ['wrong'] })).asset.tags).toEqual(['right', 'third', 'wrong']);
  });

  test.each(['ARCHIVED', 'TRASHED', 'QUARANTINED'])('are not added to a picture that is %s', async (status) => {
    const imageBase64 = await bytes();
    const { asset } = await send({ imageBase64 });
    await api.database.query('update asset set status = $2 where id = $1', [asset.id, status]);

    const again = await send({ imageBase64, tags: ['too late'] });

    expect(again.notApplied).toEqual([{ field: 'tags', values: ['too late'], reason: 'NOT_LIVE' }]);
    expect(again.asset.tags).toEqual([]);
  });

  test('are added as far as there is room', async () => {
    const imageBase64 = await bytes();
    const tags = Array.from({ length: 31 }, (_, n) => `room ${n}`);
    await send({ imageBase64, tags });

    const again = await send({ imageBase64, tags: ['room 0', 'fits', 'does not'] });

    expect(again.asset.tags).toHaveLength(32);
    expect(again.notApplied).toEqual([{ field: 'tags', values: ['does not'], reason: 'TOO_MANY' }]);
  });

  test('are reported in the graph, too', async () => {
    const imageBase64 = await bytes();
    const { asset } = await send({ imageBase64, title: 'Lake' });

    const { createAsset } = await mutate(
      `mutation ($bytes: Base64Bytes!) { createAsset(input: { imageBase64: $bytes, title: "Sea", tags: ["graph tag"] }) {
        ... on CreatedAsset { duplicateOf notApplied { field values reason } asset { tags } } } }`,
      { bytes: imageBase64 },
    );

    expect(createAsset).toEqual({
      duplicateOf: asset.id,
      notApplied: [{ field: 'TITLE', values: ['Sea'], reason: 'KEPT' }],
      asset: { tags: ['graph tag'] },
    });
  });

  test('by many at once all come', async () => {
    const imageBase64 = await bytes();
    const names = Array.from({ length: 8 }, (_, n) => `at once ${n}`);

    const answers = await Promise.all(names.map((tag) => send({ imageBase64, tags: [tag] })));

    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await tagsOf(answers[0].asset.id)).toEqual(names);
  });
});

describe('the same brief and seed for another campaign', () => {
  const brief = (seed: number) => ({ prompt: 'A lake in autumn', width: 256, height: 256, seed });
  const render = async (body: object, as: Credential = 'integration'): Promise<Json> =>
    (await api.json('/api/integrations/cinema/render', { as, body })).body;

  test('adds its tags to the picture, which is picked by them', async () => {
    const first = await render({ ...brief(1), tags: ['campaign one'] });

    const second = await render({ ...brief(1), tags: ['campaign two'] });

    expect(second.asset.id).toBe(first.asset.id);
    expect(second.render).not.toHaveProperty('notApplied');
    expect((await pick('campaign two')).asset.id).toBe(first.asset.id);
  });

  test('by another requester adds them with the permission alone, and says so', async () => {
    const { asset } = await render({ ...brief(2), tags: ['of the operator'] }, 'operator');

    const refused = await render({ ...brief(2), title: 'Mine', tags: ['of the integration'] });

    expect(refused.asset.id).toBe(asset.id);
    expect(refused.render.notApplied).toEqual([
      { field: 'title', values: ['Mine'], reason: 'KEPT' },
      { field: 'tags', values: ['of the integration'], reason: 'NOT_PERMITTED' },
    ]);
    expect(await tagsOf(asset.id)).not.toContain('of the integration');

    const { render: done } = await render({ ...brief(3), tags: ['x'] });
    const byOperator = await render({ ...brief(3), tags: ['of the operator'] }, 'operator');
    expect(byOperator.render).not.toHaveProperty('notApplied');
    expect(byOperator.asset.tags).toContain('of the operator');
    expect(done.id).not.toBe(byOperator.render.id);
  });

  test('reads the same in the graph, compiled and not', async () => {
    await render({ ...brief(4) }, 'operator');
    const { render: made } = await render({ ...brief(4), tags: ['graph'] });
    const query = (other: string) => `{ ${other} render(id: "${made.id}") { notApplied { field values reason } } }`;

    for (const other of ['', 'viewer { __typename }']) {
      const { data } = await api.graphql(query(other), { as: 'integration' });
      expect(data.render.notApplied).toEqual([{ field: 'TAGS', values: ['graph'], reason: 'NOT_PERMITTED' }]);
    }
  });
});
