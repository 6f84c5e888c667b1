import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeMonths } from '../../src/gateway/runs/retention.ts';
import { chainHash } from '../../src/proof/chain.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { ExportFindingCode, type ExportReport } from '../../src/proof/export-report.ts';
import type { Trust } from '../../src/proof/trust.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { audited, exported, linesOf, runTasks, trustOf } from './export.ts';

/**
 * An exporter who can’t sign changes an export with everything in it: runs, one of them erased, a month that was deleted, and the
 * acts that explain both.
 */
let api: Api;
let trust: Trust;
let whole: string;
let older: string;
let filtered: string;
let recent: string;
let erasedId: string;
let deletedId: string;
beforeAll(async () => {
  api = await startApi({ works: false });
  const { database } = api.services.platform;
  const ids = await runTasks(api, 3);
  older = await exported(api);
  erasedId = ids[1]!;
  await api.graphql(
    `mutation ($ids: [ID!]!) { eraseRuns(input: { runIds: $ids, reason: "Requested." }) { __typename } }`,
    { as: 'operator', variables: { ids: [erasedId] } },
  );
  await api.database.query(
    `select make_month_partition('run', 'run', '2026-01-15'), make_month_partition('attempt', 'att', '2026-01-15')`,
  );
  const [row] = await api.database.query<{ id: string }>(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', '2026-01-15'), 'started_at', '2026-01-15T00:00:00Z'))).* from run where id = $1 returning id`,
    [ids[0]],
  );
  deletedId = row!.id;
  await api.database.query(`insert into chain_pending values ('RUN', $1)`, [deletedId]);
  await purgeMonths(contextOn(database), api.services.apis.chain, { real: 0, simulated: 3 });
  await runTasks(api, 1, 'deep-reasoning/evidence-chain');
  whole = await exported(api);
  filtered = await exported(api, '?task=deep-reasoning/evidence-chain');
  recent = await exported(api, '?startedFrom=2026-06-01T00:00:00Z');
  trust = await trustOf(api);
});
afterAll(() => api.stop());

const lineOf = (lines: readonly Json[], id: string) => lines.findIndex(({ entry }) => entry?.subjectId === id);
const actOf = (lines: readonly Json[], act: string) => lines.findIndex(({ record }) => record?.act === act);
const anchored = (lines: readonly Json[]): Json => lines.find(({ anchors }) => anchors)!;
const trailerOf = (lines: readonly Json[]): Json => lines.at(-1)!;

/** Counts the lines again, as someone does who wants to hide that some are missing. */
function recount(lines: Json[]): void {
  const last = lines.at(-2)?.entry;
  Object.assign(trailerOf(lines), {
    entries: lines.length - 2,
    records: lines.filter(({ type }) => type === 'record').length,
    last: last ? { seq: last.seq, hash: last.hash } : null,
  });
}

/** Computes the hashes from a line on again. */
function rehash(lines: Json[], from: number): void {
  for (let at = from; at < lines.length - 1; at++) {
    const { entry, record } = lines[at]!;
    if (record) entry.digest = documentDigest(record);
    if (at > 1) entry.previous = lines[at - 1]!.entry.hash;
    entry.hash = chainHash(entry);
  }
  recount(lines);
}

const bare = (lines: Json[], at: number, absent: string) => {
  lines[at] = { type: 'entry', entry: lines[at]!.entry, absent };
  recount(lines);
};

const { ACT_INVALID, ADDED, ANCHOR_UNKNOWN, CUT, ENTRY_CHANGED, ERASURE_UNEXPLAINED, OTHER_ISSUER, RECORD_CHANGED } =
  ExportFindingCode;
const { REMOVED, REORDERED, REWRITTEN, TIME_DISORDER, ANCHOR_INVALID, UNREADABLE } = ExportFindingCode;

