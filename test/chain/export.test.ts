import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainHash } from '../../src/proof/chain.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import type { ExportReport } from '../../src/proof/export-report.ts';
import type { Trust } from '../../src/proof/trust.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { audited, exported, linesOf, runTasks, trustOf } from './export.ts';

let api: Api;
let trust: Trust;
let ids: string[];
let whole: string;
beforeAll(async () => {
  api = await startApi();
  ids = [...(await runTasks(api, 6)), ...(await runTasks(api, 2, 'deep-reasoning/evidence-chain'))];
  whole = await exported(api);
  trust = await trustOf(api);
});
afterAll(() => api.stop());

const faultsOf = ({ faults }: ExportReport) => faults.map(({ fault }) => fault);
const records = (lines: readonly Json[]) => lines.filter(({ type }) => type === 'record');

test('an export holds every run with its attempts, and is clean by the keys of the service alone', async () => {
  const lines = linesOf(whole);

  expect(lines[0]).toMatchObject({
    type: 'header',
    format: 'imprimatur.chain-export',
    version: 1,
    kind: 'RUN',
    first: 1,
  });
  expect(
    records(lines)
      .map(({ record }) => record.id)
      .toSorted(),
  ).toEqual(ids.toSorted());
  expect(records(lines)[0]).toMatchObject({
    record: { status: 'SUCCEEDED', isSimulated: true, attempts: [{ number: 1, status: 'SUCCEEDED' }], decision: {} },
    erasable: { requestedBy: 'integration:inbound' },
  });
  expect(whole).not.toContain('Is it so?');
  expect(await audited(whole, trust)).toMatchObject({
    isClean: true,
    faults: [],
    entries: 8,
    records: 8,
    notes: ['No witness is pinned, so only the log itself confirms its tree.'],
    anchor: { seq: 8, origin: 'log1.localhost' },
  });
});

test('with a filter the others come as hashes alone, so that nothing can be left out unseen', async () => {
  const text = await exported(api, '?task=deep-reasoning/evidence-chain');

  expect(records(linesOf(text)).map(({ record }) => record.id)).toEqual(ids.slice(6));
  expect(await audited(text, trust)).toMatchObject({ isClean: true, entries: 8, records: 2, notAsked: 6 });
});

test('what it cost, who asked and whether it was held are filters as well, and stand in the header', async () => {
  const text = await exported(
    api,
    '?minCostMicros=0&maxCostMicros=0&isHeld=false&requestedBy=integration:inbound,agent:agt_one',
  );

  const filter = {
    minCostMicros: 0,
    maxCostMicros: 0,
    isHeld: false,
    requestedBy: ['integration:inbound', 'agent:agt_one'],
  };
  expect(linesOf(text)[0]).toMatchObject({ type: 'header', filter });
  expect(records(linesOf(text)).map(({ record }) => record.id)).toEqual(ids);
  expect(await audited(text, trust)).toMatchObject({ isClean: true, records: 8, notAsked: 0 });
  const dear = await exported(api, '?minCostMicros=1');
  expect(await audited(dear, trust)).toMatchObject({ isClean: true, records: 0 });
  await expect(exported(api, '?maxCostMicros=0.5')).rejects.toThrow(/maxCostMicros/);
  await expect(exported(api, '?minCostMicros=2&maxCostMicros=1')).rejects.toThrow(/maxCostMicros/);
});

test('nothing that was asked for is an export of nothing, and says so', async () => {
  const text = await exported(api, '?startedBefore=2020-01-01T00:00:00Z');

  expect(linesOf(text)).toMatchObject([
    { type: 'header', filter: { startedBefore: '2020-01-01T00:00:00.000Z' }, first: 0 },
    { type: 'trailer', entries: 0, last: null, anchor: null },
  ]);
});

