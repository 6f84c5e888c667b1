import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DECISION_KEY } from '../../src/approvals/binding/decision-keys.ts';
import { LocalSigner, newLocalKey } from '../../src/log/index.ts';
import { newId } from '../../src/platform/ids.ts';
import type { IntegrityFinding } from '../../src/platform/upkeep/integrity-check.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Credential, DECISION_PRIVATE_KEY, type Json } from '../support/api.ts';
import { findingsOf } from '../support/findings.ts';
import { type Office, startOffice } from './support.ts';

let office: Office;
let asker: Credential;
let ada: Credential;
let id: string;
let runId: string;
let sha256: string;
beforeAll(async () => {
  office = await startOffice();
  asker = (await customerWithKey(office)).as;
  ada = await office.person('ada', 'APPROVER');
});
afterAll(() => office.stop());
beforeEach(async () => {
  ({ approvalId: id, runId } = await office.held(asker));
  ({ sha256 } = await office.approval(id));
});

/** Runs statements as someone who owns the tables: no trigger stops them. */
async function forge(...statements: [sql: string, ...values: unknown[]][]): Promise<void> {
  const tables = ['approval', 'approval_decision'];
  for (const table of tables) await office.database.query(`alter table ${table} disable trigger user`);
  try {
    for (const [sql, ...values] of statements) await office.database.query(sql, values);
  } finally {
    for (const table of tables) await office.database.query(`alter table ${table} enable trigger user`);
  }
}

const INSERT_DECISION = `insert into approval_decision (id, approval_id, verdict, decided_by, sha256, credential_kind, position, decided_at)
  values ($1, $2, 'APPROVE', $3, $4, 'SESSION', 1, now())`;
const APPROVED = `update approval set state = 'APPROVED', decided_at = now() where id = $1`;

async function findings(): Promise<IntegrityFinding[]> {
  const found = await findingsOf(office, 'approval-signatures');
  return found.filter(({ rows }) => rows.includes(`approval ${id}`));
}

/** The requester gets nothing by any door, and `integrity` names the request. */
async function expectRefused(kind: IntegrityFinding['kind']): Promise<void> {
  expect(await office.ask(runId, asker)).toMatchObject({
    status: 409,
    body: { error: { code: 'approval_not_proven' } },
  });
  const { data, errors } = await office.graphql('query ($id: ID!) { run(id: $id) { heldAnswer { text } } }', {
    as: asker,
    variables: { id: runId },
  });
  expect(data.run.heldAnswer).toBeNull();
  expect(errors?.[0]?.extensions.code).toBe('APPROVAL_NOT_PROVEN');
  expect(await findings()).toMatchObject([{ kind }]);
}

const decisionsInLog = () => office.database.query('select from decision_seal where approval_id = $1', [id]);

describe('a forged approval releases nothing', () => {
  test('a decision that was inserted, which upkeep doesn’t seal either', async () => {
    await forge([INSERT_DECISION, newId('approvalDecision'), id, 'operator:ada', sha256], [APPROVED, id]);

    await expectRefused('DECISION_NOT_SIGNED');
    await office.upkeep('unsealed decisions');
    expect(await decisionsInLog()).toEqual([]);
  });

  test('a state that was set without a decision', async () => {
    await forge([APPROVED, id]);

    await expectRefused('NOT_APPROVED');
  });

  test('a decision with a signature that was copied from another request', async () => {
    const other = await office.held(asker, { text: 'Another question.' });
    const seen = await office.approval(other.approvalId);
    await office.decide('approve', ada, { id: other.approvalId, sha256: seen.sha256 });

    await forge(
      [
        `insert into approval_decision (id, approval_id, verdict, decided_by, sha256, credential_kind, position, decided_at, signature, key_id)
           select $1, $2, verdict, decided_by, $3, credential_kind, position, decided_at, signature, key_id
           from approval_decision where approval_id = $4`,
        newId('approvalDecision'),
        id,
        sha256,
        other.approvalId,
      ],
      [APPROVED, id],
    );

    await expectRefused('DECISION_NOT_SIGNED');
  });

  test('a rejection that was turned into an approval', async () => {
    await office.decide('reject', ada, { id, sha256 });

    await forge([`update approval_decision set verdict = 'APPROVE' where approval_id = $1`, id], [APPROVED, id]);

    await expectRefused('DECISION_NOT_SIGNED');
  });

  test('a rejection whose decision was deleted', async () => {
    await office.decide('reject', ada, { id, sha256 });

    await forge([`delete from approval_decision where approval_id = $1`, id], [APPROVED, id]);

    await expectRefused('NOT_APPROVED');
  });

  test('a decision in the name of another person', async () => {
    await office.decide('approve', ada, { id, sha256 });

    await forge([`update approval_decision set decided_by = 'operator:grace' where approval_id = $1`, id]);

    await expectRefused('DECISION_NOT_SIGNED');
  });

  test('a key that was added to the table of keys, with its own endorsement', async () => {
    const { signer } = newLocalKey(DECISION_KEY);
    const own = new LocalSigner(DECISION_PRIVATE_KEY, DECISION_KEY);
    await office.database.query(`insert into decision_key values ($1, $2, now(), null)`, [
      signer.keyId,
      Buffer.from(signer.publicKey),
    ]);
    await office.database.query(`insert into decision_key_endorsement values ($1, $2, $3), ($2, $1, $3)`, [
      signer.keyId,
      own.keyId,
      signer.signNow(Buffer.from('an endorsement')),
    ]);
    await forge(
      [INSERT_DECISION, newId('approvalDecision'), id, 'operator:ada', sha256],
      [
        'update approval_decision set signature = $2, key_id = $3 where approval_id = $1',
        id,
        signer.signNow(Buffer.from('a decision')),
        signer.keyId,
      ],
      [APPROVED, id],
    );

    await expectRefused('DECISION_NOT_SIGNED');
  });

  test('a baseline record that was inserted afterwards', async () => {
    await forge(
      [`update approval set terms_signature = null, terms_key_id = null where id = $1`, id],
      [
        `insert into baseline_record (kind, id, digest, state, signature, key_id)
           select 'REQUEST', $1, repeat('0', 64), 'APPROVED', 'x', $2`,
        id,
        new LocalSigner(DECISION_PRIVATE_KEY, DECISION_KEY).keyId,
      ],
      [INSERT_DECISION, newId('approvalDecision'), id, 'operator:ada', sha256],
      [APPROVED, id],
    );

    await expectRefused('TERMS_NOT_SIGNED');
  });
});

