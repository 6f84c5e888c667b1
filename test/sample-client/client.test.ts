import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import {
  type AssetOrigin,
  ListAssetsDocument,
  PickAssetDocument,
  RequestRenderDocument,
} from '../../src/rest/generated/graphql.ts';
import { ADMIN_TOKEN, type Api, INBOUND_SECRET, startApi } from '../support/api.ts';
import { ask } from './client.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a campaign tool asks for a picture, picks it by its tags and finds it in the list, all of it typed', async () => {
  const { requestRender } = await ask(api.url, INBOUND_SECRET, RequestRenderDocument, {
    input: { prompt: 'calm sea at dawn', width: 256, height: 256, tags: ['spring mailing'], waitSeconds: 20 },
  });
  if (requestRender?.__typename !== 'RequestedRender') throw new Error(requestRender?.message);
  const asset = requestRender.render?.asset;
  expectTypeOf(asset?.file.width).toEqualTypeOf<number | undefined>();

  const { pickAsset } = await ask(api.url, null, PickAssetDocument, { input: { tags: ['spring mailing', 'sea'] } });
  if (pickAsset?.__typename !== 'PickedAsset') throw new Error(pickAsset?.message);
  expectTypeOf(pickAsset.matchedTags).toEqualTypeOf<string[]>();

  const { assets } = await ask(api.url, ADMIN_TOKEN, ListAssetsDocument, {
    first: 10,
    filter: { tags: ['spring mailing'], origin: ['RENDER'] },
  });
  expectTypeOf(assets.nodes[0]!.origin).toEqualTypeOf<AssetOrigin>();

  expect(pickAsset.asset?.id).toBe(asset!.id);
  expect(assets).toMatchObject({ totalCount: 1, nodes: [{ id: asset!.id, title: 'Sea at dawn' }] });
});

test('an expected failure is one more type to look at, with facts of its own', async () => {
  const { pickAsset } = await ask(api.url, null, PickAssetDocument, { input: { tags: ['no such thing'] } });

  expect(pickAsset?.__typename === 'NoMatch' && pickAsset.unknownTags).toEqual(['no such thing']);
});

test('any other failure is thrown in the words of the service', async () => {
  const listing = ask(api.url, null, ListAssetsDocument, { first: 10 });

  await expect(listing).rejects.toThrow(
    'Send `Authorization: Bearer <secret>` with the admin token (`ADMIN_TOKEN`; by default the file `.data/secrets/admin-token`)',
  );
});

test('the compiler refuses what the operation does not take', () => {
  // @ts-expect-error `first` is required
  const withoutSize = () => ask(api.url, ADMIN_TOKEN, ListAssetsDocument, {});
  // @ts-expect-error no such status
  const wrongStatus = () => ask(api.url, ADMIN_TOKEN, ListAssetsDocument, { first: 1, filter: { status: ['GONE'] } });

  expect([withoutSize, wrongStatus]).toHaveLength(2);
});
