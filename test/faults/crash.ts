import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { DataDir, startService, until } from '../support/service-process.ts';

interface NamedBytes {
  sha256: string;
  extension: string;
  byteSize: number;
}

/** Every file that a row names, and what the row says of it. */
const namedBytes = (database: TestDatabase) =>
  database.query<NamedBytes & { sha256: string }>(
    `select sha256, extension, byte_size as "byteSize" from asset
     union select sha256, 'webp', byte_size from rendition
     union select sha256, extension, byte_size from render where sha256 is not null`,
  );

function expectStored(dataDir: DataDir, { sha256, extension, byteSize }: NamedBytes): void {
  const file = path.join(dataDir.path, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}.${extension}`);
  const bytes = readFileSync(file);
  expect(bytes.length).toBe(byteSize);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
}

/**
 * Kills a service so many times while it renders and seals. @throws when a row then names bytes that are not whole, or
 * something is lost that was acknowledged.
 */
export async function crash(times: number): Promise<void> {
  const database = await cloneDatabase();
  using dataDir = new DataDir();
  const env = { DATABASE_URL: database.url };
  const acknowledged = new Map<string, string>();
  const sealed = new Map<string, string>();
  // What a key was answered with is what it is answered with after every crash.
  const sendAll = async (service: Awaited<ReturnType<typeof startService>>) => {
    for (let brief = 0; ; brief++) {
      const key = `brief-${brief}`;
      const { status, body } = await service.render({ seed: brief }, { key });
      expect(status).toBeOneOf([200, 202]);
      expect(acknowledged.get(key) ?? body.render.id).toBe(body.render.id);
      acknowledged.set(key, body.render.id);
      await sleep(20);
    }
  };
  const sealAll = async (service: Awaited<ReturnType<typeof startService>>) => {
    for (;;) {
      const text = `text ${sealed.size}`;
      const { status, body } = await service.json('/api/legal/provenance-seal', {
        body: { artifact_text: text, disclaimer_ack: true },
      });
      expect(status).toBe(201);
      sealed.set(body.seal.id, text);
    }
  };

  for (let life = 0; life < times; life++) {
    await using service = await startService({ env, dataDir });
    await service.ready();
    const sending = [sendAll(service), sealAll(service)].map((work) => work.catch((error: Error) => error));
    // Between the beginning of the first render and the middle of a later one: another moment each time. In the last
    // life and every other before it that is counted from the first seal, so that a slow machine has acknowledged
    // something to lose.
    const sealedBefore = sealed.size;
    if ((times - life) % 2 === 1) await until(() => sealed.size > sealedBefore);
    await sleep(100 + life * 37);
    service.kill('SIGKILL');
    await service.exited;
    // It ended because nobody answered any more, not because an answer was wrong.
    expect(await Promise.all(sending)).toMatchObject([{ name: 'TypeError' }, { name: 'TypeError' }]);
    for (const named of await namedBytes(database)) expectStored(dataDir, named);
  }

  const ids = [...acknowledged.values()];
  expect(new Set(ids).size).toBe(ids.length);
  const rows = await database.query<{ id: string }>('select id from render where id = any($1)', [ids]);
  expect(rows).toHaveLength(ids.length);
  const doubled = await database.query(
    'select idempotency_key from render group by requested_by, idempotency_key having count(*) > 1',
  );
  expect(doubled).toEqual([]);

  await using last = await startService({ env, dataDir });
  await last.ready();
  const waiting = () => database.query("select id from render where status in ('QUEUED', 'RUNNING')");
  await until(async () => (await waiting()).length === 0);
  // The crashes of a slow machine may hit the worker of one render in all of its attempts; then that is what it says.
  const unexplained = await database.query(
    `select r.id, r.status, r.failure_reason, j.state, j.retry_count
     from render r left join pgboss.job j on j.name = 'render' and j.data->>'renderId' = r.id
     where r.status <> 'SUCCEEDED'
       and (r.failure_reason = 'WORKER_LOST' and j.state = 'failed' and j.retry_count = j.retry_limit) is not true`,
  );
  expect(unexplained).toEqual([]);
  for (const named of await namedBytes(database)) expectStored(dataDir, named);
  // One asset for each picture, and one seal for each asset.
  const unsealed = () =>
    database.query(
      'select a.id from asset a left join seal s on s.asset_id = a.id group by a.id having count(s.id) <> 1',
    );
  await until(async () => (await unsealed()).length === 0);
  // Every seal that was answered is in the log, which has no hole.
  const trust = parseTrust(JSON.stringify((await last.json('/.well-known/imprimatur/trust.json')).body));
  expect(sealed.size).toBeGreaterThan(0);
  for (const [id, text] of sealed) {
    const bundle = JSON.stringify((await last.json(`/v/${id}/seal.sigstore.json`)).body);
    expect((await verifySeal({ bundle, trust, text })).result).toBe('SAME_BYTES');
  }
  const indexes = await database.query<{ index: string }>('select index from log_entry order by index');
  expect(indexes.map(({ index }) => Number(index))).toEqual(indexes.map((_, at) => at));
  await last[Symbol.asyncDispose]();
  await database.drop();
}
