import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordsIn } from '../../src/approvals/baseline/baseline-log.ts';
import { decisionKeyCheck } from '../../src/approvals/binding/decision-key-check.ts';
import { DECISION_KEY, DecisionKeys } from '../../src/approvals/binding/decision-keys.ts';
import { LocalSigner } from '../../src/log/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { auditDecisions } from '../../src/proof/approval-audit.ts';
import { parseDecisionStatement } from '../../src/proof/approval-decision.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { canonicalBytes } from '../../src/proof/json.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Credential, DECISION_PRIVATE_KEY, type Json } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { findingsOf } from '../support/findings.ts';
import { type Office, startOffice } from './support.ts';

let office: Office;
let asker: Credential;
let ada: Credential;
let bo: Credential;
let approved: Json;
let pending: Json;
beforeAll(async () => {
  office = await startOffice({ works: false });
  asker = (await customerWithKey(office)).as;
  ada = await office.person('ada', 'APPROVER');
  bo = await office.person('bo', 'APPROVER');
  approved = await office.held(asker);
  pending = await office.held(asker);
  // As an earlier release left them: one approved, one with one of two approvals, and nothing signed.
  const { query } = office.database;
  await query('alter table approval disable trigger user');
  await query('update approval set terms_signature = null, terms_key_id = null');
  await query('update approval set quorum = 2 where id = $1', [pending.approvalId]);
  await query(
    `insert into approval_decision (id, approval_id, verdict, decided_by, sha256, credential_kind, position, decided_at)
     select prefix || id, id, 'APPROVE', 'operator:ada', sha256, 'SESSION', 1, now()
     from approval, (select $1::text) one (prefix)`,
    [newId('approvalDecision')],
  );
  await query(`update approval set state = 'APPROVED', decided_at = now() where id = $1`, [approved.approvalId]);
  await query('alter table approval enable trigger user');

  const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-before-'));
  const keys = new DecisionKeys(office.services.platform.database, new LocalSigner(DECISION_PRIVATE_KEY, DECISION_KEY));
  await decisionKeyCheck(keys, dataDir, true).assert({ makes: true });
  rmSync(dataDir, { recursive: true });
});
afterAll(() => office.stop());

const waiting = async (as: Credential) =>
  (await office.graph('{ approvalInbox { nodes { id obstacle } } }', as)).approvalInbox.nodes;

async function expectNoFindings(): Promise<void> {
  for (const check of ['approvals', 'approval-signatures', 'baseline'])
    expect(await findingsOf(office, check)).toEqual([]);
}

test('what was approved before decisions were signed stays approved', async () => {
  expect((await office.ask(approved.runId, asker)).status).toBe(200);
  await expectNoFindings();
});

test('what was pending is decided again, also by those who had decided', async () => {
  const { approvalId: id, runId } = pending;
  const { sha256 } = await office.approval(id);
  expect(await waiting(ada)).toEqual([{ id, obstacle: null }]);
  expect(await waiting(bo)).toEqual([{ id, obstacle: null }]);

  expect(await office.decide('approve', ada, { id, sha256 })).toMatchObject({ approval: { state: 'PENDING' } });
  expect(await waiting(ada)).toEqual([]);
  await expectNoFindings();
  expect((await office.ask(runId, asker)).status).toBe(403);
  expect(await office.decide('approve', bo, { id, sha256 })).toMatchObject({ approval: { state: 'APPROVED' } });

  expect((await office.ask(runId, asker)).status).toBe(200);
  await expectNoFindings();
});

test('its sealed decisions say how many don’t count, and are approved for who audits them', async () => {
  await office.upkeep('unsealed decisions');

  const rows = await office.database.query<{ statement: string }>(
    'select statement from decision_seal where approval_id = $1 order by id',
    [pending.approvalId],
  );
  const decisions = rows.map(({ statement }) => parseDecisionStatement(Buffer.from(statement)));
  expect(decisions.map(({ predicate }) => predicate.disregarded ?? 0).sort()).toEqual([0, 1, 1]);
  expect(auditDecisions(pending.approvalId, decisions)).toMatchObject({
    state: 'APPROVED',
    flaws: [],
    notes: [expect.stringContaining('its first decision doesn’t count')],
  });
});

describe('the baseline is in the log', () => {
  const found = async () => (await findingsOf(office, 'baseline')).map(({ kind }) => kind);
  beforeAll(async () => {
    await office.upkeep('unlogged baseline');
    // As the owner of the tables can, whom no privilege stops.
    for (const table of ['baseline_record', 'evidence_baseline'])
      await office.database.query(`alter table ${table} disable trigger user`);
  });

  test('and as it was logged', async () => {
    expect(await found()).toEqual([]);
  });

  test.each([
    ['a record that was changed', `update baseline_record set digest = repeat('0', 64) where kind = 'REQUEST'`],
    ['a record that was deleted', `delete from baseline_record where kind = 'DECISION'`],
    [
      'a record that was added',
      `insert into baseline_record select 'REQUEST', 'apv_0', digest, state, signature, key_id from baseline_record limit 1`,
    ],
    [
      'a statement that was changed',
      `update evidence_baseline set statement = replace(statement, '"decisions"', '"others"')`,
    ],
  ])('so %s is found', async (_, statement) => {
    await office.database.query('create table kept_records as table baseline_record');
    await office.database.query('create table kept_statements as table evidence_baseline');
    try {
      await office.database.query(statement);
      expect(await found()).toEqual(['BASELINE_CHANGED']);
    } finally {
      await office.database.query('truncate baseline_record, evidence_baseline');
      await office.database.query('insert into baseline_record table kept_records');
      await office.database.query('insert into evidence_baseline table kept_statements');
      await office.database.query('drop table kept_records, kept_statements');
    }
  });

  test('so a baseline that fits other records is found, whose statement isn’t the logged one', async () => {
    const [{ statement }] = (await office.database.query('select statement from evidence_baseline')) as [
      { statement: string },
    ];
    const records = await office.database.query<{ id: string; digest: string }>(
      `delete from baseline_record where kind = 'DECISION' returning *`,
    );
    expect(records.length).toBeGreaterThan(0);
    const { em } = contextOn(office.services.platform.database);
    const { requests, decisions } = await recordsIn(em);
    const forged = JSON.parse(statement);
    forged.subject[0].digest.sha256 = documentDigest({ requests, decisions });
    Object.assign(forged.predicate, { requests, decisions });
    await office.database.query('update evidence_baseline set statement = $1', [
      new TextDecoder().decode(canonicalBytes(forged)),
    ]);

    expect(await found()).toEqual(['BASELINE_CHANGED']);
    await office.database.query('delete from evidence_baseline');
    expect(await found()).toEqual(['BASELINE_MISSING']);
  });
});
