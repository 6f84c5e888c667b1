import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a brief becomes a picture that campaign tools, partners and operators find, sealed by its digest', async () => {
  const { render, asset } = await api.render({
    prompt: 'Snowy mountains at dawn with a cat',
    title: 'Hut in winter',
    tags: ['Campaign A', 'winter'],
    source: 'spring mailing',
  });
  expect(render).toMatchObject({
    status: 'SUCCEEDED',
    kind: 'image',
    provider: 'embedded',
    ignoredTerms: ['cat'],
    failure: null,
  });
  expect(render.understood).toMatchObject({
    scene: { value: 'MOUNTAIN', isFromBrief: true, words: ['mountains'] },
    light: { value: 'DAWN', isFromBrief: true, words: ['dawn'] },
  });
  expect(asset.tags).toEqual(expect.arrayContaining(['Campaign A', 'mountain', 'winter']));

  const picture = await fetch(render.image.url);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(asset.sha256);

  const picked = await api.json('/api/marketing/image-bank/pick?tags=CAMPAIGN%20a,winter');
  expect(picked.body).toMatchObject({ ok: true, asset: { id: asset.id }, match: 'all', mode: 'rotate' });

  const issued = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { mediaDeskUrl } } }`,
    { as: 'operator' },
  );
  const desk = await fetch(issued.data.issuePartnerLink.mediaDeskUrl).then((answer) => answer.json());
  expect(desk).toMatchObject({ ok: true, partner: { name: 'Agency' }, items: [{ id: asset.id, url: asset.url }] });

  const listed = await api.json('/api/admin/image-bank?tags=winter&origin=render', { as: 'operator' });
  expect(listed.body).toMatchObject({ ok: true, totalCount: 1, nextCursor: null, items: [{ id: asset.id }] });

  const sealUrl = await expect
    .poll(async () => (await api.json('/api/admin/image-bank', { as: 'operator' })).body.items[0].sealUrl)
    .toBeTruthy()
    .then(async () => (await api.json('/api/admin/image-bank', { as: 'operator' })).body.items[0].sealUrl as string);
  const seal = await fetch(sealUrl, { headers: { accept: 'application/json' } }).then(
    (answer) => answer.json() as Promise<{ seal: { sha256: string } }>,
  );
  expect(seal.seal.sha256).toBe(asset.sha256);

  const health = await api.json('/api/health/architecture');
  expect(health.body).toMatchObject({ ok: true, status: 'pass' });
});

test('REST and GraphQL give the same asset', async () => {
  const { asset } = await api.render({ seed: 2, tags: ['both styles'] });

  const { data } = await api.graphql(
    `query ($id: ID!) { asset(id: $id) { id title alt tags kind origin source thumbnailUrl thumbhash dominantColor createdAt
       file { url width height mediaType byteSize sha256 } } }`,
    { as: 'operator', variables: { id: asset.id } },
  );
  const { file, kind, ...rest } = data.asset;
  const { sealUrl: _, ...expected } = asset;
  expect({ ...rest, ...file, kind: kind.toLowerCase() }).toEqual(expected);
});

test('the same idempotency key gives the same render, with other input it is refused', async () => {
  const send = (prompt: string) =>
    api.json('/api/integrations/cinema/render', {
      as: 'integration',
      headers: { 'idempotency-key': 'order-1' },
      body: { prompt, width: 256, height: 256, seed: 3 },
    });

  const [first, twin] = await Promise.all([send('forest in autumn'), send('forest in autumn')]);
  const other = await send('desert');

  expect(twin.body.render.id).toBe(first.body.render.id);
  expect([first, twin].filter((answer) => answer.headers.get('idempotency-replayed') === 'true')).toHaveLength(1);
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED', ok: false } });
});

test('a caller who does not wait is told where to ask', async () => {
  const queued = await api.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers: { prefer: 'wait=0' },
    body: { prompt: 'sea at night', width: 256, height: 256 },
  });
  expect(queued.status).toBe(202);
  expect(queued.body.asset).toBeUndefined();

  const path = new URL(queued.headers.get('location')!).pathname;
  await expect.poll(async () => (await api.json(path, { as: 'integration' })).body.render.status).toBe('SUCCEEDED');
});
