import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formatVerifierKey } from '../../src/proof/note.ts';
import { Folder, imprimaturInTurn } from '../support/command.ts';
import { FakeLog } from '../support/fake-log.ts';
import { Front } from '../support/front.ts';
import { logSigner } from '../support/note-signing.ts';
import { audit } from './audit.ts';

const signer = logSigner('log.example');
const key = formatVerifierKey(signer.key);
const rewritten = (index: number) => (index < 10 ? `entry ${index}` : `rewritten ${index}`);

/** A log of 40 entries that was audited, and another address of it. */
async function audited() {
  const log = await FakeLog.telling(signer, { size: 40 });
  const front = await Front.before(log.url);
  const state = new Folder();
  onTestFinished(async () => {
    await front[Symbol.asyncDispose]();
    await log[Symbol.asyncDispose]();
    state[Symbol.dispose]();
  });
  expect(await audit(log.url, state, '--log-key', key)).toMatchObject({ code: 0, report: { keptSize: null } });
  const elsewhere = {
    'another port': front.url,
    'another host': log.url.replace('127.0.0.1', 'localhost'),
  };
  return { log, front, state, elsewhere };
}

/** The file of the state, as a release wrote it that knew a log by its address. */
function asBefore(state: Folder, url: string): string {
  const [name] = readdirSync(state.path);
  const { urls: _, ...json } = JSON.parse(readFileSync(state.file(name!), 'utf8'));
  const prefix = `${url}/log/`;
  const old = `${new URL(url).hostname}-${createHash('sha256').update(prefix).digest('hex').slice(0, 16)}.json`;
  renameSync(state.file(name!), state.file(old));
  writeFileSync(state.file(old), JSON.stringify({ url: prefix, ...json }));
  return old;
}

describe('a log is its name and key, at whichever address it is read', () => {
  test.each(['another port', 'another host'] as const)(
    'what was set back is found out at %s, and what has grown is gone on from',
    async (where) => {
      const { log, state, elsewhere } = await audited();
      log.tell({ size: 30 });
      const setBack = await audit(elsewhere[where], state, '--log-key', key);
      log.tell({ size: 40, entry: rewritten });
      const forked = await audit(elsewhere[where], state, '--log-key', key);
      log.tell({ size: 50 });
      const grown = await audit(elsewhere[where], state, '--log-key', key);

      expect(setBack).toMatchObject({ code: 1, report: { fault: { code: 'SET_BACK' } } });
      expect(setBack.report.fault.reason).toContain('it showed 40 entries before and shows 30 now');
      expect(forked).toMatchObject({ code: 1, report: { fault: { code: 'FORKED' } } });
      expect(grown).toMatchObject({ code: 0, report: { keptSize: 40, size: 50, entriesRead: 10 } });
    },
  );

  test('what an earlier release has kept by the address counts as well, and is kept by the log from then on', async () => {
    const { log, state, elsewhere } = await audited();
    const old = asBefore(state, log.url);
    log.tell({ size: 30 });
    const setBack = await audit(elsewhere['another port'], state, '--log-key', key);
    const kept = readdirSync(state.path);
    log.tell({ size: 50 });
    const grown = await audit(elsewhere['another port'], state, '--log-key', key);

    expect(setBack).toMatchObject({ code: 1, report: { fault: { code: 'SET_BACK' } } });
    expect(kept).toEqual([old]);
    expect(grown).toMatchObject({ code: 0, report: { keptSize: 40, entriesRead: 10 } });
    expect(readdirSync(state.path)).toEqual([expect.stringMatching(/^log\.example-[0-9a-f]{16}\.json$/)]);
    expect(await audit(log.url, state)).toMatchObject({
      code: 0,
      report: { keptSize: 50, notes: [expect.any(String)] },
    });
  });

  test('of two states that earlier releases have kept of one log both count', async () => {
    const { log, front, state } = await audited();
    asBefore(state, log.url);
    using other = new Folder();
    log.tell({ size: 30, entry: rewritten });
    await audit(front.url, other, '--log-key', key);
    const second = asBefore(other, front.url);
    renameSync(other.file(second), state.file(second));
    log.tell({ size: 50 });

    expect(await audit(log.url, state, '--log-key', key)).toMatchObject({
      code: 1,
      report: { keptSize: 40, fault: { code: 'FORKED' } },
    });
    expect(readdirSync(state.path).filter((name) => name.endsWith('.json'))).toHaveLength(2);
  });

  test('an address goes on expecting its log, also after that was read elsewhere', async () => {
    const { log, front, state } = await audited();
    await audit(front.url, state, '--log-key', key);
    await using stranger = await FakeLog.telling(logSigner('log2.example'), { size: 40 });
    const known = [log.url, front.url];
    front.target = stranger.url;
    const pinned = ['--log-key', formatVerifierKey(stranger.signer.key)];

    expect(readFileSync(state.file(readdirSync(state.path)[0]!), 'utf8')).toSatisfy((text: string) =>
      known.every((url) => text.includes(`${url}/log/`)),
    );
    expect(await audit(front.url, state)).toMatchObject({ code: 1, report: { fault: { code: 'NOT_SIGNED' } } });
    expect(await audit(front.url, state, ...pinned)).toMatchObject({
      code: 1,
      report: { fault: { code: 'OTHER_LOG' } },
    });
    expect(await audit(stranger.url, state, ...pinned)).toMatchObject({ code: 0, report: { keptSize: null } });
  });

  test('a state that cannot be read may be of this log, so it is not passed over; other files are', async () => {
    const { log, state, elsewhere } = await audited();
    writeFileSync(state.file('trust.json'), 'not a state');
    const old = asBefore(state, log.url);
    const text = readFileSync(state.file(old), 'utf8');
    writeFileSync(state.file(old), text.slice(0, 99));
    const args = ['audit', elsewhere['another port'], '--state', state.path, '--log-key', key];

    const spoilt = await imprimaturInTurn(args);
    writeFileSync(state.file(old), text);
    const mended = await imprimaturInTurn(args);

    expect(spoilt).toMatchObject({ code: 66, stderr: expect.stringContaining(`${state.file(old)} is damaged.`) });
    expect(mended.code).toBe(0);
  });
});
