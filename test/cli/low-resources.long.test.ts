import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { LittleMemory, oneCore, readOnlyBut } from '../support/less.ts';
import { DataDir, type ServiceProcess, startService } from '../support/service-process.ts';
import { canMount } from '../support/small-disk.ts';

/** As `bin/imprimatur` starts it: everything that a start does is done. */
const WHOLE_START = { WARM_UP_MS: undefined, DEMO: '1', DATABASE_POOL_SIZE: undefined, MALLOC_ARENA_MAX: '2' };
const CALLERS = 50;

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#468' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true })
    .toBuffer();

async function upload(service: ServiceProcess, bytes: Buffer) {
  const body = { imageBase64: bytes.toString('base64') };
  return service.json('/api/admin/image-bank', { as: 'operator', body });
}

/** The work of a day: a large render, a camera's picture, and many callers at once. */
async function work(service: ServiceProcess): Promise<void> {
  const { status, body } = await service.render({ width: 2048, height: 2048 }, { wait: 25 });
  expect({ status, render: body.render.status }).toEqual({ status: 200, render: 'SUCCEEDED' });

  expect((await upload(service, await photo(4_000, 3_000))).status).toBe(201);

  const query = '{ assets(first: 50) { edges { node { id title } } } }';
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, async () => [
      await service.json('/graphql', { as: 'operator', body: { query } }),
      await service.json('/graphql', { as: 'operator', body: { query } }),
    ]),
  );
  for (const { body } of answers.flat()) expect(body.data.assets.edges.length).toBeGreaterThan(0);
}

async function stop(service: ServiceProcess): Promise<void> {
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
}

describe.runIf(LittleMemory.isPossible)('in 512 MB, with its database elsewhere', () => {
  test('the service starts, draws, takes pictures and answers 50 callers, and refuses what would not fit', async () => {
    await using memory = new LittleMemory(512);
    const database = await cloneDatabase();
    await using service = await startService({
      env: { ...WHOLE_START, DATABASE_URL: database.url },
      under: memory.under,
    });
    await service.ready();

    await work(service);
    const huge = await upload(service, await photo(8_000, 6_000));

    expect(huge).toMatchObject({ status: 422, body: { detail: expect.stringContaining('26 megapixels') } });
    expect(memory.kills).toBe(0);
    await stop(service);
    await database.drop();
  });
});

test('on one core the service starts, draws, takes pictures and answers 50 callers', async () => {
  const database = await cloneDatabase();
  await using service = await startService({ env: { ...WHOLE_START, DATABASE_URL: database.url }, under: oneCore });
  await service.ready();

  await work(service);

  await stop(service);
  await database.drop();
});

describe.runIf(canMount)('on a read-only file system with a small /tmp that runs nothing', () => {
  test('all that is written is in DATA_DIR, the largest picture as well', async () => {
    using dataDir = new DataDir();
    const database = await cloneDatabase();
    await using service = await startService({
      env: { ...WHOLE_START, DATABASE_URL: database.url, TMPDIR: undefined },
      dataDir,
      under: readOnlyBut(dataDir.path),
    });
    await service.ready();

    await work(service);

    expect((await upload(service, await photo(8_000, 6_000))).status).toBe(201);
    await stop(service);
    await database.drop();
  });
});
