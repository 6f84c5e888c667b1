import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { AnchorSequence } from '../../src/chain/anchor-sequence.ts';
import { ChainAnchors } from '../../src/chain/anchors.ts';
import type { ChainApi } from '../../src/chain/index.ts';
import { RememberedAnchor } from '../../src/chain/remembered-anchor.ts';
import { purgeMonths } from '../../src/gateway/runs/retention.ts';
import { newLocalKey, SEAL_KEY } from '../../src/log/index.ts';
import { admitSealKey } from '../../src/log/keys/seal-keys.ts';
import { newId } from '../../src/platform/ids.ts';
import { signedActBytes, withSignature } from '../../src/proof/act-signature.ts';
import { chainHash, type HashedLink } from '../../src/proof/chain.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { type Office, startOffice } from '../approvals/support.ts';
import { customerWithKey } from '../customers/graph.ts';
import type { Json } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { findingsOf } from '../support/findings.ts';
import { runTasks } from './export.ts';

/**
 * Someone who owns the tables, and has no key of the service, changes the database: every attack is named by `integrity`.
 * Everything is undone after each one.
 */
let office: Office;
let chain: ChainApi;
/** Runs: in the chain and anchored; erased; in the chain and not anchored; waiting for the chain. */
let ids: { run: string; other: string; erased: string; recent: string; waiting: string };
let auditId: string;
let decisionId: string;

const TABLES = [
  'run',
  'attempt',
  'audit_entry',
  'approval_decision',
  'decision_seal',
  'chain_act',
  'chain_anchor',
  'chain_blinding',
  'chain_entry',
  'chain_pending',
  'run_month_let_go',
];

const query: Office['database']['query'] = (...parameters) => office.database.query(...parameters);
const context = () => contextOn(office.services.platform.database);
const em = () => context().em as EntityManager;

async function asOwner(work: () => Promise<unknown>): Promise<void> {
  const protect = (how: 'enable' | 'disable') =>
    Promise.all(TABLES.map((table) => query(`alter table ${table} ${how} trigger user`)));
  await query(`grant all on ${TABLES.join(', ')} to current_user`);
  await protect('disable');
  try {
    await work();
  } finally {
    await protect('enable');
  }
}

async function grow(): Promise<void> {
  await chain.linkAll(context());
  expect(await chain.anchors.anchorMoved(context())).toBe(1);
}

beforeAll(async () => {
  office = await startOffice({ works: false });
  chain = office.services.apis.chain;
  const [run, other, erased] = await runTasks(office, 3);
  await grow();
  await query(
    `select make_month_partition('run', 'run', '2026-01-15'), make_month_partition('attempt', 'att', '2026-01-15')`,
  );
  const [old] = await query<{ id: string }>(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', '2026-01-15'), 'started_at', '2026-01-15T00:00:00Z'))).* from run where id = $1 returning id`,
    [run],
  );
  await query(`insert into chain_pending values ('RUN', $1)`, [old!.id]);
  expect(await purgeMonths(context(), chain, { real: 0, simulated: 3 })).toBe(1);
  await office.graph(
    `mutation ($ids: [ID!]!) { eraseRuns(input: { runIds: $ids, reason: "Requested." }) { __typename } }`,
    'operator',
    { ids: [erased] },
  );
  await grow();
  const ada = await office.person('ada', 'APPROVER');
  const { approvalId } = await office.held((await customerWithKey(office)).as);
  const { sha256 } = await office.approval(approvalId);
  await office.decide('approve', ada, { id: approvalId, sha256 });
  await office.upkeep('unsealed decisions');
  await grow();
  const [recent] = await runTasks(office, 1);
  await chain.linkAll(context());
  const [waiting] = await runTasks(office, 1);
  ids = { run: run!, other: other!, erased: erased!, recent: recent!, waiting: waiting! };
  [{ id: auditId }] = (await query(`select id from audit_entry where action = 'eraseRuns'`)) as [{ id: string }];
  [{ id: decisionId }] = (await query('select id from decision_seal')) as [{ id: string }];
  for (const table of TABLES) await query(`create table genuine_${table} as table ${table}`);
});
afterAll(() => office.stop());
afterEach(() =>
  asOwner(async () => {
    for (const table of TABLES) await query(`delete from ${table}`);
    for (const table of TABLES) await query(`insert into ${table} select * from genuine_${table}`);
  }),
);