describe('an export that somebody changed', () => {
  const changed = async (change: (lines: Json[]) => unknown) => {
    const lines = linesOf(whole);
    change(lines);
    return audited(lines, trust);
  };

  test('in a record', async () => {
    const report = await changed((lines) => (lines[3].record.status = 'FAILED'));

    expect(report.isClean).toBe(false);
    expect(report.faults).toEqual([
      {
        fault: 'RECORD_CHANGED',
        line: 4,
        seq: 3,
        reason: expect.stringMatching(/^run_\w+ \(entry 3\) was changed: its record doesn’t/),
      },
    ]);
  });

  test('in an attempt, or in who asked', async () => {
    expect(faultsOf(await changed((lines) => (lines[3].record.attempts[0].provider = 'own')))).toEqual([
      'RECORD_CHANGED',
    ]);
    const { faults } = await changed((lines) => (lines[3].erasable.requestedBy = 'customer:x'));
    expect(faults).toMatchObject([{ fault: 'RECORD_CHANGED', reason: expect.stringContaining('`requestedBy`') }]);
  });

  test('and who wrote the digest and the hash anew as well is found by the next entry', async () => {
    const report = await changed((lines) => {
      const { entry, record } = lines[3];
      record.status = 'FAILED';
      entry.digest = documentDigest(record);
      entry.hash = chainHash(entry);
    });

    expect(report.faults).toMatchObject([
      { fault: 'ENTRY_CHANGED', seq: 4, reason: expect.stringContaining('does not continue entry 3') },
    ]);
  });

  test('and who wrote the whole chain anew is found by the anchor', async () => {
    const report = await changed((lines) => {
      lines[3].record.status = 'FAILED';
      rewrite(lines);
    });

    expect(report.faults).toMatchObject([
      { fault: 'REWRITTEN', seq: 8, reason: expect.stringContaining('was rewritten') },
    ]);
  });

  test('by taking lines away', async () => {
    const report = await changed((lines) => lines.splice(3, 2));

    expect(report.faults.map(({ reason }) => reason)).toEqual([
      'Entries 3 to 4 are missing: entry 5 follows 2.',
      expect.stringContaining('The last line claims 8 entries and 8 records'),
    ]);
  });

  test('by taking a record away that was asked for', async () => {
    const report = await changed((lines) => {
      lines[3] = { type: 'entry', entry: lines[3].entry, absent: 'NOT_ASKED' };
      lines.at(-1).records--;
    });

    expect(report.faults).toMatchObject([
      { fault: 'REMOVED', seq: 3, reason: expect.stringContaining('matches the filter') },
    ]);
  });

  test('by putting a line in, or in another order', async () => {
    expect(faultsOf(await changed((lines) => lines.splice(3, 0, lines[2])))).toEqual(['ADDED', 'ADDED']);
    const swapped = await changed((lines) => ([lines[3], lines[4]] = [lines[4], lines[3]]));
    expect(faultsOf(swapped)).toContain('REORDERED');
  });

  test('by cutting it, at a line or within one', async () => {
    const { faults } = await audited(linesOf(whole).slice(0, 5), trust);
    expect(faults).toMatchObject([
      { fault: 'CUT', reason: 'The export is cut off: it ends after entry 4, without its last line.' },
    ]);
    const within = await audited(whole.slice(0, whole.length / 2), trust);
    expect(faultsOf(within)).toEqual(['UNREADABLE', 'CUT']);
  });

  test('by giving it the anchor of another log', async () => {
    const other = await startApi({ env: { LOG_ORIGIN: 'log1.other.example' } });
    await runTasks(other, 8);
    const theirs = linesOf(await exported(other)).at(-1).anchor;
    const report = await changed((lines) => (lines.at(-1).anchor = theirs));

    expect(report.faults).toMatchObject([
      { fault: 'ANCHOR_UNKNOWN', reason: expect.stringContaining('The log is not pinned.') },
    ]);
    // Nor is it one that only has another chain behind it.
    expect(faultsOf(await audited(linesOf(whole), await trustOf(other)))).toEqual(['ANCHOR_UNKNOWN']);
  });

  test('by taking the anchor off: then it is in order, and proves nothing', async () => {
    const report = await changed((lines) => (lines.at(-1).anchor = null));

    expect(report).toMatchObject({ isClean: false, faultCount: 0, anchor: null });
  });

  test('and a head that was kept is met again, or not', async () => {
    const { hash } = linesOf(whole)[3].entry;

    expect(await audited(whole, trust, { seq: 3, hash })).toMatchObject({ isClean: true });
    expect(faultsOf(await audited(whole, trust, { seq: 3, hash: 'f'.repeat(64) }))).toEqual(['REWRITTEN']);
  });
});

/** As whoever has the database could: every digest, every link and the end. */
function rewrite(lines: Json[]): void {
  let previous = '0'.repeat(64);
  for (const { type, entry, record } of lines) {
    if (type !== 'record') continue;
    entry.digest = documentDigest(record);
    entry.previous = previous;
    entry.hash = chainHash(entry);
    previous = entry.hash;
  }
  lines.at(-1).last.hash = previous;
}
