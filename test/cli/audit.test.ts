import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatVerifierKey } from '../../src/proof/note.ts';
import { type Api, type Json, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY, startApi } from '../support/api.ts';
import { Folder, imprimatur, imprimaturInTurn } from '../support/command.ts';
import { asSuperuser, cloneDatabase, copyDatabase } from '../support/database.ts';
import { FakeLog } from '../support/fake-log.ts';
import { Front } from '../support/front.ts';
import { logSigner } from '../support/note-signing.ts';
import { download, sealText, sealTexts } from '../support/seals.ts';
import { freePort } from '../support/service-process.ts';

/** Runs an audit whose memory is the folder. */
async function audit(url: string, state: Folder, ...more: string[]): Promise<{ code: number | null; report: Json }> {
  const { code, stdout, stderr } = await imprimaturInTurn(['audit', url, '--state', state.path, '--json', ...more]);
  if (stdout === '') throw new Error(stderr);
  return { code, report: JSON.parse(stdout) };
}

const vkeyOf = async (api: Api) => (await download(api, '/.well-known/imprimatur/log.vkey')).toString().trim();

describe('a log that is in order', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
    await sealTexts(api, 300);
  });
  afterAll(() => api.stop());

  test('is clean, and its key is taken at first sight and that is said', async () => {
    using state = new Folder();

    const { code, stdout, stderr } = await imprimatur(['audit', api.url, '--state', state.path]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^CLEAN {2}The entries of log1\.localhost make up every tree it has signed\./);
    expect(stdout).toContain(await vkeyOf(api));
    expect(stdout).toContain("The log's key was not given, so the one it shows is taken and kept in");
  });

  test('is read once: the next audit goes on from there, unless it is told to begin anew', async () => {
    using state = new Folder();
    const first = await audit(api.url, state);
    const second = await audit(api.url, state);
    await sealText(api, 'a');
    await sealText(api, 'b');
    const third = await audit(`${api.url}/log/`, state);
    const full = await audit(api.url, state, '--full');

    const size = first.report.size;
    expect(first).toMatchObject({ code: 0, report: { result: 'CLEAN', keptSize: null, entriesRead: size } });
    expect(first.report.checkpointsCompared).toBeGreaterThan(1);
    expect(second).toMatchObject({ code: 0, report: { keptSize: size, entriesRead: 0, notes: [] } });
    expect(third).toMatchObject({ code: 0, report: { keptSize: size, size: size + 2, entriesRead: 2 } });
    expect(full).toMatchObject({ code: 0, report: { size: size + 2, entriesRead: size + 2 } });
  });

  test('is held to the key of a trust file, or to a key that was given', async () => {
    using folder = new Folder();
    writeFileSync(folder.file('trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));

    const byTrust = await audit(api.url, folder, '--trust', folder.file('trust.json'));
    const byKey = await audit(api.url, folder, '--log-key', await vkeyOf(api));

    for (const { code, report } of [byTrust, byKey])
      expect({ code, notes: report.notes }).toEqual({ code: 0, notes: [] });
  });

  test('is another one to who trusts another key, and to who knew it by another', async () => {
    using fresh = new Folder();
    using used = new Folder();
    await audit(api.url, used);
    const other = formatVerifierKey(logSigner('log1.localhost').key);

    const refused = await audit(api.url, fresh, '--log-key', other);
    const changed = await audit(api.url, used, '--log-key', other);

    expect(refused).toMatchObject({ code: 1, report: { result: 'NOT_CLEAN', fault: { code: 'NOT_SIGNED' } } });
    expect(changed).toMatchObject({ code: 1, report: { fault: { code: 'OTHER_LOG' } } });
    expect(changed.report.fault.reason).toContain('was audited with another key before');
  });

  test('can be audited by its tiles alone, where entries are not shown', async () => {
    using state = new Folder();
    await using front = await Front.before(api.url);
    front.set('/log/tile/entries/000', 404);

    const withEntries = await audit(front.url, state);
    const without = await audit(front.url, state, '--no-entries');

    expect(withEntries).toMatchObject({
      code: 1,
      report: { fault: { code: 'MISSING', entry: 0, reason: expect.stringContaining('tile/entries/000') } },
    });
    expect(without).toMatchObject({ code: 0, report: { entriesRead: without.report.size } });
  });

  test('lists its checkpoints by the page, each as it was signed', async () => {
    const all = await api.json('/log/checkpoints');
    const { checkpoints } = all.body;
    const sizes = checkpoints.map((note: string) => Number(note.split('\n')[1]));
    const rest = await api.json(`/log/checkpoints?after=${sizes[0]}`);

    expect(all.headers.get('access-control-allow-origin')).toBe('*');
    expect(all.body.next).toBeNull();
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
    expect(rest.body.checkpoints).toEqual(checkpoints.slice(1));
    expect((await api.json('/log/checkpoints?after=900000')).body).toEqual({ checkpoints: [], next: null });
    for (const wrong of ['-1', '1e3', 'x', '', '9999999999999999']) {
      expect(await api.json(`/log/checkpoints?after=${wrong}`)).toMatchObject({ status: 400 });
    }
  });

  test.each([
    ['a tile that is not served', '/log/tile/0/000', 404, '', 'MISSING'],
    ['a tile that is too short', '/log/tile/0/000', 200, new Uint8Array(8191), 'UNREADABLE'],
    ['another tile', '/log/tile/0/000', 200, new Uint8Array(8192), 'TILE_WRONG'],
    ['entries that are cut off', '/log/tile/entries/000', 200, new Uint8Array([1, 0, 7]), 'UNREADABLE'],
    ['garbage for a checkpoint', '/log/checkpoint', 200, '\u001b[2J<html>', 'UNREADABLE'],
    ['bytes for a checkpoint', '/log/checkpoint', 200, new Uint8Array([0xff, 0xfe]), 'UNREADABLE'],
    ['garbage for the list', '/log/checkpoints?after=0', 200, '[]', 'UNREADABLE'],
    [
      'a list of what it did not sign',
      '/log/checkpoints?after=0',
      200,
      '{"checkpoints":["x\\n"],"next":null}',
      'UNREADABLE',
    ],
    ['a list that leads in circles', '/log/checkpoints?after=0', 200, '{"checkpoints":[],"next":1}', 'UNREADABLE'],
    ['an answer without end', '/log/tile/0/000', 200, new Uint8Array(20_000), 'UNREADABLE'],
  ] as const)('but answers %s is not clean', async (_, at, status, body, code) => {
    using state = new Folder();
    await using front = await Front.before(api.url);
    front.set(at, status, body);

    const { stdout, code: exit } = await imprimaturInTurn([
      'audit',
      front.url,
      '--state',
      state.path,
      '--json',
      '--log-key',
      await vkeyOf(api),
    ]);

    expect(exit).toBe(1);
    expect(JSON.parse(stdout).fault).toMatchObject({ code });
    expect(stdout).not.toContain('\u001b');
    expect(readdirSync(state.path)).toEqual([]);
  });

  test('shows a statement about itself that its first entry is of, or is not clean', async () => {
    using state = new Folder();
    await using front = await Front.before(api.url);
    const about = JSON.parse((await download(api, '/log')).toString());
    const payload = JSON.parse(Buffer.from(about.genesis.payload, 'base64').toString());
    payload.openedAt = '2020-01-01T00:00:00.000Z';
    about.genesis.payload = Buffer.from(JSON.stringify(payload)).toString('base64');
    front.set('/log', 200, JSON.stringify(about));

    const { code, report } = await audit(front.url, state);

    expect({ code, fault: report.fault }).toMatchObject({ code: 1, fault: { code: 'GENESIS', entry: 0 } });
  });
});

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
    expect(report.fault.reason).toContain('Entry 5 is not the one that was logged');
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
    expect(report.fault.reason).toContain('it has shown 3 entries, and now shows 2');
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

