import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { decisionsCheck } from '../../src/approvals/decisions/decisions-check.ts';
import { customer } from '../../src/customers/customer.principal.ts';
import { auditExportFile } from '../../src/log/commands/audit-export.ts';
import { newId } from '../../src/platform/ids.ts';
import type { IntegrityRun } from '../../src/platform/upkeep/integrity-check.ts';
import { chainHash } from '../../src/proof/chain.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import type { Trust } from '../../src/proof/trust.ts';
import { type Office, startOffice } from '../approvals/support.ts';
import { audited, linesOf, trustOf } from '../chain/export.ts';
import { settled } from '../rest/support.ts';
import type { Credential, Json } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { download } from '../support/seals.ts';
import { signDecision } from '../support/signed-approvals.ts';
import { statementsOf } from '../support/statements.ts';

let office: Office;
let trust: Trust;
/** Approved by two, approved by one of two and rejected, and waiting for the second. */
let ids: { approved: string; rejected: string; open: string };
let whole: string;
beforeAll(async () => {
  office = await startOffice();
  const ada = await office.person('op_ada', 'APPROVER');
  const ben = await office.person('op_ben', 'APPROVER');
  ids = { approved: await filed(), rejected: await filed(), open: await filed() };
  await decide('approve', ada, ids.approved);
  await decide('approve', ben, ids.approved);
  await decide('approve', ben, ids.rejected);
  await decide('reject', ada, ids.rejected);
  await decide('approve', ada, ids.open);
  await settled(office);
  whole = await exported();
  trust = await trustOf(office);
});
afterAll(() => office.stop());

/** Something that two have to approve, as a customer asks for it. */
async function filed(): Promise<string> {
  const ctx = contextOn(office.services.platform.database, customer('cus_x', 'cky_x'));
  const { id } = await ctx.transactional((inner) =>
    office.services.apis.approvals.file(inner, {
      subjectKind: 'PUBLISH_REQUEST',
      subjectId: newId('approval'),
      title: 'Write to a customer',
      facts: {},
      payload: Buffer.from('Lease and deposit'),
      customerId: null,
      lifetimeMs: 86_400_000,
      quorum: 2,
      policy: { version: 3, sha256: 'c'.repeat(64) },
    }),
  );
  return id;
}

async function decide(how: 'approve' | 'reject', as: Credential, id: string): Promise<void> {
  const { sha256 } = await office.approval(id);
  const { code } = await office.decide(how, as, { id, sha256, reason: 'A private word' });
  expect(code).toBeUndefined();
}

async function sealed(id: string): Promise<string[]> {
  const { approval } = await office.graph(
    'query ($id: ID!) { approval(id: $id) { decisions { seal { status } } } }',
    'operator',
    { id },
  );
  return approval.decisions.map(({ seal }: Json) => seal.status);
}

async function exported(query = ''): Promise<string> {
  const response = await office.fetch(`/exports/decisions.jsonl${query}`, { as: 'operator' });
  expect(response.status).toBe(200);
  return response.text();
}

const records = (lines: readonly Json[]) =>
  lines.filter(({ type, entry }) => type === 'record' && entry.kind === 'DECISION');

test('every decision is verified offline, by the export and the keys of the service alone', async () => {
  expect(await audited(whole, trust)).toMatchObject({
    isClean: true,
    faults: [],
    approvals: { APPROVED: 1, REJECTED: 1, UNDECIDED: 1 },
  });
  expect(records(linesOf(whole))).toHaveLength(5);
});

test('the proofs of a page of decisions take the statements of one', async () => {
  const bundlesOf = (states: string) =>
    statementsOf(office, '/graphql', () =>
      office.graph(
        `{ approvals(filter: { state: [${states}] }) { nodes { decisions { seal { bundle } } } } }`,
        'operator',
      ),
    );

  const one = await bundlesOf('PENDING');
  const all = await bundlesOf('PENDING, APPROVED, REJECTED');

  const bundlesIn = ({ result }: { result: Json }) =>
    result.approvals.nodes.flatMap(({ decisions }: Json) => decisions.map(({ seal }: Json) => JSON.parse(seal.bundle)));
  expect(bundlesIn(one)).toHaveLength(1);
  expect(bundlesIn(all)).toHaveLength(5);
  expect(all.statements).toBe(one.statements);
});

