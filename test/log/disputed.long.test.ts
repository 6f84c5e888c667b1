import { describe, expect, onTestFinished, test } from 'vitest';
import { formatVerifierKey, parseNote } from '../../src/proof/note.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { cloneDatabase, copyDatabase, type TestDatabase } from '../support/database.ts';
import { download, sealText } from '../support/seals.ts';
import { until } from '../support/service-process.ts';
import { TestWitness } from '../support/witness.ts';

const sealing = async (api: Api, text: string): Promise<Json> =>
  (await api.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } })).body;

const connectionsOf = async (api: Api): Promise<Record<string, string>> => {
  const { body } = await api.json('/api/health/architecture');
  return Object.fromEntries(body.connections.map(({ name, status }: Json) => [name, status]));
};
const isDisputed = async (api: Api) => (await connectionsOf(api)).log === 'warn';

const sizeOf = async (api: Api) =>
  Number(parseNote((await download(api, '/log/checkpoint')).toString()).text.split('\n')[1]);

const isCosigned = async (api: Api) =>
  parseNote((await download(api, '/log/checkpoint')).toString()).signatures.length > 1;

/** A database that was brought back from before its witness last cosigned, without the file beside it that remembers more. */
async function setBack(witness: TestWitness): Promise<{ backup: TestDatabase; env: Record<string, string> }> {
  const database = await cloneDatabase();
  const env = { WITNESSES: witness.setting };
  const before = await startApi({ database, env });
  await sealText(before, 'kept');
  await until(() => isCosigned(before));
  await before.stop();
  const backup = await copyDatabase(database);
  const machine = await startApi({ database, env });
  await sealText(machine, 'lost');
  await until(() => isCosigned(machine));
  await machine.stop();
  await database.drop();
  onTestFinished(() => backup.drop());
  return { backup, env };
}

describe('a witness that has seen another history of the log', () => {
  test('stops it before anything is written on, in every process, and health says so at once', async () => {
    await using witness = await TestWitness.start();
    const { backup, env } = await setBack(witness);
    const working = await startApi({ database: backup, env });
    const serving = await startApi({ database: backup, env, works: false });
    await until(() => isDisputed(working));

    const refused = [await sealing(working, 'one'), await sealing(serving, 'other')];

    for (const problem of refused) {
      expect(problem).toMatchObject({ code: 'LOG_FROZEN', status: 503 });
      expect(problem.detail).toContain('The witness witness.example has seen another history of it.');
    }
    await until(() => isDisputed(serving)); // a report is given out for a moment
    for (const api of [working, serving]) {
      expect(await connectionsOf(api)).toMatchObject({ log: 'warn', witnesses: 'warn' });
      expect((await api.json('/api/health/architecture')).body.ok).toBe(true);
      expect(await sizeOf(api)).toBe(2); // what is there is served
    }
    await Promise.all([working.stop(), serving.stop()]);
  });

  test.each([
    ['another tree of the same size', ['in its place']],
    ['a larger one that does not continue it', ['in its place', 'and on']],
  ])('and was away stops it as soon as it is back: %s', async (_, texts) => {
    await using witness = await TestWitness.start();
    const { backup, env } = await setBack(witness);
    await witness.go();
    const api = await startApi({ database: backup, env });
    for (const text of texts) await sealText(api, text);

    await witness.come();
    await until(() => isDisputed(api));

    expect(await sealing(api, 'no more')).toMatchObject({ code: 'LOG_FROZEN' });
    expect(await backup.query('select size from log_cosignature where size > 2')).toEqual([]);
    await api.stop();
  });

  test('is not asked any more when the operator has found it to be wrong, and then seals are made again', async () => {
    await using witness = await TestWitness.start();
    const { backup, env } = await setBack(witness);
    const stopped = await startApi({ database: backup, env });
    await until(() => isDisputed(stopped));
    await stopped.stop();

    const without = await startApi({ database: backup });

    expect((await sealing(without, 'without that witness')).ok).toBe(true);
    await without.stop();
  });

  test('takes it back by cosigning', async () => {
    await using witness = await TestWitness.start();
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const first = await startApi({ database, env: { WITNESSES: witness.setting }, works: false });
    await sealText(first, 'kept');
    await first.stop();
    const [name, keyId] = formatVerifierKey(witness.key).split('+');
    await database.query(`update log_state set disputes = jsonb_build_object($1::text, 'It was wrong.')`, [
      `${name}+${keyId}`,
    ]);
    const idle = await startApi({ database, env: { WITNESSES: witness.setting }, works: false });
    expect(await sealing(idle, 'too early')).toMatchObject({ code: 'LOG_FROZEN' });
    await idle.stop();

    const working = await startApi({ database, env: { WITNESSES: witness.setting } });
    await until(async () => (await sealing(working, 'again')).ok);

    expect(await database.query('select disputes from log_state')).toEqual([{ disputes: {} }]);
    await working.stop();
  });
});