const links = () => chain.entries(em(), 0, 1_000_000, 10_000);
const linkOf = async (subjectId: string) => (await links()).find((link) => link.subjectId === subjectId)!;

/** Writes these entries as the chain, with new hashes and numbers. */
async function rewrite(entries: readonly Omit<HashedLink, 'hash' | 'previous' | 'seq'>[]): Promise<void> {
  await query('delete from chain_entry');
  let before = { seq: 0, hash: '0'.repeat(64) };
  for (const { kind, subjectId, digest, recordedAt } of entries) {
    const link = { seq: before.seq + 1, previous: before.hash, kind, subjectId, digest, recordedAt };
    before = { ...link, hash: chainHash(link) };
    await query('insert into chain_entry values ($1, $2, $3, $4, $5, $6, $7)', [
      ...[link.seq, kind, subjectId, digest, link.previous],
      ...[before.hash, recordedAt],
    ]);
  }
}

/** Changes one entry and rewrites the chain after it. */
async function rewriteEntry(subjectId: string, change: Partial<HashedLink>): Promise<void> {
  await rewrite((await links()).map((link) => (link.subjectId === subjectId ? { ...link, ...change } : link)));
}

/** The entry gets the digest that its changed record has now, and the chain after it new hashes. */
async function coverUp(kind: 'RUN' | 'AUDIT_ENTRY' | 'DECISION' | 'ACT', id: string): Promise<void> {
  const record = (await chain.records(em(), kind, [id])).get(id)!;
  await rewriteEntry(id, { digest: documentDigest(record.record) });
}

/** Adds an act as the service would, without its signature or with another one. */
async function forgeAct(act: Json): Promise<void> {
  const record = { at: new Date().toISOString(), by: 'upkeep', ...act };
  const id = newId('chainAct');
  await query('insert into chain_act values ($1, $2)', [id, JSON.stringify(record)]);
  await query(`insert into chain_pending values ('ACT', $1)`, [id]);
  await chain.linkAll(context());
}

const actOf = async (act: string) => {
  const [found] = await query<{ id: string; record: Json }>(`select * from chain_act where record->>'act' = $1`, [act]);
  return found!;
};

const insertRun = (id: string) =>
  query(
    `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', $1::text))).* from run where id = $2`,
    [id, ids.run],
  );
const deleteRun = () => query('delete from run where id = $1', [ids.run]);
const wideRange = { fromId: 'run_0', untilId: 'run_z' };

async function eraseBySql(): Promise<void> {
  await chain.forgetSalts(em(), 'RUN', [ids.run]);
  await query(
    `update run set requested_by = 'erased', input_sha256 = null, output_sha256 = null, output_text_sha256 = null
    where id = $1`,
    [ids.run],
  );
}

async function insertAnchor(values: { seq?: number; id?: string }): Promise<void> {
  const head = (await chain.head(em()))!;
  await query(
    `insert into chain_anchor (id, seq, hash, statement, signature, key_id, log, log_index, anchored_at)
     select $1, $2, $3, statement, signature, key_id, log, log_index + 1000, anchored_at from chain_anchor order by seq desc limit 1`,
    [values.id ?? 'anc_forged', values.seq ?? head.seq, head.hash],
  );
}

const BROKEN = 'CHAIN_BROKEN';
const REWRITTEN = 'CHAIN_REWRITTEN';
const CHANGED = 'CHAINED_RECORD_CHANGED';
const MISSING = 'CHAINED_RECORD_MISSING';