test('a statement names people by their ids, and says nothing of what was decided about or why', async () => {
  const [first] = records(linesOf(whole)).filter(({ record }) => record.approvalId === ids.approved);
  const statement = JSON.parse(first.record.statement);

  expect(statement).toMatchObject({
    predicateType: expect.stringMatching(/\/predicate\/approval-decision\/v1$/),
    subject: [{ name: ids.approved, digest: { sha256: (await office.approval(ids.approved)).sha256 } }],
    predicate: {
      request: {
        subjectKind: 'PUBLISH_REQUEST',
        askedBy: 'customer:cus_x',
        barred: ['customer:cus_x'],
        quorum: 2,
        policy: { version: 3, sha256: 'c'.repeat(64) },
      },
      verdict: 'APPROVE',
      position: 1,
      approver: { actor: 'operator:op_ada', credential: { kind: 'BEARER' } },
    },
  });
  expect(whole).not.toMatch(/private word|Lease|deposit/i);
});

test('a decision tells of its seal: its place in the log, and a bundle', async () => {
  const { approval } = await office.graph(
    'query ($id: ID!) { approval(id: $id) { decisions { seal { status logIndex sealedAt bundle } } } }',
    'operator',
    { id: ids.open },
  );

  const [{ seal }] = approval.decisions;
  expect(seal).toMatchObject({ status: 'SEALED', logIndex: expect.any(Number), sealedAt: expect.any(String) });
  const { logIndex } = JSON.parse(seal.bundle).verificationMaterial.tlogEntries[0];
  expect(Number(logIndex)).toBe(seal.logIndex);
});

test('the auditor’s command says so, by two files and nothing else', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-decisions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, pinned] = ['decisions.jsonl', 'trust.json'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(file, whole);
  writeFileSync(pinned, await download(office, '/.well-known/imprimatur/trust.json'));
  let said = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });

  try {
    await auditExportFile(file, { trust: pinned, head: undefined, json: false });
  } finally {
    write.mockRestore();
    process.exitCode = 0;
  }

  expect(said).toMatch(/CLEAN/);
  expect(said).toMatch(/approvals\s+1 approved, 1 rejected, 1 undecided/);
});

test('a part of it is verified as well', async () => {
  const report = await audited(await exported(`?approvalId=${ids.approved}`), trust);

  expect(report).toMatchObject({ isClean: true, records: 2, approvals: { APPROVED: 1, REJECTED: 0, UNDECIDED: 0 } });
});

test('a decision is sealed once, whatever is told of it again, and what was left is sealed by upkeep', async () => {
  const [decision] = await office.database.query<{ id: string }>(
    'select id from approval_decision where approval_id = $1',
    [ids.open],
  );
  const entries = () => office.database.query('select count(*) from log_entry');
  const before = await entries();

  await office.database.query(
    `insert into outbox_event (type, payload, owner) select type, payload, owner from outbox_event, generate_series(1, 5)
     where type = 'approval.decision-made' and payload->>'decisionId' = $1`,
    [decision!.id],
  );
  await settled(office);
  expect(await office.upkeep('unsealed decisions')).toBe(0);

  expect(await entries()).toEqual(before);
});

