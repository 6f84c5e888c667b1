import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatVerifierKey } from '../../src/proof/note.ts';
import { type Api, startApi } from '../support/api.ts';
import { Folder, imprimatur, imprimaturInTurn } from '../support/command.ts';
import { FakeLog } from '../support/fake-log.ts';
import { Front } from '../support/front.ts';
import { logSigner } from '../support/note-signing.ts';
import { download, sealText, sealTexts } from '../support/seals.ts';
import { freePort } from '../support/service-process.ts';
import { audit, vkeyOf } from './audit.ts';

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
    expect(stdout).toMatch(/^CLEAN {2}The entries of log1\.localhost match every tree it has signed\./);
    expect(stdout).toContain(await vkeyOf(api));
    expect(stdout).toContain('No key was given, so the log’s own key is trusted and saved in');
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

// The command asks again for some seconds before it gives up: these wait for that together.
describe.concurrent('nobody can tell', () => {
  test('when the log does not answer: the exit code is its own, and what was kept stays', async () => {
    using state = new Folder();
    const port = await freePort();

    const [nobody, json] = await Promise.all([
      imprimatur(['audit', `http://127.0.0.1:${port}`, '--state', state.path]),
      imprimatur(['audit', `http://127.0.0.1:${port}`, '--state', state.path, '--json']),
    ]);

    expect(nobody).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is unreachable or closed the connection'),
    });
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
    expect(none).toMatchObject({ code: 2, report: { reason: expect.stringContaining('No log was found at') } });
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

      expect(await imprimaturInTurn(args)).toMatchObject({ code: 66, stderr: expect.stringContaining('is damaged') });
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