describe('a log that has taken the place of another', () => {
  /** A service with a new log, behind the address of the one before, as the auditor left it. */
  async function succeeded(lose: boolean) {
    const database = await cloneDatabase();
    const folder = new Folder();
    const env = { DATA_DIR: folder.file('data') };
    const before = await startApi({ database, works: false, env });
    const front = await Front.before(before.url);
    onTestFinished(async () => {
      await front[Symbol.asyncDispose]();
      await database.drop();
      folder[Symbol.dispose]();
    });
    await sealText(before, 'in the first log');
    await sealText(before, 'and another');
    const first = await audit(front.url, folder);
    expect(first.code).toBe(0);
    await before.stop();
    const forgotten = lose ? { DATA_DIR: folder.file('empty') } : env;
    if (lose)
      await asSuperuser(
        'set session_replication_role = replica; delete from log_checkpoint where size > 2',
        database.url,
      );
    const keys = { LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY };
    const opened = await imprimatur(['succeed-log', 'log2.localhost'], {
      DATABASE_URL: database.url,
      ...forgotten,
      ...keys,
    });
    expect(opened.code).toBe(0);
    const after = await startApi({ database, works: false, env });
    front.target = after.url;
    await sealText(after, 'in the second');
    writeFileSync(folder.file('trust.json'), await download(after, '/.well-known/imprimatur/trust.json'));
    return { front, folder, trust: folder.file('trust.json') };
  }

  test('is audited in its stead by who trusts both, and is another log to everybody else', async () => {
    const { front, folder, trust } = await succeeded(false);

    const untold = await audit(front.url, folder);
    const told = await audit(front.url, folder, '--trust', trust);
    const again = await audit(front.url, folder, '--trust', trust);

    expect(untold).toMatchObject({ code: 1, report: { fault: { code: 'NOT_SIGNED' } } });
    expect(told).toMatchObject({
      code: 0,
      report: { origin: 'log2.localhost', size: 2, entriesRead: 2, keptSize: null },
    });
    expect(told.report.notes).toEqual([
      'log2.localhost has taken the place of log1.localhost, at the tree that was seen last.',
    ]);
    expect(again).toMatchObject({ code: 0, report: { keptSize: 2, notes: [] } });
    expect(readdirSync(folder.path).filter((name) => name.includes('log1.localhost-'))).toHaveLength(1);
  });

  test('is not in order when it forgets what the other one has shown', async () => {
    const { front, folder, trust } = await succeeded(true);

    const { code, report } = await audit(front.url, folder, '--trust', trust);

    expect({ code, fault: report.fault }).toMatchObject({ code: 1, fault: { code: 'SET_BACK' } });
    expect(report.fault.reason).toContain('at 2 entries, though that one has shown 3');
  });
});

