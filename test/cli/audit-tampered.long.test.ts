import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { Folder } from '../support/command.ts';
import { asSuperuser, cloneDatabase, copyDatabase } from '../support/database.ts';
import { Front } from '../support/front.ts';
import { sealText, sealTexts } from '../support/seals.ts';
import { audit } from './audit.ts';

describe('a superuser of the database', () => {
  const asRoot = (api: Api, change: string) =>
    asSuperuser(`set session_replication_role = replica; ${change}`, api.database.url);
  const REWRITE = `update log_entry set body = '\\x7b7d', leaf_hash = sha256('\\x007b7d')`;
  const FLIP = `update log_entry set body = set_byte(body, 9, get_byte(body, 9) # 1)`;

  async function logOf(seals: number): Promise<Api> {
    const api = await startApi({ works: false });
    await sealTexts(api, seals);
    return api;
  }

  test.each([
    ['who rewrites an entry with its hash is found out, and the entry', REWRITE, 'ENTRY_CHANGED'],
    ['who flips a byte of an entry is found out', FLIP, 'ENTRY_CHANGED'],
  ])('%s', async (_, change, code) => {
    const api = await logOf(260);
    using state = new Folder();
    await asRoot(api, `${change} where index = 100`);

    const audited = await audit(api.url, state);

    expect(audited).toMatchObject({ code: 1, report: { fault: { code, entry: 100, evidence: null } } });
  });

  test('who rewrites an entry of the last tile is found out by the checkpoints', async () => {
    const api = await logOf(3);
    for (const text of ['a', 'b', 'c']) await sealText(api, text);
    using state = new Folder();
    await asRoot(api, `${REWRITE} where index = 5`);

    const { code, report } = await audit(api.url, state);

    expect(code).toBe(1);
    expect(report.fault).toMatchObject({ code: 'ENTRY_CHANGED', entry: 5 });
    expect(report.fault.reason).toContain('Entry 5 differs from the logged one');
  });

  test('who rewrites what was audited before is found out by a full audit', async () => {
    const api = await logOf(260);
    using state = new Folder();
    await audit(api.url, state);
    await asRoot(api, `${REWRITE} where index = 7`);

    expect(await audit(api.url, state, '--full')).toMatchObject({ code: 1, report: { fault: { entry: 7 } } });
  });

  test('who bends a tile is found out, and that the entries are as they were', async () => {
    const api = await logOf(260);
    using state = new Folder();
    await asRoot(api, 'update log_tile set hashes = set_byte(hashes, 64, get_byte(hashes, 64) # 1) where level = 0');

    expect(await audit(api.url, state)).toMatchObject({ code: 1, report: { fault: { code: 'TILE_WRONG', entry: 2 } } });
  });

  test('who bends a tile between two audits is not taken for a log that forked', async () => {
    const api = await logOf(260);
    using state = new Folder();
    await audit(api.url, state);
    await sealText(api, 'and on');
    await asRoot(api, 'update log_tile set root = set_byte(root, 3, get_byte(root, 3) # 1) where level = 0');

    const { code, report } = await audit(api.url, state);

    expect({ code, fault: report.fault }).toMatchObject({ code: 1, fault: { code: 'TILE_WRONG', evidence: null } });
    expect(report.fault.reason).toContain('tile/1/000.p/1');
  });

  test('who slips in a checkpoint that the log did not sign is found out', async () => {
    const api = await logOf(3);
    await sealText(api, 'one more');
    using state = new Folder();
    await asRoot(
      api,
      `update log_checkpoint set note = replace(note, 'log1.localhost ', 'log1.localhost A') where size = 4`,
    );

    expect(await audit(api.url, state)).toMatchObject({ code: 1, report: { fault: { code: 'UNREADABLE' } } });
  });

  test('who takes entries away is found out by who was there before', async () => {
    const api = await logOf(1);
    await sealText(api, 'to be lost');
    using state = new Folder();
    await audit(api.url, state);
    await asRoot(api, 'delete from log_checkpoint where size > 2; delete from log_entry where index > 1');

    const { code, report } = await audit(api.url, state);

    expect(code).toBe(1);
    expect(report.fault).toMatchObject({ code: 'SET_BACK' });
    expect(report.fault.reason).toContain('it showed 3 entries before and shows 2 now');
  });
});

test('a database that was set back and written on makes two signed checkpoints, and both are kept', async () => {
  const database = await cloneDatabase();
  const before = await startApi({ database, works: false });
  await sealText(before, 'first');
  await before.stop();
  const backup = await copyDatabase(database);
  const machine = await startApi({ database, works: false });
  await using front = await Front.before(machine.url);
  using state = new Folder();
  await sealText(machine, 'lost');
  await audit(front.url, state);
  // A folder without the last checkpoint, so that the service itself cannot know.
  const restored = await startApi({ database: backup, works: false });
  onTestFinished(() => Promise.all([database.drop(), backup.drop()]).then(() => {}));
  await sealText(restored, 'in its place');
  front.target = restored.url;

  const sameSize = await audit(front.url, state);
  await sealText(restored, 'and on');
  const larger = await audit(front.url, state);

  for (const { code, report } of [sameSize, larger]) {
    expect(code).toBe(1);
    expect(report.fault.code).toBe('FORKED');
    const evidence = readFileSync(report.fault.evidence, 'utf8');
    expect(evidence.match(/^— log1\.localhost /gm)).toHaveLength(2);
  }
  expect(sameSize.report.fault.reason).toContain('two different trees of 3 entries');
  await Promise.all([machine.stop(), restored.stop()]);
});
