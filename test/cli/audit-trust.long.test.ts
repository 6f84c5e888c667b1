import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ageOf, type NewestCheckpoint } from '../../src/proof/log-audit/newest-checkpoint.ts';
import { parseNote } from '../../src/proof/note.ts';
import { type Api, startApi } from '../support/api.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { asSuperuser, cloneDatabase } from '../support/database.ts';
import { Front } from '../support/front.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { download, sealText } from '../support/seals.ts';
import { until } from '../support/service-process.ts';
import { TestWitness } from '../support/witness.ts';
import { audit, vkeyOf } from './audit.ts';

const DAY = 86_400_000;

/** Whose trust file it is now, saved. */
async function trustOf(api: Api, folder: Folder, name = 'trust.json'): Promise<string> {
  writeFileSync(folder.file(name), await download(api, '/.well-known/imprimatur/trust.json'));
  return folder.file(name);
}

const isCosigned = async (api: Api) =>
  parseNote((await download(api, '/log/checkpoint')).toString()).signatures.length > 1;

describe('an audit by a trust file that asks for witnesses', () => {
  const withQuorum = async (witness: TestWitness, text: string) => {
    const api = await startApi({ env: { WITNESSES: witness.setting, WITNESS_QUORUM: '1' } });
    await sealText(api, text);
    return api;
  };

  test('is not clean when nobody has cosigned, and nothing of it is remembered', async () => {
    using folder = new Folder();
    using state = new Folder();
    await using witness = await TestWitness.start();
    await witness.go();
    const api = await withQuorum(witness, 'unseen');
    const trust = await trustOf(api, folder);

    const { code, report } = await audit(api.url, state, '--trust', trust, '--wait', '1');
    const byKeyAlone = await audit(api.url, state, '--log-key', await vkeyOf(api));

    expect(code).toBe(1);
    expect(report).toMatchObject({ result: 'NOT_CLEAN', fault: { code: 'NOT_COSIGNED' }, cosignedBy: [] });
    expect(report.fault.reason).toBe(
      'The checkpoint of 2 entries is cosigned by none of the witnesses within 1 seconds; 1 must.',
    );
    expect(byKeyAlone).toMatchObject({ code: 0, report: { keptSize: null, cosignedBy: null } });
  });

  test('is clean when they have, says who and how old it is by their word', async () => {
    using folder = new Folder();
    using state = new Folder();
    await using witness = await TestWitness.start();
    const api = await withQuorum(witness, 'seen');
    await until(() => isCosigned(api));

    const { code, report } = await audit(api.url, state, '--trust', await trustOf(api, folder));

    expect(code).toBe(0);
    expect(report).toMatchObject({ cosignedBy: ['witness.example'], age: { by: 'WITNESSES' }, notes: [] });
    expect(report.age.seconds).toBeLessThan(600);
  });

  test('waits for a witness that is on its way', async () => {
    using folder = new Folder();
    using state = new Folder();
    await using witness = await TestWitness.start();
    const api = await withQuorum(witness, 'seen');
    await until(() => isCosigned(api));
    await witness.go();
    await sealText(api, 'not seen yet');
    const trust = await trustOf(api, folder);

    const [{ code, report }] = await Promise.all([
      audit(api.url, state, '--trust', trust, '--wait', '50'),
      sleep(2_000).then(() => witness.come()),
    ]);

    expect({ code, size: report.size, cosignedBy: report.cosignedBy }).toEqual({
      code: 0,
      size: 3,
      cosignedBy: ['witness.example'],
    });
  });

  test('takes the newest that has its quorum, where the log goes on faster than it is cosigned', async () => {
    using folder = new Folder();
    using state = new Folder();
    await using witness = await TestWitness.start();
    const api = await withQuorum(witness, 'busy');
    await until(() => isCosigned(api));
    await using front = await Front.before(api.url);
    const [own] = (await api.database.query<{ note: string }>('select note from log_checkpoint order by size desc'))!;
    front.set('/log/checkpoint', 200, own!.note);

    const { code, report } = await audit(front.url, state, '--trust', await trustOf(api, folder), '--wait', '5');

    expect({ code, cosignedBy: report.cosignedBy }).toEqual({ code: 0, cosignedBy: ['witness.example'] });
  });

  test('finds none where no checkpoint ever had its quorum', async () => {
    const api = await startApi({ works: false });
    await sealText(api, 'without witnesses');

    expect((await api.json('/log/checkpoint/cosigned')).status).toBe(404);
  });
});