const CHANGES: [what: string, change: (lines: Json[]) => unknown, fault: string][] = [
  ['a member of a record', (lines) => (lines[1]!.record.status = 'FAILED'), RECORD_CHANGED],
  ['a member of an attempt', (lines) => (lines[1]!.record.attempts[0].provider = 'own'), RECORD_CHANGED],
  ['an erasable value', (lines) => (lines[1]!.erasable.requestedBy = 'customer:x'), RECORD_CHANGED],
  ['an erasable value that is taken away', (lines) => delete lines[1]!.erasable.requestedBy, RECORD_CHANGED],
  ['the salt', (lines) => (lines[1]!.salt = 'f'.repeat(64)), RECORD_CHANGED],
  ['a commitment', (lines) => (lines[1]!.record.commitments.requestedBy = 'f'.repeat(64)), RECORD_CHANGED],
  [
    'a record and its digest',
    (lines) => {
      lines[1]!.record.status = 'FAILED';
      lines[1]!.entry.digest = documentDigest(lines[1]!.record);
    },
    ENTRY_CHANGED,
  ],
  [
    'a record and the whole chain after it',
    (lines) => {
      lines[1]!.record.status = 'FAILED';
      rehash(lines, 1);
    },
    REWRITTEN,
  ],
  ['a record that is called not requested', (lines) => bare(lines, 1, 'NOT_ASKED'), REMOVED],
  ['a record that is called deleted', (lines) => bare(lines, 1, 'NOT_KEPT'), REMOVED],
  ['a record that is called missing', (lines) => bare(lines, 1, 'MISSING'), REMOVED],
  ['an act that is called not requested', (lines) => bare(lines, actOf(lines, 'RETENTION'), 'NOT_ASKED'), REMOVED],
  ['an act that is called deleted', (lines) => bare(lines, actOf(lines, 'ERASURE'), 'NOT_KEPT'), REMOVED],
  ['an act that covers more', (lines) => (lines[actOf(lines, 'RETENTION')]!.record.untilId = 'run_7'), RECORD_CHANGED],
  ['the record of another run', (lines) => (lines[1]!.record = lines[lineOf(lines, erasedId)]!.record), RECORD_CHANGED],
  [
    'values that are called erased',
    (lines) => {
      const line = lines[1]!;
      delete line.salt;
      line.erasable = {};
      line.erasedAt = line.entry.recordedAt;
    },
    ERASURE_UNEXPLAINED,
  ],
  ['erased values that are called kept', (lines) => delete lines[lineOf(lines, erasedId)]!.erasedAt, RECORD_CHANGED],
  [
    'the first entries, taken away',
    (lines) => {
      lines.splice(1, 2);
      recount(lines);
    },
    REMOVED,
  ],
  [
    'the first entries, taken away with the claim to begin later',
    (lines) => {
      lines.splice(1, 2);
      lines[0]!.first = 3;
      recount(lines);
    },
    REMOVED,
  ],
  [
    'an entry in the middle, taken away',
    (lines) => {
      lines.splice(2, 1);
      recount(lines);
    },
    REMOVED,
  ],
  [
    'an entry in the middle, taken away with new hashes',
    (lines) => {
      lines.splice(2, 1);
      for (const { entry } of lines.slice(2, -1)) entry.seq--;
      rehash(lines, 2);
    },
    ANCHOR_INVALID,
  ],
  [
    'an entry twice',
    (lines) => {
      lines.splice(2, 0, lines[1]!);
      recount(lines);
    },
    ADDED,
  ],
  [
    'two entries in another order',
    (lines) => {
      [lines[1], lines[2]] = [lines[2]!, lines[1]!];
    },
    REORDERED,
  ],
  ['a line after the last one', (lines) => lines.push({ ...trailerOf(lines) }), ADDED],
  [
    'the last entries, with the anchor left',
    (lines) => {
      lines.splice(-3, 2);
      recount(lines);
    },
    ANCHOR_INVALID,
  ],
  ['the end, without a last line', (lines) => lines.splice(-2, 2), CUT],
  ['the number of records', (lines) => trailerOf(lines).records++, REMOVED],
  [
    'the hash of the last entry in the last line',
    (lines) => (trailerOf(lines).last.hash = 'f'.repeat(64)),
    ENTRY_CHANGED,
  ],
  [
    'the anchor of an older export',
    (lines) => (trailerOf(lines).anchor = trailerOf(linesOf(older)).anchor),
    ANCHOR_INVALID,
  ],
  ['an anchor without its proof', (lines) => delete trailerOf(lines).anchor.bundle, UNREADABLE],
  ['the kind', (lines) => (lines[0]!.kind = 'AUDIT_ENTRY'), ADDED],
  ['the issuer', (lines) => (lines[0]!.issuer = 'https://seals.example.org'), OTHER_ISSUER],
  [
    'the time of the export, to the future',
    (lines) => (lines[0]!.exportedAt = '2126-01-01T00:00:00.000Z'),
    TIME_DISORDER,
  ],
  [
    'the time of the export, to the past',
    (lines) => (lines[0]!.exportedAt = '2020-01-01T00:00:00.000Z'),
    TIME_DISORDER,
  ],
  ['an anchor of an earlier entry, taken away', (lines) => delete anchored(lines).anchors, ANCHOR_INVALID],
  [
    'the time of an anchor of an earlier entry',
    (lines) => {
      const [anchor] = anchored(lines).anchors;
      anchor.statement = anchor.statement.replace(/"claimedAt":"2\d/, '"claimedAt":"19');
    },
    ANCHOR_UNKNOWN,
  ],
  [
    'the statement of an anchor of an earlier entry',
    (lines) => {
      const [anchor] = anchored(lines).anchors;
      anchor.statement = anchor.statement.replace(/"sha256":"../, '"sha256":"00');
    },
    ANCHOR_INVALID,
  ],
  [
    'an anchor of an earlier entry, put to the next one',
    (lines) => {
      const line = anchored(lines);
      lines[lines.indexOf(line) + 1]!.anchors = line.anchors;
      delete line.anchors;
    },
    ANCHOR_INVALID,
  ],
  [
    'an entry before the last anchors and the chain after it, without these anchors',
    (lines) => {
      lines[1]!.record.status = 'FAILED';
      for (const line of lines) delete line.anchors;
      rehash(lines, 1);
    },
    REWRITTEN,
  ],
  [
    'an act that covers more, with a new chain after it',
    (lines) => {
      const at = actOf(lines, 'ERASURE');
      lines[at]!.record.ids.push(lines[1]!.record.id);
      rehash(lines, at);
    },
    ACT_INVALID,
  ],
  [
    'an act without its signature, with a new chain after it',
    (lines) => {
      const at = actOf(lines, 'RETENTION');
      delete lines[at]!.record.signature;
      rehash(lines, at);
    },
    ACT_INVALID,
  ],
  ['the time of an entry', (lines) => (lines[2]!.entry.recordedAt = '2020-01-01T00:00:00.000Z'), TIME_DISORDER],
];

const faultsOf = ({ faults }: ExportReport) => faults.map(({ fault }) => fault);

test('the export itself is clean and complete', async () => {
  const report = await audited(whole, trust);

  expect(report).toMatchObject({ isClean: true, isComplete: true, faults: [], kind: 'RUN', erased: 1, notKept: 1 });
  expect(await audited(recent, trust)).toMatchObject({ isClean: true, isComplete: true, faults: [], erased: 1 });
});

test.each(CHANGES)('a change of %s is named', async (_, change, fault) => {
  const lines = linesOf(whole);
  change(lines);

  const report = await audited(lines, trust);

  expect(report.isClean).toBe(false);
  expect(faultsOf(report)).toContain(fault);
});

describe('an export of a range of time', () => {
  let ranged: string;
  let from: string;
  let until: string;
  beforeAll(async () => {
    const { chain } = api.services.apis;
    const context = contextOn(api.services.platform.database);
    const now = async () => {
      const [row] = await api.database.query<{ now: Date }>('select clock_timestamp() as now');
      return row!.now.toISOString();
    };
    /** An entry of the audit trail. */
    const erase = () =>
      api.graphql(`mutation { eraseRuns(input: { runIds: ["run_x"], reason: "Requested." }) { __typename } }`, {
        as: 'operator',
      });
    await erase();
    await chain.linkAll(context);
    await chain.anchors.anchorMoved(context);
    from = await now();
    await erase();
    until = await now();
    await erase();
    const response = await api.fetch(`/exports/audit-trail.jsonl?happenedFrom=${from}&happenedBefore=${until}`, {
      as: 'operator',
    });
    ranged = await response.text();
  });

  test('begins at an anchor from before it, ends at one from after it, and is complete', async () => {
    const lines = linesOf(ranged);

    expect(lines[0]!.first).toBeGreaterThan(1);
    expect(lines[1]).toMatchObject({ type: 'entry', anchors: [{ keyId: expect.any(String) }] });
    expect(await audited(lines, trust)).toMatchObject({ isClean: true, isComplete: true, records: 1 });
  });

  test('that begins later isn’t complete, and says so', async () => {
    const lines = linesOf(ranged);
    lines.splice(1, 1);
    lines[0]!.first++;
    recount(lines);

    const { isComplete, notes } = await audited(lines, trust);
    expect(isComplete).toBe(false);
    expect(notes).toContain(`The export begins at entry ${lines[0]!.first}. Earlier entries were not checked.`);
  });

  test('whose beginning is moved before its anchor isn’t complete', async () => {
    const lines = linesOf(ranged);
    lines[0]!.filter.happenedFrom = new Date(Date.parse(from) - 3_600_000).toISOString();

    expect(await audited(lines, trust)).toMatchObject({ isComplete: false });
  });

  test('whose end is moved after its anchor isn’t complete, and says so', async () => {
    const lines = linesOf(ranged);
    lines[0]!.filter.happenedBefore = new Date(Date.parse(until) + 3_600_000).toISOString();

    const { isComplete, faults, notes } = await audited(lines, trust);
    expect(isComplete).toBe(false);
    expect([...faults.map(({ reason }) => reason), ...notes].join(' ')).toMatch(
      /before the end of the requested time|matches the filter/,
    );
  });

  test('whose beginning isn’t a time isn’t complete', async () => {
    const lines = linesOf(ranged);
    lines[0]!.filter.happenedFrom = 'long ago';

    expect(await audited(lines, trust)).toMatchObject({ isComplete: false });
  });
});

describe('what an export alone can’t show', () => {
  test('an older export in place of the newest is found by a saved head, and has the time of its anchor', async () => {
    const { seq, hash } = trailerOf(linesOf(whole)).last;

    const report = await audited(older, trust);
    expect(report).toMatchObject({ isClean: true, anchor: { claimedAt: expect.any(String) } });
    expect(faultsOf(await audited(older, trust, { seq, hash }))).toEqual([CUT]);
  });

  test('an export without its anchor has no findings, and is not clean', async () => {
    const lines = linesOf(whole);
    trailerOf(lines).anchor = null;

    expect(await audited(lines, trust)).toMatchObject({ isClean: false, faultCount: 0, anchor: null });
  });

  test('a filter other than time: whether all that match are there is said to be unproven', async () => {
    expect(await audited(filtered, trust)).toMatchObject({ isClean: true, isComplete: false });
    // A record that is hidden behind a filter that was added is not noticed as such, so the export proves less.
    const lines = linesOf(whole);
    lines[0]!.filter = { task: ['fast-execution/redact-draft'] };
    bare(lines, 1, 'NOT_ASKED');
    expect(await audited(lines, trust)).toMatchObject({ isClean: true, isComplete: false });
  });

  test('a beginning in time that was added: earlier entries are said to be unchecked', async () => {
    const lines = linesOf(whole);
    const { seq } = lines[2]!.entry;
    lines.splice(1, 1);
    lines[0]!.first = seq;
    lines[0]!.filter = { startedFrom: '2026-06-01T00:00:00.000Z' };
    recount(lines);

    const { notes } = await audited(lines, trust);
    expect(notes).toContain(`The export begins at entry ${seq}. Earlier entries were not checked.`);
  });
});