const ATTACKS: [what: string, attack: () => unknown, kinds: string[]][] = [
  // Runs
  ['the status of a run', () => query(`update run set status = 'FAILED' where id = $1`, [ids.run]), [CHANGED]],
  ['the cost of a run', () => query('update run set charged_micros = 1 where id = $1', [ids.run]), [CHANGED]],
  [
    'the requester of a run',
    () => query(`update run set requested_by = 'customer:x' where id = $1`, [ids.run]),
    [CHANGED],
  ],
  [
    'the time of a run',
    () => query(`update run set started_at = started_at - interval '1 second' where id = $1`, [ids.run]),
    [CHANGED],
  ],
  ['an attempt of a run', () => query(`update attempt set provider = 'own' where run_id = $1`, [ids.run]), [CHANGED]],
  ['an attempt that is deleted', () => query('delete from attempt where run_id = $1', [ids.run]), [CHANGED]],
  ['a run that is deleted', deleteRun, [MISSING]],
  [
    'a run that is deleted before it is in the chain',
    async () => {
      await query('delete from run where id = $1', [ids.waiting]);
      await chain.linkAll(context());
    },
    [MISSING],
  ],
  ['a run that is inserted', () => insertRun(newId('run')), ['RECORD_NOT_CHAINED']],
  [
    'a run that is taken from the queue',
    () => query('delete from chain_pending where subject_id = $1', [ids.waiting]),
    ['RECORD_NOT_CHAINED'],
  ],
  [
    'a run that gets another id',
    async () => {
      const id = newId('run');
      await insertRun(id);
      await query('update attempt set run_id = $2 where run_id = $1', [ids.run, id]);
      await deleteRun();
    },
    [MISSING, 'RECORD_NOT_CHAINED'],
  ],
  [
    'a run and its entry, with a rewritten chain',
    async () => {
      await deleteRun();
      await rewrite((await links()).filter(({ subjectId }) => subjectId !== ids.run));
    },
    [REWRITTEN],
  ],
  [
    'a changed run with a rewritten chain',
    async () => {
      await query(`update run set status = 'FAILED' where id = $1`, [ids.run]);
      await coverUp('RUN', ids.run);
    },
    [REWRITTEN],
  ],

  // Acts, months and erasures
  [
    'a run that is deleted, with an inserted act',
    async () => {
      await deleteRun();
      await forgeAct({ act: 'RETENTION', of: 'RUN', ...wideRange, months: { simulated: null, real: 1 } });
    },
    ['CHAIN_ACT_INVALID', MISSING],
  ],
  [
    'a run that is deleted, with a signed act that was copied and changed',
    async () => {
      await deleteRun();
      await forgeAct({ ...(await actOf('RETENTION')).record, ...wideRange });
    },
    ['CHAIN_ACT_INVALID', MISSING],
  ],
  [
    'a run that is deleted, with a signed act that now covers it',
    async () => {
      await deleteRun();
      await query(`update chain_act set record = record || $1 where record->>'act' = 'RETENTION'`, [
        JSON.stringify(wideRange),
      ]);
    },
    [CHANGED, MISSING],
  ],
  [
    'a run that is deleted, with a covering act in a rewritten chain',
    async () => {
      await deleteRun();
      const { id } = await actOf('RETENTION');
      await query('update chain_act set record = record || $2 where id = $1', [id, JSON.stringify(wideRange)]);
      await coverUp('ACT', id);
    },
    ['CHAIN_ACT_INVALID', REWRITTEN, MISSING],
  ],
  [
    'the months of an act',
    () => query(`update chain_act set record = record || '{"months": 0}' where record->>'act' = 'RETENTION'`),
    [CHANGED, MISSING],
  ],
  [
    'the month of an act',
    () => query(`update chain_act set record = record || '{"month": "2026-02"}' where record->>'act' = 'RETENTION'`),
    [CHANGED, MISSING],
  ],
  [
    'an act that is deleted',
    () => query(`delete from chain_act where record->>'act' = 'RETENTION'`),
    [MISSING, MISSING],
  ],
  [
    'an act that waits, with its records deleted',
    async () => {
      await deleteRun();
      const act = { act: 'RETENTION', of: 'RUN', ...wideRange, at: new Date().toISOString() };
      await query(
        `with act as (insert into chain_act values ('act_0', $1) returning id)
      insert into chain_pending select 'ACT', id from act`,
        [JSON.stringify(act)],
      );
    },
    ['CHAIN_ACT_INVALID', MISSING],
  ],
  [
    'an act that isn’t an object',
    () => query(`update chain_act set record = 'null' where record->>'act' = 'RETENTION'`),
    [CHANGED, MISSING],
  ],
  [
    'a run that is deleted, with an act whose ids and key are none',
    async () => {
      await query(`insert into seal_key (key_id, public_key, valid_from) values ('00', '\\x00', now())`);
      await deleteRun();
      await forgeAct({ act: 'RETENTION', of: 'RUN', ids: ids.run, keyId: '00', signature: 'AA==' });
    },
    ['CHAIN_ACT_INVALID', MISSING],
  ],
  [
    'a run that is deleted, with an act signed by an inserted seal key',
    async () => {
      const { signer } = newLocalKey(SEAL_KEY);
      await query('insert into seal_key (key_id, public_key, valid_from) values ($1, $2, now())', [
        signer.keyId,
        Buffer.from(signer.publicKey),
      ]);
      await deleteRun();
      const act = { act: 'RETENTION', of: 'RUN', ...wideRange, by: 'upkeep', at: new Date().toISOString() };
      const named = { ...act, keyId: signer.keyId };
      await forgeAct(withSignature(named, signer.signNow(signedActBytes(named))));
    },
    ['CHAIN_ACT_INVALID', MISSING],
  ],
  ['values that are erased', eraseBySql, ['CHAINED_ERASURE_UNEXPLAINED']],
  [
    'values that are erased, with an inserted act',
    async () => {
      await eraseBySql();
      await forgeAct({ act: 'ERASURE', of: 'RUN', ids: [ids.run], reason: 'Requested.' });
    },
    ['CHAIN_ACT_INVALID', 'CHAINED_ERASURE_UNEXPLAINED'],
  ],
  [
    'the salt of a run',
    () => query(`update chain_blinding set salt = repeat('f', 64) where subject_id = $1`, [ids.run]),
    [CHANGED],
  ],
  ['the salt of a run, deleted', () => query('delete from chain_blinding where subject_id = $1', [ids.run]), [CHANGED]],
  [
    'a commitment to an erased value',
    () =>
      query(
        `update chain_blinding set commitments = jsonb_set(commitments, '{requestedBy}', '"0"') where subject_id = $1`,
        [ids.erased],
      ),
    [CHANGED],
  ],

  // Audit entries
  [
    'the actor of an audit entry',
    () => query(`update audit_entry set actor = 'operator:x' where id = $1`, [auditId]),
    [CHANGED],
  ],
  [
    'the action of an audit entry',
    () => query(`update audit_entry set action = 'approve' where id = $1`, [auditId]),
    [CHANGED],
  ],
  [
    'the time of an audit entry',
    () => query(`update audit_entry set happened_at = happened_at - interval '1 hour' where id = $1`, [auditId]),
    [CHANGED],
  ],
  ['an audit entry that is deleted', () => query('delete from audit_entry where id = $1', [auditId]), [MISSING]],
  [
    'an audit entry that is inserted',
    () =>
      query(
        `insert into audit_entry select (jsonb_populate_record(audit_entry, jsonb_build_object('id', $1::text))).* from audit_entry where id = $2`,
        [newId('auditEntry'), auditId],
      ),
    ['RECORD_NOT_CHAINED'],
  ],
  [
    'an audit entry that is deleted, with an inserted act',
    async () => {
      await query('delete from audit_entry where id = $1', [auditId]);
      await forgeAct({
        act: 'RETENTION',
        of: 'AUDIT_ENTRY',
        fromId: auditId,
        untilId: `${auditId}~`,
        entries: 1,
        months: 12,
      });
    },
    ['CHAIN_ACT_INVALID', MISSING],
  ],
  [
    'an audit entry and its entry in the chain',
    async () => {
      await query('delete from audit_entry where id = $1', [auditId]);
      await query('delete from chain_entry where subject_id = $1', [auditId]);
    },
    ['CHAIN_ENTRY_MISSING'],
  ],

  // Decisions
  [
    'the statement of a decision',
    () => query(`update decision_seal set statement = replace(statement, 'APPROVE', 'REJECT')`),
    [CHANGED],
  ],
  ['a decision that is deleted', () => query('delete from decision_seal'), [MISSING]],
  [
    'a decision that is deleted, with an inserted act',
    async () => {
      await query('delete from decision_seal');
      await forgeAct({ act: 'RETENTION', of: 'DECISION', fromId: 'a', untilId: 'z', months: 0 });
    },
    ['CHAIN_ACT_INVALID', MISSING],
  ],
  [
    'a decision that is inserted',
    () =>
      query(
        `insert into decision_seal select (jsonb_populate_record(decision_seal, jsonb_build_object('id', 'apd_other', 'log_index', 99999))).* from decision_seal`,
      ),
    ['RECORD_NOT_CHAINED'],
  ],

  // Entries
  [
    'the digest of an entry',
    () => query(`update chain_entry set digest = repeat('f', 64) where subject_id = $1`, [ids.run]),
    [BROKEN, CHANGED],
  ],
  [
    'the time of an entry',
    () =>
      query(`update chain_entry set recorded_at = recorded_at - interval '1 hour' where subject_id = $1`, [ids.run]),
    [BROKEN],
  ],
  [
    'the kind of an entry',
    () => query(`update chain_entry set kind = 'AUDIT_ENTRY' where subject_id = $1`, [ids.run]),
    [BROKEN],
  ],
  [
    'the record of an entry',
    () => query(`update chain_entry set subject_id = 'run_other' where subject_id = $1`, [ids.run]),
    [BROKEN, MISSING, 'RECORD_NOT_CHAINED'],
  ],
  [
    'an entry that is deleted',
    () => query('delete from chain_entry where subject_id = $1', [ids.run]),
    ['CHAIN_ENTRY_MISSING', 'RECORD_NOT_CHAINED'],
  ],
  [
    'an entry that is deleted, with a rewritten chain',
    async () => rewrite((await links()).filter(({ subjectId }) => subjectId !== ids.run)),
    [REWRITTEN, 'RECORD_NOT_CHAINED'],
  ],
  [
    'entries at the end that are deleted',
    async () => {
      const { seq } = await linkOf(decisionId);
      await query('delete from chain_entry where seq >= $1', [seq]);
    },
    [REWRITTEN, 'RECORD_NOT_CHAINED'],
  ],
  [
    'an entry that is inserted',
    async () => {
      const [first, ...others] = await links();
      await rewrite([first!, { ...first!, subjectId: 'run_other' }, ...others]);
    },
    [REWRITTEN, MISSING],
  ],
  [
    'an entry that is added for a record that doesn’t exist',
    async () => rewrite([...(await links()), { ...(await chain.head(em()))!, subjectId: 'run_other' }]),
    [MISSING],
  ],
  [
    'two entries in another order',
    async () => {
      const [first, second] = await links();
      await query('update chain_entry set seq = 1000000 where seq = $1', [first!.seq]);
      await query('update chain_entry set seq = $1 where seq = $2', [first!.seq, second!.seq]);
      await query('update chain_entry set seq = $1 where seq = 1000000', [second!.seq]);
    },
    [BROKEN],
  ],
  [
    'two entries in another order, with a rewritten chain',
    async () => {
      const [first, second, ...others] = await links();
      await rewrite([second!, first!, ...others]);
    },
    [REWRITTEN],
  ],
  [
    'a time before the entry before it, in a rewritten chain',
    () => rewriteEntry(ids.other, { recordedAt: '2020-01-01T00:00:00.000Z' }),
    [REWRITTEN, 'CHAIN_TIME_DISORDER'],
  ],
  [
    'a time before the last anchor, in entries after it',
    () => rewriteEntry(ids.recent, { recordedAt: '2020-01-01T00:00:00.000Z' }),
    ['CHAIN_TIME_DISORDER'],
  ],
  [
    'a run that began after its entry, after the last anchor',
    async () => {
      await query(`update run set started_at = now() + interval '1 hour' where id = $1`, [ids.recent]);
      await coverUp('RUN', ids.recent);
    },
    ['CHAIN_TIME_DISORDER'],
  ],
  [
    'the whole chain, which is made anew',
    async () => {
      await query(`insert into chain_pending select kind, subject_id from chain_entry on conflict do nothing`);
      await query('delete from chain_entry');
      await query('delete from chain_blinding');
      await chain.linkAll(context());
    },
    [REWRITTEN],
  ],

  // Anchors
  [
    'an anchor that is deleted',
    () => query('delete from chain_anchor where seq = (select min(seq) from chain_anchor)'),
    ['ANCHOR_MISSING'],
  ],
  [
    'the last anchor, deleted',
    () => query('delete from chain_anchor where seq = (select max(seq) from chain_anchor)'),
    ['ANCHOR_MISSING'],
  ],
  ['all anchors, deleted', () => query('delete from chain_anchor'), ['ANCHOR_MISSING']],
  [
    'the anchors of a rewritten chain',
    async () => {
      await query(`update run set status = 'FAILED' where id = $1`, [ids.run]);
      await coverUp('RUN', ids.run);
      await query(
        'update chain_anchor set hash = chain_entry.hash from chain_entry where chain_entry.seq = chain_anchor.seq',
      );
    },
    ['ANCHOR_CHANGED', 'ANCHOR_MISSING', REWRITTEN],
  ],
  [
    'the anchors of a rewritten chain, deleted',
    async () => {
      await query(`update run set status = 'FAILED' where id = $1`, [ids.run]);
      await coverUp('RUN', ids.run);
      await query('delete from chain_anchor');
    },
    ['ANCHOR_MISSING', REWRITTEN],
  ],
  [
    'the hash of an anchor',
    () => query(`update chain_anchor set hash = repeat('f', 64) where seq = (select min(seq) from chain_anchor)`),
    ['ANCHOR_CHANGED', REWRITTEN],
  ],
  [
    'the time of an anchor',
    () => query(`update chain_anchor set anchored_at = anchored_at - interval '1 day'`),
    ['ANCHOR_CHANGED'],
  ],
  [
    'the entry of an anchor',
    () => query('update chain_anchor set seq = 1 where seq = (select min(seq) from chain_anchor)'),
    ['ANCHOR_CHANGED', REWRITTEN],
  ],
  [
    'the statement of an anchor',
    () => query(`update chain_anchor set statement = replace(statement, 'claimedAt', 'claimedat')`),
    ['ANCHOR_CHANGED'],
  ],
  ['the signature of an anchor', () => query(`update chain_anchor set signature = '\\x00'`), ['ANCHOR_CHANGED']],
  ['an anchor that is inserted', () => insertAnchor({}), ['ANCHOR_CHANGED']],
  ['an anchor of an entry that doesn’t exist', () => insertAnchor({ seq: 1_000_000 }), ['ANCHOR_CHANGED', REWRITTEN]],
];

