import { renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { canMount, databaseOn, SmallDisk } from '../support/small-disk.ts';

const seal = (api: Api, n: number) =>
  api.json('/api/legal/provenance-seal', { body: { artifact_text: `text ${n}`, disclaimer_ack: true } });

const queued = async (api: Api, brief = {}) => {
  const { body } = await api.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers: { prefer: 'wait=0' },
    body: { prompt: 'calm sea at dawn', width: 256, height: 256, ...brief },
  });
  return body.render.id as string;
};

interface Row {
  status: string;
  attempts: number;
  failure_reason: string | null;
}

const rowOf = async (api: Api, id: string) =>
  (await api.database.query<Row>('select status, attempts, failure_reason from render where id = $1', [id]))[0]!;

/** How often a job was begun, waited for and sent again. */
const waits = async (api: Api) => {
  const [row] = await api.database.query<{ waits: number }>(
    `select coalesce(max((data->>'$waits')::int), 0) as waits from pgboss.job where name = 'render'`,
  );
  return row!.waits;
};

/** A render at its last attempt meets a storage that is lost, and then brought back. */
async function expectToWait(api: Api, lose: () => void, bringBack: () => void): Promise<void> {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
  expect((await api.json('/api/admin/image-bank', { as: 'operator', body: { imageBase64: pixel } })).status).toBe(201);
  const id = await queued(api);
  await api.database.query('update render set attempts = 3 where id = $1', [id]);
  lose();
  await api.services.platform.queue.work();

  await expect.poll(() => waits(api)).toBeGreaterThanOrEqual(2);
  const { status, attempts, failure_reason: reason } = await rowOf(api, id);
  expect({ status, reason }).toEqual({ status: 'RUNNING', reason: null });
  expect(attempts).toBeLessThanOrEqual(4);
  bringBack();

  await expect.poll(async () => (await rowOf(api, id)).status).toBe('SUCCEEDED');
  expect((await rowOf(api, id)).attempts).toBe(4);
  expect(await api.database.query('select from asset')).toHaveLength(2);
}

test('a render waits for a storage that is away, with no attempt used up, and succeeds when it is back', async () => {
  const api = await startApi({ works: false });
  const blobs = path.join(api.dataDir, 'blobs');

  await expectToWait(
    api,
    () => renameSync(blobs, `${blobs}.away`),
    () => renameSync(`${blobs}.away`, blobs),
  );
});

describe.runIf(canMount)('without room', () => {
  test('a render waits for some, with no attempt used up, and succeeds when there is', async () => {
    const disk = new SmallDisk(4);
    const api = await startApi({ works: false, env: { STORAGE_URL: `file://${disk.path}/blobs` } });

    await expectToWait(
      api,
      () => disk.fill(),
      () => disk.clear(),
    );
  });

  test('the service stays ready, since what only reads succeeds', async () => {
    const disk = new SmallDisk(4);
    const api = await startApi({ works: false, env: { STORAGE_URL: `file://${disk.path}/blobs` } });
    disk.fill();

    await expect.poll(async () => (await api.fetch('/api/health/architecture')).status).toBe(503);
    expect((await api.fetch('/readyz')).status).toBe(200);
    expect((await api.json('/api/admin/image-bank', { as: 'operator' })).status).toBe(200);
  });

  test('for the checkpoint that is remembered, nothing is sealed: 507; then it is, and the log goes on', async () => {
    const disk = new SmallDisk(1);
    const api = await startApi({ works: false });
    expect((await seal(api, 0)).status).toBe(201);
    // The same folder on a disk of its own.
    renameSync(path.join(api.dataDir, 'log'), path.join(api.dataDir, 'log.before'));
    symlinkSync(disk.path, path.join(api.dataDir, 'log'));
    disk.fill();

    const answers = [await seal(api, 1), await seal(api, 2)];
    const { data } = await api.graphql(
      'mutation { sealText(input: { text: "t", disclaimerAcknowledged: true }) { ... on Problem { code } } }',
    );
    disk.clear();
    const afterwards = await seal(api, 3);

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 507, body: { ok: false, code: 'STORAGE_FULL' } });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
    expect(data.sealText.code).toBe('STORAGE_FULL');
    expect(afterwards.status).toBe(201);
    expect((await api.fetch('/livez')).status).toBe(200);
  });

  test('in PostgreSQL, what writes is told 507, what reads is answered, and nothing acknowledged is lost', async () => {
    const { database, disk } = await databaseOn(96);
    const api = await startApi({ database, works: false });
    const sealed = [await seal(api, 0)];
    // What some of them need, so that it runs out among them.
    disk.fill(1_024);

    const answers: Awaited<ReturnType<typeof seal>>[] = [];
    for (let n = 1; n < 400 && !answers.some(({ status }) => status === 507); n += 8) {
      answers.push(...(await Promise.all(Array.from({ length: 8 }, (_, at) => seal(api, n + at)))));
    }
    const list = await api.json('/api/admin/image-bank', { as: 'operator' });
    disk.clear();
    const afterwards = await seal(api, 1_000);
    sealed.push(...answers.filter(({ status }) => status === 201), afterwards);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 507]));
    const refused = answers.filter(({ status }) => status === 507);
    for (const { body } of refused) expect(body).toMatchObject({ ok: false, code: 'STORAGE_FULL' });
    expect(list.status).toBe(200);
    expect(afterwards.status).toBe(201);
    for (const { body } of sealed) expect((await api.fetch(`/v/${body.seal.id}/seal.sigstore.json`)).status).toBe(200);
  });
});
