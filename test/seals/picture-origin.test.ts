import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { exported } from '../chain/export.ts';
import { giving, ImageServer } from '../renders/image-server.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { asSuperuser } from '../support/database.ts';
import { sealFile } from '../support/seals.ts';

let server: ImageServer;
let api: Api;
let logged: MockInstance;
beforeAll(async () => {
  server = await ImageServer.start();
  api = await startApi({
    env: { OPENAI_API_KEY: 'sk-of-the-house-0123456789', OPENAI_BASE_URL: server.url, SEAL_RENDERS: 'false' },
  });
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});
beforeEach(() => {
  logged = vi.spyOn(api.services.platform.logger, 'error').mockImplementation(() => {});
});
afterEach(() => logged.mockRestore());

const forge = (...statements: string[]) =>
  asSuperuser(['set session_replication_role = replica', ...statements].join('; '), api.database.url);

let count = 0;

/** A picture by a model, with metadata of its camera that the bank doesn't keep. */
async function drawn(): Promise<{ assetId: string; model: string; runId: string }> {
  const bytes = await sharp({ create: { width: 300, height: 200 + ++count, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Make: 'A camera' } })
    .jpeg()
    .toBuffer();
  server.answer = giving([{ b64_json: bytes.toString('base64') }]);
  const { body } = await api.json('/api/integrations/cinema/render', {
    as: 'integration',
    body: { prompt: `A red fox, number ${count}` },
  });
  const { data } = await api.graphql(`{ render(id: "${body.render.id}") { runId } }`, { as: 'integration' });
  return { assetId: body.asset.id, model: body.render.provider, runId: data.render.runId };
}

async function seal(assetId: string, at = api): Promise<Json> {
  const { data, errors } = await at.graphql(
    `mutation { sealAsset(input: { assetId: "${assetId}" }) { __typename ... on SealedAsset { seal { id } } ... on Problem { code } } }`,
    { as: 'operator' },
  );
  expect(errors).toBeUndefined();
  return data.sealAsset;
}

async function claimsOf(sealId: string, at = api): Promise<Json> {
  const bundle = JSON.parse((await sealFile(at, sealId, 'seal.sigstore.json')).toString());
  return JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString()).predicate;
}

async function assertNoOrigin(assetId: string): Promise<void> {
  const predicate = await claimsOf((await seal(assetId)).seal.id);
  for (const claim of ['digitalSourceType', 'aiGenerated', 'producer']) expect(predicate).not.toHaveProperty(claim);
}

test('a picture by a model is sealed as one, by the record of its run, also where metadata were taken out', async () => {
  const { assetId, model, runId } = await drawn();
  // What the row of the render says, counts for nothing.
  await forge(`update render set model = null, provider = 'embedded' where asset_id = '${assetId}'`);

  expect(await claimsOf((await seal(assetId)).seal.id)).toMatchObject({
    digitalSourceType: expect.stringMatching(/\/trainedAlgorithmicMedia$/),
    aiGenerated: true,
    producer: { kind: 'model', model, runId },
  });
  const [asset] = await api.database.query<{ sha256: string }>('select sha256 from asset where id = $1', [assetId]);
  expect(await api.database.query('select output_sha256 as sha256 from run where id = $1', [runId])).toEqual([asset]);
});

test('a picture of the engine is said to be by an algorithm', async () => {
  const own = await startApi({ env: { SEAL_RENDERS: 'false' } });
  const { asset } = await own.render();
  await own.database.query(`update render set model = 'gpt-image-2', provider = 'openai' where asset_id = $1`, [
    asset.id,
  ]);

  const predicate = await claimsOf((await seal(asset.id, own)).seal.id, own);

  expect(predicate.digitalSourceType).toMatch(/\/algorithmicMedia$/);
  expect(predicate).not.toHaveProperty('producer');
});

test('where the record of the run was changed, nothing is signed', async () => {
  const { assetId, runId } = await drawn();
  await seal((await drawn()).assetId);
  await forge(`update run set credential_source = 'EMBEDDED' where id = '${runId}'`);

  expect(await seal(assetId)).toEqual({ __typename: 'Refused', code: 'RECORD_CHANGED' });
  expect(await api.database.query('select 1 from seal where asset_id = $1', [assetId])).toEqual([]);
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ kind: 'RUN', id: runId, fault: 'RECORD_CHANGED' }),
    'a record does not match the chain',
  );
});

test('a row that says of a photo that a model drew it, proves nothing', async () => {
  const { assetId: drawnId } = await drawn();
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#aa5500' } })
    .png()
    .toBuffer();
  const { body } = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { imageBase64: photo.toString('base64') },
  });
  await forge(
    `update asset set origin = 'RENDER' where id = '${body.asset.id}'`,
    `update render set asset_id = '${body.asset.id}', sha256 = '${body.asset.sha256}' where asset_id = '${drawnId}'`,
  );

  await assertNoOrigin(body.asset.id);
});

test('what was erased or is not kept is claimed no more, and the picture is sealed all the same', async () => {
  const [erased, gone] = [await drawn(), await drawn()];
  await api.graphql(
    `mutation { eraseRuns(input: { runIds: ["${erased.runId}"], reason: "Asked for." }) { __typename } }`,
    { as: 'operator' },
  );
  await forge(`delete from run where id = '${gone.runId}'`);

  await assertNoOrigin(erased.assetId);
  await assertNoOrigin(gone.assetId);
});

test('nor is a picture sealed by itself where the record of its run was changed', async () => {
  const own = await startApi({ env: { SEAL_RENDERS: 'false' } });
  const { asset, render } = await own.render();
  const { asset: honest } = await own.render({ seed: 2 });
  // Only now both are in the chain.
  await exported(own);
  const errors = vi.spyOn(own.services.platform.logger, 'error').mockImplementation(() => {});
  await asSuperuser(
    `update run set model = 'another' where id = (select run_id from render where id = '${render.id}')`,
    own.database.url,
  );
  await own.graphql('mutation { updateSetting(input: { name: SEALS_SEAL_RENDERS, boolean: true }) { __typename } }', {
    as: 'operator',
  });

  const again = `insert into outbox_event (type, payload, owner) select type, payload, owner from outbox_event
    where type = 'asset.added' and payload->>'assetId' = $1`;
  await own.database.query(again, [asset.id]);
  await expect.poll(() => errors.mock.calls.length, { timeout: 15_000 }).toBe(1);
  await own.database.query(again, [honest.id]);
  await expect
    .poll(() => own.database.query('select asset_id as id from seal where asset_id is not null'), { timeout: 15_000 })
    .toEqual([{ id: honest.id }]);

  expect(errors).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ fault: 'RECORD_CHANGED' }),
    'a record does not match the chain',
  );
});