test('the genuine database has no findings', async () => {
  for (const check of ['chain', 'decisions', 'approval-signatures', 'purged months'])
    expect(await findingsOf(office, check)).toEqual([]);
});

test.each(ATTACKS)('integrity names %s', async (_, attack, kinds) => {
  await asOwner(async () => void (await attack()));

  const found = (await findingsOf(office, 'chain')).map(({ kind }) => kind);

  for (const kind of kinds) expect(found).toContain(kind);
});

test.each([
  ['the verdict of a decision', `update approval_decision set verdict = 'REJECT' where id = $1`],
  ['the person who decided', `update approval_decision set decided_by = 'operator:grace' where id = $1`],
  ['a decision that is deleted', 'delete from approval_decision where id = $1'],
])('integrity names %s', async (_, attack) => {
  await asOwner(() => query(attack, [decisionId]));

  expect(await findingsOf(office, 'approval-signatures')).not.toEqual([]);
});

test.each([
  ['the runs of a deleted month', 'update run_month_let_go set runs = 0'],
  ['the charges of a deleted month', 'update run_month_let_go set charged_micros = charged_micros + 1'],
  ['the sums of a deleted month, deleted', 'delete from run_month_let_go'],
  [
    'the sums of a month that was never deleted',
    `insert into run_month_let_go select '2025-12', customer_id, runs, charged_micros from run_month_let_go`,
  ],
])('integrity names %s', async (_, attack) => {
  await asOwner(() => query(attack));

  expect(await findingsOf(office, 'purged months')).toMatchObject([{ kind: 'PURGED_MONTH_CHANGED' }]);
});