describe('an entry by a key that the trust file does not name', () => {
  const newKey = () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  /** A log that a second key has begun to write, and what was trusted before and is now. */
  async function rotated(folder: Folder) {
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const before = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: newKey() } });
    await sealText(before, 'by the first key');
    const earlier = await trustOf(before, folder, 'earlier.json');
    await before.stop();
    const api = await startApi({ database, works: false, env: { SEAL_PRIVATE_KEY: newKey() } });
    const { seal } = await sealText(api, 'by the second');
    await sealText(api, 'by the second, too');
    const { keyId } = (await api.json(`/v/${seal.id}`)).body.seal;
    return { api, earlier, later: await trustOf(api, folder, 'later.json'), keyId };
  }

  test('is named with its key, and is in order for who has the new trust file', async () => {
    using folder = new Folder();
    using state = new Folder();
    const { api, earlier, later, keyId } = await rotated(folder);

    const told = await audit(api.url, state, '--trust', later);
    const untold = await audit(api.url, state, '--trust', earlier, '--full');

    expect(told).toMatchObject({ code: 0, report: { notes: [] } });
    expect(untold).toMatchObject({ code: 1, report: { fault: { code: 'UNKNOWN_KEY', entry: 2 } } });
    expect(untold.report.fault.reason).toContain(
      `Entry 2 is signed with the seal key ${keyId}, which the trust file doesn’t contain, and so are 1 more.`,
    );
  });

  test('is found though it was read before without a trust file', async () => {
    using folder = new Folder();
    using state = new Folder();
    const { api, earlier, later } = await rotated(folder);
    expect((await audit(api.url, state)).code).toBe(0);

    const untold = await audit(api.url, state, '--trust', earlier);
    const told = await audit(api.url, state, '--trust', later);
    const again = await audit(api.url, state, '--trust', later);

    expect(untold).toMatchObject({ code: 1, report: { fault: { code: 'UNKNOWN_KEY', entry: 2 } } });
    expect(told).toMatchObject({ code: 0, report: { entriesRead: 4 } });
    expect(told.report.notes).toEqual([
      'Entries that were audited earlier without a trust file were read again to check their keys.',
    ]);
    expect(again).toMatchObject({ code: 0, report: { entriesRead: 0, notes: [] } });
  });

  test('is not looked for where entries are not read, and that is said', async () => {
    using folder = new Folder();
    using state = new Folder();
    const { api, earlier } = await rotated(folder);

    const { code, report } = await audit(api.url, state, '--trust', earlier, '--no-entries');

    expect({ code, notes: report.notes }).toEqual({
      code: 0,
      notes: ['The signing keys of entries were not checked.'],
    });
  });
});

describe('how old the newest checkpoint is', () => {
  test('is bounded by the word of the log, where it has no witnesses', async () => {
    using state = new Folder();
    const api = await startApi({ works: false });
    await sealText(api, 'long ago');
    const young = await audit(api.url, state, '--log-key', await vkeyOf(api));
    await asSuperuser(
      `set session_replication_role = replica; update log_checkpoint set published_at = published_at - interval '8 days'`,
      api.database.url,
    );

    const old = await audit(api.url, state, '--log-key', await vkeyOf(api));
    const allowed = await audit(api.url, state, '--log-key', await vkeyOf(api), '--max-age', '30d');

    expect(young).toMatchObject({ code: 0, report: { age: { by: 'LOG' } } });
    expect(old).toMatchObject({ code: 1, report: { fault: { code: 'STALE' }, age: { by: 'LOG' } } });
    expect(old.report.fault.reason).toMatch(
      /^The newest checkpoint, of 2 entries, is 8 days old; the maximum is 7 days\. /,
    );
    expect(allowed.code).toBe(0);
  });

  test('is at the least how long ago this auditor has seen it, whatever the log says', async () => {
    using state = new Folder();
    const api = await startApi({ works: false });
    await sealText(api, 'an old tree, shown again and again');
    await audit(api.url, state, '--log-key', await vkeyOf(api));
    const file = state.file(readdirSync(state.path)[0]!);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...kept, seenAt: new Date(Date.now() - 3 * DAY).toISOString() }));

    const { code, report } = await audit(api.url, state, '--log-key', await vkeyOf(api), '--max-age', '48h');
    await sealText(api, 'and a new one');
    const after = await audit(api.url, state, '--log-key', await vkeyOf(api), '--max-age', '48h');

    expect({ code, report }).toMatchObject({ code: 1, report: { fault: { code: 'STALE' }, age: { by: 'AUDITOR' } } });
    expect(after).toMatchObject({ code: 0, report: { age: { by: 'LOG' } } });
  });

  test('is the word of as many witnesses as are asked for, of whom one may lie about the time', () => {
    const now = new Date('2026-11-22T00:00:00Z');
    const cosigned = (...hoursAgo: number[]) =>
      ({
        cosignatures: hoursAgo.map((hours, number) => ({
          key: witnessSigner(`w${number}.example`).key,
          timeSeconds: now.getTime() / 1_000 - hours * 3_600,
        })),
        publishedAt: now,
      }) as unknown as NewestCheckpoint;
    const policy = (quorum: number) => ({ witnesses: [], quorum, validFor: { start: new Date(0) } });

    expect(ageOf(cosigned(-5, 2, 9), policy(2), null, now)).toEqual({ seconds: 7_200, by: 'WITNESSES' });
    expect(ageOf(cosigned(-5, 2, 9), policy(0), null, now)).toEqual({ seconds: 0, by: 'WITNESSES' });
    expect(ageOf(cosigned(), undefined, null, now)).toEqual({ seconds: 0, by: 'LOG' });
    expect(ageOf({ ...cosigned(), publishedAt: null }, undefined, null, now)).toBeNull();
  });
});

test.each([
  ['--max-age', 'soon'],
  ['--max-age', '7'],
  ['--wait', 'a while'],
])('%s %s is not how it is used', async (option, value) => {
  const { code } = await imprimatur(['audit', 'http://log.example', option, value]);

  expect(code).toBe(64);
});
