import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, upload } from '../rest/support.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { assetOf, move } from './curating-graph.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await setting('ASSETS_REVIEW_BEFORE_USE', 'boolean: true');
});
afterAll(() => api.stop());

async function setting(name: string, value: string): Promise<void> {
  const { data } = await api.graphql(
    `mutation { updateSetting(input: { name: ${name}, ${value} }) { __typename ... on Problem { message } } }`,
    { as: 'operator' },
  );
  expect(data.updateSetting).toEqual({ __typename: 'UpdatedSetting' });
}

const look = (url: string, as?: Credential, headers?: Record<string, string>) =>
  ask(api, { path: new URL(url).pathname, as, headers });

async function isShown(tag: string): Promise<boolean[]> {
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  const partner = await api.json(`/api/media-desk/${data.issuePartnerLink.secret}/bank?tags=${tag}`);
  const pick = await api.json(`/api/marketing/image-bank/pick?tags=${tag}`);
  return [partner.body.items.length > 0, pick.status === 200];
}

test.each<[string, () => Promise<Json>]>([
  ['an upload', () => upload(api, { tags: ['looked-at-upload'] })],
  ['a render', async () => (await api.render({ seed: 31, tags: ['looked-at-render'] })).asset],
])('%s comes in held back, says so, and is used once it is released', async (what, come) => {
  const tag = `looked-at-${what.split(' ')[1]}`;
  const asset = await come();

  expect(asset.status).toBe('QUARANTINED');
  expect((await look(asset.url)).status).toBe(404);
  expect((await look(asset.thumbnailUrl)).status).toBe(404);
  expect(await isShown(tag)).toEqual([false, false]);

  expect(await move(api, 'restoreAssets', [asset.id])).toMatchObject({ changedCount: 0 });
  expect(await move(api, 'releaseAssets', [asset.id])).toMatchObject({ changedCount: 1 });

  expect((await look(asset.url)).status).toBe(200);
  expect(await isShown(tag)).toEqual([true, true]);
  const { body } = await api.json(`/api/admin/image-bank/${asset.id}`, { as: 'operator' });
  expect(body.asset).not.toHaveProperty('status');
});

test('what is held back is looked at by those who go through the bank, and kept by no cache', async () => {
  const { url, thumbnailUrl, sha256 } = await upload(api);
  const auditor = await signedIn(api, { roles: ['AUDITOR'] });

  for (const address of [url, thumbnailUrl]) {
    for (const as of ['operator', auditor.as] as const) {
      const { status, headers } = await look(address, as);
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    }
    for (const as of [undefined, 'integration', { bearer: 'nonsense' }] as const) {
      const { status, headers } = await look(address, as);
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    }
  }
  // Who had it before learns nothing by asking whether it is still the same.
  expect((await look(url, undefined, { 'if-none-match': `"${sha256}"` })).status).toBe(404);
});

test('bytes that are held back already stay held back, whoever sends them again', async () => {
  const { body } = await api.json('/api/integrations/cinema/render', {
    as: 'integration',
    body: { prompt: 'calm sea at dawn', width: 256, height: 256, seed: 32 },
  });

  const again = await api.render({ seed: 32 });

  expect(again.asset).toMatchObject({ id: body.asset.id, status: 'QUARANTINED' });
});

test('who reviews may release and hold back, and nothing else', async () => {
  const { id } = await upload(api);
  const approver = await signedIn(api, { roles: ['APPROVER'] });

  expect(await move(api, 'trashAssets', [id], approver.as)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await move(api, 'releaseAssets', [id], approver.as)).toMatchObject({ changedCount: 1 });
  expect(await move(api, 'quarantineAssets', [id], approver.as)).toMatchObject({ changedCount: 1 });
  expect(await move(api, 'releaseAssets', [id], 'integration')).toMatchObject({ code: 'FORBIDDEN' });
  expect(await assetOf(api, id)).toMatchObject({ status: 'QUARANTINED', version: 3 });
});

test('how long caches may keep a picture is a setting', async () => {
  const { id, url } = await upload(api);
  await move(api, 'releaseAssets', [id]);

  expect((await look(url)).headers['cache-control']).toBe('public, max-age=3600');
  await setting('ASSETS_KEPT_BY_CACHES_SECONDS', 'integer: 31536000');
  expect((await look(url)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  await setting('ASSETS_KEPT_BY_CACHES_SECONDS', 'integer: 0');
  expect((await look(url)).headers['cache-control']).toBe('public, max-age=0');
});