test('an act that another seal key signed explains an erasure, because the key signed an anchor', async () => {
  const { log } = office.services.apis.log;
  const { publicUrl } = office.services.platform;
  const { signer } = newLocalKey(SEAL_KEY);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-machine-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const sequence = new AnchorSequence({ signer, log, remembered: new RememberedAnchor(dataDir) });
  const anchors = new ChainAnchors({ signer, log, publicUrl, sequence, head: (inner) => chain.head(inner) });
  await admitSealKey(context(), signer);
  expect(await anchors.anchorMoved(context())).toBe(1);
  const act = { act: 'ERASURE', of: 'RUN', ids: [ids.run], by: 'operator:x', at: new Date().toISOString() };
  const named = { ...act, keyId: signer.keyId };

  await asOwner(eraseBySql);
  await forgeAct(withSignature(named, signer.signNow(signedActBytes(named))));

  expect(await findingsOf(office, 'chain')).toEqual([]);
});

test('a record that is queued for the chain by SQL can’t be told from a genuine one', async () => {
  const id = newId('run');
  await asOwner(async () => {
    await insertRun(id);
    await query(`insert into chain_pending values ('RUN', $1)`, [id]);
  });
  await chain.linkAll(context());

  expect(await findingsOf(office, 'chain')).toEqual([]);
});

test('a record after the last anchor that is changed with its entry isn’t found', async () => {
  await asOwner(async () => {
    await query(`update run set status = 'FAILED' where id = $1`, [ids.recent]);
    await coverUp('RUN', ids.recent);
  });

  expect(await findingsOf(office, 'chain')).toEqual([]);
});

test('after all attacks were undone, nothing is found', async () => {
  expect(await findingsOf(office, 'chain')).toEqual([]);
});