describe('a log that shows different people different trees', () => {
  const signer = logSigner('log.example');
  const key = formatVerifierKey(signer.key);
  const fork = (index: number) => (index < 10 ? `entry ${index}` : `rewritten ${index}`);

  test('is found out by its own signatures, and nothing that was seen is forgotten', async () => {
    await using log = await FakeLog.telling(signer, { size: 300 });
    using state = new Folder();
    const first = await audit(log.url, state, '--log-key', key);
    const shown = log.checkpoint();
    log.tell({ size: 300, entry: fork });
    const second = await audit(log.url, state, '--log-key', key);
    const third = await audit(log.url, state, '--log-key', key);
    log.tell({ size: 600, entry: fork });
    const larger = await audit(log.url, state, '--log-key', key);
    log.tell({ size: 600 });
    const honest = await audit(log.url, state, '--log-key', key);

    expect(first).toMatchObject({ code: 0, report: { checkpointsCompared: 0 } });
    expect(first.report.notes.join(' ')).toContain('The log lists no checkpoints');
    for (const { code, report } of [second, third, larger]) {
      expect({ code, fault: report.fault.code }).toEqual({ code: 1, fault: 'FORKED' });
      expect(readFileSync(report.fault.evidence, 'utf8')).toContain(shown);
    }
    expect(third.report.fault.evidence).toBe(second.report.fault.evidence);
    expect(readdirSync(path.dirname(larger.report.fault.evidence))).toHaveLength(2);
    expect(honest).toMatchObject({ code: 0, report: { keptSize: 300, entriesRead: 300 } });
  });

  test('is found out when it lists a checkpoint of the other tree', async () => {
    await using log = await FakeLog.telling(signer, { size: 40, entry: fork });
    const forked = log.checkpoint(20);
    log.tell({ size: 40 });
    log.tell({ size: 40, checkpoints: [log.checkpoint(8), forked, log.checkpoint(30)] });
    using state = new Folder();

    const { code, report } = await audit(log.url, state, '--log-key', key);

    expect({ code, fault: report.fault }).toMatchObject({ code: 1, fault: { code: 'FORKED' } });
    expect(readFileSync(report.fault.evidence, 'utf8')).toContain(forked);
    expect(report.checkpointsCompared).toBe(3);
  });

  test('does not get away with another name', async () => {
    await using log = await FakeLog.telling(signer, { size: 40 });
    using state = new Folder();
    await audit(log.url, state, '--log-key', key);
    await using other = await FakeLog.telling(logSigner('log2.example'), { size: 40, entry: fork });
    await using front = await Front.before(log.url);
    await audit(front.url, state, '--log-key', key);
    front.target = other.url;

    expect(await audit(front.url, state)).toMatchObject({ code: 1, report: { fault: { code: 'NOT_SIGNED' } } });
  });
});

