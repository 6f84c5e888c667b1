import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formatVerifierKey } from '../../src/proof/note.ts';
import { DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY, startApi } from '../support/api.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { asSuperuser, cloneDatabase } from '../support/database.ts';
import { FakeLog } from '../support/fake-log.ts';
import { Front } from '../support/front.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';
import { download, sealText } from '../support/seals.ts';
import { audit } from './audit.ts';

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
    const keys = { DECISION_PRIVATE_KEY, LOG_PRIVATE_KEY, SEAL_PRIVATE_KEY };
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
    return { front, after, folder, trust: folder.file('trust.json') };
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
      'log2.localhost has replaced log1.localhost, at the tree that was audited last.',
    ]);
    expect(again).toMatchObject({ code: 0, report: { keptSize: 2, notes: [] } });
    expect(readdirSync(folder.path).filter((name) => name.includes('log1.localhost-'))).toHaveLength(1);
  });

  test('is asked for its witnesses and its age, and the one before is not: how that ended the trust file says', async () => {
    const { front, trust } = await succeeded(false);
    using state = new Folder();
    const witness = { name: 'w.example', vkey: formatVerifierKey(witnessSigner('w.example').key) };
    const trusted = JSON.parse(readFileSync(trust, 'utf8'));
    trusted.witnessPolicies = [{ validFor: { start: '2026-01-01T00:00:00Z' }, witnesses: [witness], quorum: 1 }];
    writeFileSync(trust, JSON.stringify(trusted));
    const strictly = ['--trust', trust, '--wait', '0', '--max-age', '0s'];

    const before = await audit(`${front.url}/log/by-name/log1.localhost`, state, ...strictly);
    const now = await audit(`${front.url}/log/by-name/log2.localhost`, state, ...strictly);

    expect(before).toMatchObject({ code: 0, report: { origin: 'log1.localhost', cosignedBy: null } });
    expect(now).toMatchObject({ code: 1, report: { fault: { code: 'NOT_COSIGNED' } } });
  });

  test('is not in order when it forgets what the other one has shown', async () => {
    const { front, folder, trust } = await succeeded(true);

    const { code, report } = await audit(front.url, folder, '--trust', trust);

    expect({ code, fault: report.fault }).toMatchObject({ code: 1, fault: { code: 'SET_BACK' } });
    expect(report.fault.reason).toContain('at 2 entries, although that log has shown 3');
  });

  test.each([
    [false, { code: 0, report: { origin: 'log2.localhost', keptSize: null } }],
    [true, { code: 1, report: { fault: { code: 'SET_BACK' } } }],
  ])('is held to what the other one has shown at another address as well: %s', async (lose, expected) => {
    const { after, folder, trust } = await succeeded(lose);

    const found = await audit(after.url, folder, '--trust', trust);

    expect(found).toMatchObject(expected);
    if (!lose) expect(found.report.notes[0]).toContain('log2.localhost has replaced log1.localhost');
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
    expect(first.report.notes.join(' ')).toContain('The log doesn’t list its checkpoints');
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
