import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blobKey, StorageUnavailable } from '../../src/platform/storage/blob-store.ts';
import { readableInstant } from '../../src/proof/statement-facts.ts';
import { ask, picture, settled, upload } from '../rest/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { signedIn } from '../support/people.ts';
import { assetOf, move, purge, trashAndPurge } from './curating-graph.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const fileOf = (sha256: string, extension = 'png') => path.join(api.dataDir, 'blobs', blobKey(sha256, extension));
const pathOf = ({ url }: Json) => new URL(url).pathname;

/** All files that a picture names. */
async function filesOfAsset(id: string): Promise<string[]> {
  const rows = await api.database.query<{ sha256: string; extension: string }>(
    `select sha256, extension from asset where id = $1 union select sha256, 'webp' from rendition where asset_id = $1`,
    [id],
  );
  return rows.map(({ sha256, extension }) => fileOf(sha256, extension));
}

async function tidy(): Promise<number> {
  const found = await Promise.all(
    Object.entries(api.services.upkeep)
      .filter(([name]) => name === 'purged pictures')
      .map(([, step]) => step(contextOn(api.services.platform.database))),
  );
  return found.reduce((sum, count) => sum + count, 0);
}

describe('a picture in the trash', () => {
  test('is erased: bytes, smaller copies, rows, and what it counted', async () => {
    const asset = await upload(api, { tags: ['erased'] });
    const files = await filesOfAsset(asset.id);
    expect(files.length).toBeGreaterThan(1);
    await move(api, 'trashAssets', [asset.id]);

    const answer = await purge(api, [asset.id]);

    expect(answer.results).toEqual([
      { assetId: asset.id, purgedAt: expect.any(String), isNew: true, areBytesGone: true, problem: null },
    ]);
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    expect(await assetOf(api, asset.id)).toBeNull();
    expect((await ask(api, { path: pathOf(asset), as: 'operator' })).status).toBe(404);
    const [left] = await api.database.query(
      `select (select asset_count from tag where key = 'erased') as tagged,
         (select count(*)::int from rendition where asset_id = $1) as renditions`,
      [asset.id],
    );
    expect(left).toEqual({ tagged: 0, renditions: 0 });
  });

  test('is erased once, by however many', async () => {
    const { id } = await upload(api);
    await move(api, 'trashAssets', [id]);

    const answers = await Promise.all(Array.from({ length: 6 }, () => purge(api, [id])));

    expect(answers.reduce((sum, { purgedCount }) => sum + purgedCount, 0)).toBe(1);
    expect(new Set(answers.map(({ results }) => results[0].purgedAt)).size).toBe(1);
    expect(await purge(api, [id])).toMatchObject({ purgedCount: 0, results: [{ isNew: false, areBytesGone: true }] });
    const [entries] = await api.database.query(
      `select count(*)::int as count from audit_entry where action = 'purgeAssets' and $1 = any(subject_ids) and changes is not null`,
      [id],
    );
    expect(entries!.count).toBe(1);
  });

  test('is the only one that is erased, and each is told', async () => {
    const [live, held, gone] = await Promise.all([upload(api), upload(api), upload(api)]);
    await move(api, 'quarantineAssets', [held.id]);
    await move(api, 'trashAssets', [gone.id]);

    const answer = await purge(api, [live.id, 'ast_01m818k5q9er0az63q2g08xk2r', gone.id, held.id]);

    expect(answer).toMatchObject({
      purgedCount: 1,
      results: [
        { purgedAt: null, areBytesGone: false, problem: { code: 'CONFLICT' } },
        { purgedAt: null, problem: { __typename: 'NotFound' } },
        { isNew: true, problem: null },
        { purgedAt: null, problem: { code: 'CONFLICT' } },
      ],
    });
    expect((await ask(api, { path: pathOf(live) })).status).toBe(200);
    expect(await purge(api, [live.id, live.id])).toMatchObject({ __typename: 'InputInvalid' });
  });

  test('comes back as another one, when somebody sends the same bytes again', async () => {
    const imageBase64 = (await picture(77_001)).toString('base64');
    const send = () => api.json('/api/admin/image-bank', { as: 'operator', body: { imageBase64 } });
    const first = (await send()).body.asset;
    await trashAndPurge(api, first.id);

    const again = await send();

    expect(again.status).toBe(201);
    expect(again.body.asset).toMatchObject({ sha256: first.sha256 });
    expect(again.body.asset.id).not.toBe(first.id);
    expect((await ask(api, { path: pathOf(again.body.asset) })).status).toBe(200);
    // What upkeep finds of the first is not for it to delete.
    await tidy();
    expect((await ask(api, { path: pathOf(again.body.asset) })).status).toBe(200);
  });

  test('leaves the bytes that another picture has as well', async () => {
    const [one, other] = await Promise.all([upload(api), upload(api)]);
    await api.database.query(
      `update rendition set sha256 = kept.sha256, byte_size = kept.byte_size from rendition kept
       where kept.asset_id = $2 and rendition.asset_id = $1 and kept.width = rendition.width`,
      [one.id, other.id],
    );

    await trashAndPurge(api, one.id);

    expect((await ask(api, { path: new URL(other.thumbnailUrl).pathname })).status).toBe(200);
  });

  test('that was rendered leaves its render without a picture, and its seal with the digest', async () => {
    const { render, asset } = await api.render({ seed: 901 });
    await settled(api);
    const { asset: sealed } = (await api.json(`/api/admin/image-bank/${asset.id}`, { as: 'operator' })).body;
    const unsaved = await api.render({ seed: 901, saveToBank: false });
    const link = pathOf(unsaved.render.image);
    expect((await ask(api, { path: link })).status).toBe(200);
    const sealPath = new URL(sealed.sealUrl).pathname;
    expect((await api.json(sealPath)).body.seal.bytesPurgedAt).toBeNull();

    await trashAndPurge(api, asset.id);

    expect(existsSync(fileOf(asset.sha256))).toBe(false);
    const { body } = await api.json(`/api/integrations/cinema/render/${render.id}`, { as: 'integration' });
    expect(body).toMatchObject({ ok: true, asset: null, render: { status: 'SUCCEEDED', image: null } });
    // The same bytes by another name are the same picture.
    expect((await ask(api, { path: link })).status).toBe(404);

    const page = await ask(api, { path: sealPath, headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('data-bytes="purged"');
    expect(page.text).toContain(asset.sha256);
    expect(page.text).not.toContain('data:image/webp');
    const { data } = await api.graphql(
      'query ($sha256: Sha256!) { sealsByDigest(sha256: $sha256) { status sha256 bytesPurgedAt asset { id } } }',
      { variables: { sha256: asset.sha256 }, as: 'operator' },
    );
    expect(data.sealsByDigest).toEqual([
      { status: 'SEALED', sha256: asset.sha256, bytesPurgedAt: expect.any(String), asset: null },
    ]);
    // The page, its JSON and GraphQL name one time.
    const { bytesPurgedAt } = data.sealsByDigest[0];
    expect((await api.json(sealPath)).body.seal).toMatchObject({
      sha256: asset.sha256,
      status: 'SEALED',
      bytesPurgedAt,
    });
    expect(page.text).toContain(readableInstant(bytesPurgedAt));
  });

  test('is drawn again by nobody who looks over the store', async () => {
    const { asset } = await api.render({ seed: 902 });
    await settled(api);
    await trashAndPurge(api, asset.id);

    const named = await Promise.all(
      api.services.blobs.map((holder) => holder.named(contextOn(api.services.platform.database).em, asset.sha256)),
    );

    expect(named.flat()).toEqual([]);
  });
});

test('a picture that is erased while it is sealed has a seal that says so, and no other seal fails with it', async () => {
  const pictures = await Promise.all(Array.from({ length: 4 }, () => upload(api)));
  const seal = async (assetId: string) =>
    (
      await api.graphql(
        `mutation ($assetId: ID!) { sealAsset(input: { assetId: $assetId }) { __typename
           ... on SealedAsset { seal { id bytesPurgedAt asset { id } } } ... on Problem { code } } }`,
        { variables: { assetId }, as: 'operator' },
      )
    ).data?.sealAsset;
  await move(
    api,
    'trashAssets',
    pictures.map(({ id }) => id),
  );

  const [, ...sealed] = await Promise.all([
    purge(api, [pictures[0].id, pictures[1].id]),
    ...pictures.map(({ id }) => seal(id)),
  ]);

  for (const [at, answer] of sealed.entries()) {
    const isErased = at < 2;
    if (isErased && answer.__typename !== 'SealedAsset') expect(answer.code).toBe('NOT_FOUND');
    else expect(answer.__typename).toBe('SealedAsset');
    const [row] = await api.database.query(
      'select count(*)::int as seals, count(asset_id)::int as named, count(bytes_purged_at)::int as purged from seal where sha256 = $1',
      [pictures[at].sha256],
    );
    expect(row).toEqual(isErased ? { ...row, named: 0, purged: row!.seals } : { seals: 1, named: 1, purged: 0 });
  }
});

describe('who erases', () => {
  test('has shown again that it is they, and is an administrator', async () => {
    const { id } = await upload(api);
    await move(api, 'trashAssets', [id]);
    const long = new Date(Date.now() - 3600_000);

    const asked = async (roles: ['ADMIN'] | ['EDITOR'], confirmedAt?: Date) =>
      purge(api, [id], (await signedIn(api, { roles, ...(confirmedAt && { confirmedAt }) })).as);

    expect(await asked(['EDITOR'])).toMatchObject({ code: 'FORBIDDEN' });
    expect(await asked(['ADMIN'], long)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect(await assetOf(api, id)).toMatchObject({ status: 'TRASHED' });
    expect(await asked(['ADMIN'])).toMatchObject({ purgedCount: 1 });
  });
});

describe('what dies in the middle', () => {
  test('a store that lets go of nothing is told of, and upkeep finishes', async () => {
    const asset = await upload(api);
    const files = await filesOfAsset(asset.id);
    const { store } = api.services.platform;
    const broken = vi.spyOn(store, 'delete').mockRejectedValue(new StorageUnavailable('read-only'));

    const answer = await trashAndPurge(api, asset.id);

    expect(answer.results).toMatchObject([{ isNew: true, areBytesGone: false, problem: null }]);
    expect((await ask(api, { path: pathOf(asset), as: 'operator' })).status).toBe(404);
    expect(await tidy()).toBe(0);
    broken.mockRestore();
    expect(files.every((file) => existsSync(file))).toBe(true);

    expect(await tidy()).toBe(files.length);
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    expect((await purge(api, [asset.id])).results).toMatchObject([{ isNew: false, areBytesGone: true }]);
  });

  test('the same bytes, sent again between rows and bytes, are kept', async () => {
    const imageBase64 = (await picture(77_002)).toString('base64');
    const send = () => api.json('/api/admin/image-bank', { as: 'operator', body: { imageBase64 } });
    const first = (await send()).body.asset;
    const { store } = api.services.platform;
    const broken = vi.spyOn(store, 'delete').mockRejectedValue(new StorageUnavailable('read-only'));
    await trashAndPurge(api, first.id);
    broken.mockRestore();

    const { asset } = (await send()).body;
    await tidy();

    expect((await ask(api, { path: pathOf(asset) })).status).toBe(200);
  });

  test('many who send the same bytes while others erase them never have a row without its bytes', async () => {
    const imageBase64 = (await picture(77_003)).toString('base64');
    const send = () => api.json('/api/admin/image-bank', { as: 'operator', body: { imageBase64 } });
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < 3; n++) {
          const { asset } = (await send()).body;
          if (asset) await trashAndPurge(api, asset.id);
        }
      }),
    );
    const { asset } = (await send()).body;

    expect((await ask(api, { path: pathOf(asset) })).status).toBe(200);
    expect((await ask(api, { path: new URL(asset.thumbnailUrl).pathname })).status).toBe(200);
  });
});

test('what is long in the trash is erased by itself, where that is wanted', async () => {
  const [old, young] = await Promise.all([upload(api), upload(api)]);
  await move(api, 'trashAssets', [old.id, young.id]);
  await api.database.query(`update asset set trashed_at = now() - interval '31 days' where id = $1`, [old.id]);
  expect(await tidy()).toBe(0);
  expect(await assetOf(api, old.id)).not.toBeNull();

  await api.graphql(`mutation { updateSetting(input: { name: ASSETS_TRASH_KEPT_DAYS, integer: 30 }) { __typename } }`, {
    as: 'operator',
  });
  expect(await tidy()).toBeGreaterThan(0);

  expect(await assetOf(api, old.id)).toBeNull();
  expect(await assetOf(api, young.id)).toMatchObject({ status: 'TRASHED' });
});