describe('an export that somebody changed', () => {
  const faults = async (change: (lines: Json[]) => unknown) => {
    const lines = linesOf(whole);
    change(lines);
    const { isClean, faults } = await audited(lines, trust);
    expect(isClean).toBe(false);
    return faults.map(({ fault, reason }) => `${fault} ${reason}`).join('\n');
  };
  const of = (lines: Json[], approvalId: string, at: number) =>
    records(lines).filter(({ record }) => record.approvalId === approvalId)[at];

  test('by taking a decision away', async () => {
    const found = await faults((lines) => lines.splice(lines.indexOf(of(lines, ids.rejected, 1)), 1));

    expect(found).toMatch(/REMOVED/);
  });

  test('by taking it away and numbering the rest anew', async () => {
    const found = await faults((lines) => {
      lines.splice(lines.indexOf(of(lines, ids.approved, 0)), 1);
      rewrite(lines);
    });

    expect(found).toMatch(/REWRITTEN|ANCHOR_INVALID/);
    expect(found).toMatch(/APPROVAL_UNSOUND .*Decision 1 is missing or duplicated/);
  });

  test('by hiding one as not asked for', async () => {
    const found = await faults((lines) => {
      const hidden = of(lines, ids.rejected, 1);
      lines[lines.indexOf(hidden)] = { type: 'entry', entry: hidden.entry, absent: 'NOT_ASKED' };
    });

    expect(found).toMatch(/REMOVED .* matches the filter, but its record was left out/);
  });

  test('by another verdict', async () => {
    const found = await faults((lines) => {
      const { record } = of(lines, ids.rejected, 1);
      record.statement = record.statement.replace('"REJECT"', '"APPROVE"');
    });

    expect(found).toMatch(/RECORD_CHANGED/);
    expect(found).toMatch(/DECISION_INVALID .*Its proof belongs to another decision/);
  });

  test('by another verdict in the proof as well', async () => {
    const found = await faults((lines) => {
      const line = of(lines, ids.rejected, 1);
      line.record.statement = line.record.statement.replace('"REJECT"', '"APPROVE"');
      line.bundle.dsseEnvelope.payload = Buffer.from(line.record.statement).toString('base64');
      rewrite(lines);
    });

    expect(found).toMatch(/DECISION_INVALID .*The signature is not a signature of the seal key/);
  });

  test('by another decision’s proof', async () => {
    const found = await faults((lines) => {
      of(lines, ids.approved, 1).bundle = of(lines, ids.approved, 0).bundle;
    });

    expect(found).toMatch(/DECISION_INVALID .*Its proof belongs to another decision/);
  });

  test('by a decision with its proof a second time, as another one', async () => {
    const found = await faults((lines) => {
      const copy = structuredClone(of(lines, ids.open, 0));
      copy.record.id = copy.entry.subjectId = 'dec_another';
      lines.splice(-1, 0, copy);
      rewrite(lines);
    });

    expect(found).toMatch(/DECISION_INVALID dec_another: Its statement is about another decision/);
  });

  test('by taking the proof away', async () => {
    expect(await faults((lines) => delete of(lines, ids.open, 0).bundle)).toMatch(
      /The proof of its log entry is missing/,
    );
  });
});

test('a decision without a seal is named after an hour, and sealed by upkeep; one that was changed since is named', async () => {
  const id = await filed();
  await office.database.query(
    `insert into approval_decision (id, approval_id, verdict, decided_by, sha256, decided_at)
     select 'apd_' || repeat('0', 26), id, 'APPROVE', 'operator:op_old', sha256, now() - interval '2 hours' from approval where id = $1`,
    [id],
  );
  await signDecision(office, `apd_${'0'.repeat(26)}`);
  const findings = async () => {
    const found: string[] = [];
    await decisionsCheck.run({
      ctx: contextOn(office.services.platform.database),
      isOver: () => false,
      count: () => {},
      progress: () => {},
      found: ({ kind }: { kind: string }) => void found.push(kind),
    } as unknown as IntegrityRun);
    return found;
  };

  expect(await findings()).toEqual(['DECISION_NOT_SEALED']);
  expect(await office.upkeep('unsealed decisions')).toBe(1);
  expect(await sealed(id)).toEqual(['SEALED']);
  expect(await findings()).toEqual([]);
  await office.database.query('alter table approval_decision disable trigger user');
  await office.database.query(`update approval_decision set verdict = 'REJECT' where decided_by = 'operator:op_old'`);
  await office.database.query('alter table approval_decision enable trigger user');
  expect(await findings()).toEqual(['DECISION_CHANGED']);
});

test('of people who decide at the same moment each has a place of its own, and all are sealed once', async () => {
  const id = await filed();
  const { sha256 } = await office.approval(id);
  const input = { id, sha256, reason: 'No' };
  const crowd = await Promise.all(Array.from({ length: 12 }, (_, n) => office.person(`op_${n}`, 'APPROVER')));

  await Promise.all(crowd.map((as, n) => office.decide(n % 4 === 3 ? 'reject' : 'approve', as, input)));
  await settled(office);

  const rows = await office.database.query<{ position: number }>(
    'select position from approval_decision where approval_id = $1 order by position',
    [id],
  );
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1));
  const report = await audited(await exported(`?approvalId=${id}`), trust);
  expect(report).toMatchObject({ isClean: true, records: rows.length });
});

/** As somebody would who holds the export and not the log: every hash anew. */
function rewrite(lines: Json[]): void {
  let previous = '0'.repeat(64);
  let seq = 0;
  for (const line of lines) {
    if (!line.entry) continue;
    seq += 1;
    const { entry } = line;
    Object.assign(entry, { seq, previous, ...(line.record && { digest: documentDigest(line.record) }) });
    entry.hash = previous = chainHash(entry);
  }
  const trailer = lines.at(-1);
  const entries = lines.filter(({ entry }) => entry).length;
  const count = lines.filter(({ type }) => type === 'record').length;
  Object.assign(trailer, { entries, records: count, last: { seq, hash: previous } });
}
