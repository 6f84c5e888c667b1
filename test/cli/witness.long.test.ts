import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { addCheckpoint } from '../../src/log/witness/witness-client.ts';
import { formatVerifierKey, parseVerifierKey } from '../../src/proof/note.ts';
import { startApi } from '../support/api.ts';
import { Folder, imprimatur, imprimaturInTurn } from '../support/command.ts';
import { cloneDatabase } from '../support/database.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { sealText } from '../support/seals.ts';
import { freePort, type ServiceProcess, startService, until } from '../support/service-process.ts';
import { TestLog } from '../support/test-log.ts';
import { LOG_VKEY } from '../support/witness.ts';

const startWitness = async (folder: Folder, logs: string[], port?: number): Promise<ServiceProcess> => {
  const place = port ?? (await freePort());
  const args = ['witness', '--name', 'witness.example/w1', '--dir', folder.file('witness'), '--port', String(place)];
  // A service's settings are none of its own.
  const env = { DATABASE_URL: 'not an address', DATA_DIR: folder.file('data') };
  const witness = await startService({ args: [...args, ...logs.flatMap((log) => ['--log', log])], port: place, env });
  return witness.ready();
};

const vkeyOf = ({ stdout }: ServiceProcess) => /^ {2}(witness\.example\/w1\+[0-9a-f]{8}\+\S+)$/m.exec(stdout)![1]!;

test('a witness on another machine makes a seal that two parties vouch for', async () => {
  using folder = new Folder();
  await using witness = await startWitness(folder, [LOG_VKEY]);
  const api = await startApi({ env: { WITNESSES: `${vkeyOf(witness)} ${witness.url}`, WITNESS_QUORUM: '1' } });
  const { seal } = await sealText(api, 'vouched for twice');
  writeFileSync(folder.file('text'), 'vouched for twice');
  const sealUrl = `${api.url}/v/${seal.id}/seal.sigstore.json`;
  const trustUrl = `${api.url}/.well-known/imprimatur/trust.json`;
  await until(async () => (await (await fetch(sealUrl)).text()).includes('witness.example'));

  const verified = await imprimatur(['verify', folder.file('text'), '--seal', sealUrl, '--trust', trustUrl]);
  const audited = await imprimatur([
    'audit',
    api.url,
    '--trust',
    await saved(folder, trustUrl),
    '--state',
    folder.path,
  ]);

  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('Cosigned by witness.example/w1.') });
  expect(audited).toMatchObject({ code: 0, stdout: expect.stringContaining('cosigned by  witness.example/w1') });
});

async function saved(folder: Folder, url: string): Promise<string> {
  writeFileSync(folder.file('trust.json'), await (await fetch(url)).text());
  return folder.file('trust.json');
}

describe('the witness', () => {
  test('stops cleanly, and is the same when it starts again: neither its key nor what it saw is lost', async () => {
    using folder = new Folder();
    const log = new TestLog('log.example', 30);
    const fork = new TestLog('log.example', 30, (index) => `rewritten ${index}`, log.signer);
    const logs = [LOG_VKEY, formatVerifierKey(log.signer.key)];
    const first = await startWitness(folder, logs);
    const vkey = vkeyOf(first);
    const known = { url: first.url, key: parseVerifierKey(vkey) };
    const answer = await addCheckpoint(known, { oldSize: 0, proof: [], checkpoint: log.checkpoint(20) });
    first.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    await using second = await startWitness(folder, logs, Number(new URL(first.url).port));

    expect(answer.outcome).toBe('COSIGNED');
    expect(vkeyOf(second)).toBe(vkey);
    expect(second.stdout).toContain('  log1.localhost\n  log.example\n');
    await expect(
      addCheckpoint(known, { oldSize: 20, proof: await fork.consistency(20, 30), checkpoint: fork.checkpoint(30) }),
    ).rejects.toMatchObject({ code: 'INCONSISTENT' });
    await expect(
      addCheckpoint(known, { oldSize: 20, proof: [], checkpoint: fork.checkpoint(20) }),
    ).rejects.toMatchObject({ code: 'OTHER_ROOT' });
    const grown = { oldSize: 20, proof: await log.consistency(20, 30), checkpoint: log.checkpoint(30) };
    expect(await addCheckpoint(known, grown)).toMatchObject({ outcome: 'COSIGNED' });
    expect(second.stderr).toContain('log.example signed two trees of 20 entries');
  });

  test('says that it lives, and keeps its folder to itself and others out of it', async () => {
    using folder = new Folder();
    await using witness = await startWitness(folder, [LOG_VKEY]);

    const alive = await witness.json('/livez');
    const second = await imprimatur([
      'witness',
      '--name',
      'w',
      '--log',
      LOG_VKEY,
      '--dir',
      folder.file('witness'),
      '--port',
      '0',
    ]);

    expect(alive).toMatchObject({ status: 200, body: { status: 'pass' } });
    expect(await witness.statusOf('/')).toBe(404);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('another witness is using this folder') });
    expect(statSync(folder.file('witness/secrets/witness-private-key.pem')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toEqual(['witness']);
  });

  test('names the port that is taken, and lets go of its folder', async () => {
    using folder = new Folder();
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');

    const args = ['witness', '--name', 'w', '--log', LOG_VKEY, '--dir', folder.file('witness')];
    const taken = await imprimatur([...args, '--port', String(port)]);
    other.close();

    expect(taken).toMatchObject({
      code: 1,
      stderr: `Port ${port} is in use. Stop the program that uses it, or pass another one with --port.\n`,
    });
    expect(readdirSync(folder.file('witness'))).not.toContain('witness.lock');
  });

  test.each([
    [['--log', LOG_VKEY]],
    [['--name', 'w']],
    [['--name', 'a b', '--log', LOG_VKEY]],
    [['--name', 'w', '--log', 'nonsense']],
    [['--name', 'w', '--log', LOG_VKEY.replace('log1', 'log2')]],
    [['--name', 'w', '--log', LOG_VKEY, '--port', '70000']],
    [['extra', '--name', 'w', '--log', LOG_VKEY]],
  ])('is not started as %j', async (args) => {
    const { code, stdout, stderr } = await imprimaturInTurn(['witness', ...args]);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain('imprimatur <command>');
  });
});

test('a password in the address of a witness stands in no log line, though the witness is away', async () => {
  const database = await cloneDatabase();
  const vkey = formatVerifierKey(witnessSigner('away.example').key);
  const WITNESSES = `${vkey} http://log:hunter2@127.0.0.1:${await freePort()}/w`;
  await using service = await startService({ env: { DATABASE_URL: database.url, WITNESSES, LOG_LEVEL: 'debug' } });
  await service.ready();
  await until(() => service.stderr.includes('the witness does not cosign'));

  expect(service.stderr).toContain('Check the address of the witness away.example.');
  expect(service.stdout + service.stderr).not.toContain('hunter2');
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  await database.drop();
});
