import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { imprimatur } from '../support/command.ts';
import { cloneDatabase, copyDatabase } from '../support/database.ts';
import { DataDir, startService, until } from '../support/service-process.ts';
import { of, reported, SECRETS, type Seen } from './doctor.ts';

/** A database in which a service has sealed and drawn, and the folder of its machine. */
async function machine() {
  const database = await cloneDatabase();
  const dataDir = new DataDir();
  onTestFinished(async () => {
    await database.drop();
    dataDir[Symbol.dispose]();
  });
  const serve = async (texts: number) => {
    await using service = await (await startService({ dataDir, env: { DATABASE_URL: database.url } })).ready();
    for (let n = 0; n < texts; n++) {
      const body = { artifact_text: `text ${n} of ${texts}`, disclaimer_ack: true };
      expect((await service.json('/api/legal/provenance-seal', { body })).status).toBe(201);
    }
    await service.render({}, { wait: 20 });
    await until(async () => (await database.query('select from chain_entry limit 1')).length > 0);
    service.kill('SIGTERM');
    await service.exited;
  };
  const doctor = async (url = database.url): Promise<{ code: number | null; findings: Seen[] }> => {
    const seen = await imprimatur(['doctor', '--json'], { ...SECRETS, DATABASE_URL: url, DATA_DIR: dataDir.path });
    return { code: seen.code, findings: reported(seen).findings };
  };
  return { database, dataDir, serve, doctor };
}

test('a log that is frozen because a backup was restored is found, and one that continues is well', async () => {
  const { database, serve, doctor } = await machine();
  await serve(1);
  const backup = await copyDatabase(database);
  onTestFinished(() => backup.drop());
  await serve(3);

  const [restored, present] = [await doctor(backup.url), await doctor()];

  expect(restored.code).toBe(1);
  expect(of(restored.findings, 'log')).toEqual([
    {
      name: 'log',
      verdict: 'FAIL',
      detail: expect.stringMatching(/the log is frozen.*: \d+ entries were published, but the database has \d+$/),
      advice: expect.stringContaining('imprimatur succeed-log'),
    },
  ]);
  expect(present.code).toBe(0);
  expect(of(present.findings, 'log')).toMatchObject([{ verdict: 'OK' }]);
  expect(of(present.findings, 'chain')).toMatchObject([{ verdict: 'OK' }]);
});

test('a chain that doesn’t continue the remembered anchor is found, and nothing is remembered by looking', async () => {
  const { dataDir, serve, doctor } = await machine();
  await serve(1);
  const memory = path.join(dataDir.path, 'log', 'anchor.json');
  mkdirSync(path.dirname(memory), { recursive: true });
  rmSync(memory, { force: true });
  const well = await doctor();
  writeFileSync(memory, JSON.stringify({ anchorId: 'anc_of_another_history', seq: 1, hash: '0'.repeat(64) }));

  const frozen = await doctor();

  expect(of(well.findings, 'chain')).toMatchObject([{ verdict: 'OK' }]);
  expect(frozen.code).toBe(1);
  expect(of(frozen.findings, 'chain')).toMatchObject([
    {
      verdict: 'FAIL',
      detail: expect.stringContaining('The anchor anc_of_another_history of entry 1 is missing or was changed'),
      advice: expect.stringContaining('imprimatur integrity --only chain'),
    },
  ]);
});

test('a database without a log gets none by looking', async () => {
  const { database, doctor } = await machine();

  const { findings } = await doctor();

  expect(of(findings, 'log')).toMatchObject([{ verdict: 'OK' }]);
  expect(await database.query('select from log_state')).toEqual([]);
});