// The command asks again for some seconds before it gives up: these wait for that together.
describe.concurrent('nobody can tell', () => {
  test('when the log does not answer: the exit code is its own, and what was kept stays', async () => {
    using state = new Folder();
    const port = await freePort();

    const [nobody, json] = await Promise.all([
      imprimatur(['audit', `http://127.0.0.1:${port}`, '--state', state.path]),
      imprimatur(['audit', `http://127.0.0.1:${port}`, '--state', state.path, '--json']),
    ]);

    expect(nobody).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('could not be reached') });
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ result: 'UNREACHABLE' });
  });

  test('when it answers with errors, or there is none', async () => {
    using state = new Folder();
    await using front = await Front.before('http://127.0.0.1:1');
    const failing = await audit(front.url, state);
    front.set('/log/checkpoint', 404);
    const none = await audit(front.url, state);

    expect(failing).toMatchObject({ code: 2, report: { reason: expect.stringContaining('status 502') } });
    expect(none).toMatchObject({ code: 2, report: { reason: expect.stringContaining('There is no log at') } });
  });

  test('when what was kept is spoilt: it is not begun anew by itself', async () => {
    const signer = logSigner('log.example');
    await using log = await FakeLog.telling(signer, { size: 5 });
    using state = new Folder();
    const args = ['audit', log.url, '--state', state.path, '--log-key', formatVerifierKey(signer.key)];
    await imprimaturInTurn(args);
    const file = state.file(readdirSync(state.path)[0]!);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    for (const spoilt of ['{', '{}', JSON.stringify({ ...kept, hashes: [kept.hashes[0]] })]) {
      writeFileSync(file, spoilt);

      expect(await imprimaturInTurn(args)).toMatchObject({ code: 66, stderr: expect.stringContaining('is spoilt') });
    }
  });
});

test.each([
  [['audit']],
  [['audit', 'not-an-address']],
  [['audit', 'ftp://log.example']],
  [['audit', 'http://me:secret@log.example']],
  [['audit', 'http://log.example', '--log-key', 'nonsense']],
  [['audit', 'http://log.example', '--log-key', 'a', '--trust', 'b']],
])('%j is not how it is used', async (args) => {
  const { code, stdout, stderr } = await imprimatur(args);

  expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
  expect(stderr).not.toContain('secret');
});