describe('changed terms are refused when they are used', () => {
  const changes: [string, string][] = [
    ['the quorum', 'update approval set quorum = 0 where id = $1'],
    ['the barred actors', `update approval set barred = '{}' where id = $1`],
    ['the requester', `update approval set asked_by = 'operator:nobody' where id = $1`],
    ['the deadline', `update approval set expires_at = expires_at + interval '1 year' where id = $1`],
    ['the title that approvers saw', `update approval set title = 'Release a harmless answer' where id = $1`],
    ['the facts that approvers saw', `update approval set facts = facts || '{"isSimulated": "no"}' where id = $1`],
    ['the customer', `update approval set customer_id = 'cus_other' where id = $1`],
  ];

  test.each(changes)('%s, after the decision', async (_, change) => {
    await office.decide('approve', ada, { id, sha256 });
    await forge([change, id]);

    // A request whose customer or requester was changed may no longer be found by its caller at all.
    expect((await office.ask(runId, asker)).status).toBeGreaterThanOrEqual(400);
    expect(await findings()).toMatchObject([{ kind: 'TERMS_NOT_SIGNED' }]);
  });

  test.each(changes)('%s, before the decision: nothing is decided', async (_, change) => {
    await forge([change, id]);

    const { data } = await office.graphql(
      `mutation ($input: ApproveInput!) { approve(input: $input) { __typename ... on Problem { code } } }`,
      { as: ada, variables: { input: { approvalId: id, sha256 } } },
    );
    expect((data.approve as Json).code).toBe('APPROVAL_NOT_PROVEN');
    const made = await office.database.query('select from approval_decision where approval_id = $1', [id]);
    expect(made).toEqual([]);
  });

  test('an expired request whose deadline was moved', async () => {
    await forge([`update approval set expires_at = now() - interval '1 hour' where id = $1`, id]);
    await office.upkeep('expired approvals');
    await forge([
      `update approval set expires_at = now() + interval '1 hour', state = 'PENDING', decided_at = null where id = $1`,
      id,
    ]);

    expect(await office.decide('approve', ada, { id, sha256 })).toMatchObject({ code: 'APPROVAL_NOT_PROVEN' });
  });
});

test.each([
  ['customer', 'customer_id = other.customer_id'],
  ['customer and requester', 'customer_id = other.customer_id, requested_by = other.requested_by'],
])('an answer whose run was given another %s is not released to them', async (_, changed) => {
  await office.decide('approve', ada, { id, sha256 });
  const { as: stranger } = await customerWithKey(office);
  const { runId: otherRunId } = await office.held(stranger);
  await office.database.query('alter table run disable trigger user');
  await office.database.query(
    `update run set ${changed} from (select customer_id, requested_by from run where id = $2) other where id = $1`,
    [runId, otherRunId],
  );
  await office.database.query('alter table run enable trigger user');

  expect(await office.ask(runId, stranger)).toMatchObject({
    status: 409,
    body: { error: { code: 'approval_not_proven' } },
  });
});

test('an answer that the service itself pays for is released to its requester', async () => {
  const own = await office.held('integration');
  const shown = await office.approval(own.approvalId);
  await office.decide('approve', ada, { id: own.approvalId, sha256: shown.sha256 });

  expect((await office.ask(own.runId, 'integration')).status).toBe(200);
});

test('the documents of a held answer name the problem', async () => {
  const { paths } = (await office.json('/openapi.json')).body;
  const { description } = paths['/v1/runs/{id}'].get.responses['409'];

  expect(description).toContain('`APPROVAL_NOT_PROVEN`');
  expect(description).toContain('`RECORD_CHANGED`');
});

test('what a person approved is released, and integrity finds nothing', async () => {
  await office.decide('approve', ada, { id, sha256 });

  expect((await office.ask(runId, asker)).status).toBe(200);
  expect(await findings()).toEqual([]);
});

test.each(['delete from approval_decision where approval_id = $1', 'truncate approval_decision'])(
  'the database refuses: %s',
  async (statement) => {
    await office.decide('approve', ada, { id, sha256 });

    const attempt = office.database.query(statement, statement.includes('$1') ? [id] : []);
    await expect(attempt).rejects.toThrow('is for good');
  },
);
