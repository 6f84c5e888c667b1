import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvalsCheck } from '../../src/approvals/approval.check.ts';
import { ApprovalService } from '../../src/approvals/approval.service.ts';
import { Approvers } from '../../src/approvals/approvers.ts';
import { HeldContent } from '../../src/approvals/held-content.ts';
import { DecisionPasskeys } from '../../src/approvals/passkeys/decision-passkeys.ts';
import { customer } from '../../src/customers/customer.principal.ts';
import { operator } from '../../src/operators/operator.principal.ts';
import { partner } from '../../src/partners/partner.principal.ts';
import { internal, type Principal } from '../../src/platform/auth/principal.ts';
import type { IntegrityFinding } from '../../src/platform/upkeep/integrity-check.ts';
import { integration } from '../../src/settings/integration.principal.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Credential, type Json, refusalOf } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { bindingOf } from '../support/signed-approvals.ts';
import { GATED, type Office, startOffice } from './support.ts';

let office: Office;
let asker: Credential;
let approver: Credential;
let id: string;
let runId: string;
let sha256: string;
beforeAll(async () => {
  office = await startOffice();
  asker = (await customerWithKey(office)).as;
  approver = await office.person('approver', 'APPROVER');
});
afterAll(() => office.stop());
beforeEach(async () => {
  ({ approvalId: id, runId } = await office.held(asker));
  [{ sha256 }] = (await office.database.query<Json>('select sha256 from approval where id = $1', [id])) as [Json];
});

const stateOf = async () => (await office.approval(id)).state;
const decisions = () =>
  office.database.query('select verdict, decided_by, sha256 from approval_decision where approval_id = $1', [id]);

describe('who decides', () => {
  test('forty at once: one counts, and the others are told', async () => {
    const people = await Promise.all(
      Array.from({ length: 40 }, (_, index) => office.person(`approver-${index}`, 'APPROVER')),
    );

    const results = await Promise.all(
      people.map((as, index) => office.decide(index % 2 ? 'approve' : 'reject', as, { id, sha256 })),
    );

    const counted = results.filter(({ __typename }) => __typename !== 'DecisionRefused');
    expect(counted).toHaveLength(1);
    expect(results.filter(({ obstacle }) => obstacle === 'ALREADY_DECIDED')).toHaveLength(39);
    expect(await decisions()).toHaveLength(1);
    expect(await stateOf()).toBe(counted[0].approval.state);
    expect(await decidedEvents()).toHaveLength(1);
  });

  test('one person twice at once counts once, and is answered the same; the opposite is a conflict', async () => {
    const twice = await office.person('twice', 'APPROVER');
    const results = await Promise.all([1, 2].map(() => office.decide('approve', twice, { id, sha256 })));

    expect(results[0]).toMatchObject({ __typename: 'ApprovedRequest', approval: { state: 'APPROVED' } });
    expect(results[1]).toEqual(results[0]);
    expect(await decisions()).toEqual([{ verdict: 'APPROVE', decided_by: 'operator:twice', sha256 }]);
    const opposite = await office.decide('reject', twice, { id, sha256 });
    expect(opposite).toMatchObject({ code: 'CONFLICT', obstacle: 'DECIDED_BEFORE' });
    expect(await decidedEvents()).toHaveLength(1);
  });

  test('an approver who is let go decides nothing more, and what they decided holds', async () => {
    const gone = await office.person('gone', 'APPROVER');
    await office.decide('approve', gone, { id, sha256 });
    const next = await office.held(asker);
    await office.graph('mutation { disableOperator(input: { operatorId: "gone" }) { __typename } }', 'operator');

    const answer = await office.json('/graphql', {
      as: gone,
      body: {
        query: 'mutation ($input: ApproveInput!) { approve(input: $input) { __typename } }',
        variables: { input: { approvalId: next.approvalId, sha256 } },
      },
    });

    expect(answer.status).toBe(401);
    expect((await office.approval(next.approvalId)).state).toBe('PENDING');
    expect((await office.ask(runId, asker)).status).toBe(200);
  });

  test('nobody decides what they have asked for, nor reads it before somebody else has', async () => {
    const both = await office.person('both', 'ADMIN');
    const own = await office.held(both);
    const seen = await office.approval(own.approvalId, both);
    expect(seen).toMatchObject({ state: 'PENDING', payloadText: null, obstacle: 'OWN_REQUEST' });

    for (const how of ['approve', 'reject'] as const) {
      expect(await office.decide(how, both, { id: own.approvalId, sha256: seen.sha256 })).toMatchObject({
        code: 'FORBIDDEN',
        obstacle: 'OWN_REQUEST',
      });
    }
    expect((await office.ask(own.runId, both)).status).toBe(403);
    await office.decide('approve', approver, { id: own.approvalId, sha256: seen.sha256 });
    expect((await office.ask(own.runId, both)).status).toBe(200);
  });

  test('those who lack the permission are refused: an auditor, an editor, customers, integrations, strangers', async () => {
    const refused: (Credential | undefined)[] = [
      await office.person('auditor', 'AUDITOR'),
      await office.person('editor', 'EDITOR'),
      asker,
      'integration' as const,
      undefined,
    ];
    for (const as of refused) {
      const answer = await office.graphql(
        'mutation ($input: ApproveInput!) { approve(input: $input) { __typename ... on Problem { code } } }',
        { as, variables: { input: { approvalId: id, sha256 } } },
      );
      expect(refusalOf(answer)).toBe(as ? 'FORBIDDEN' : 'UNAUTHENTICATED');
    }
    const seen = await office.approval(id, await office.person('auditor', 'AUDITOR'));
    expect(seen).toMatchObject({ payloadText: null, obstacle: 'NOT_AN_APPROVER' });
    expect((await office.approval(id, asker)).obstacle).toBe('NOT_A_PERSON');
    expect(await decisions()).toEqual([]);
  });

  test('and whoever is no person is refused by the rules as well, whatever they may do', async () => {
    const { platform } = office.services;
    const service = new ApprovalService({
      content: new HeldContent(platform.encryption),
      binding: bindingOf(office),
      settings: { value: async () => 1 as never },
      limits: platform.limits,
      live: platform.live,
      contributed: platform.contributed,
      passkeys: new DecisionPasskeys(
        { canSign: async () => false, request: async () => null, verify: async () => 'UNKNOWN' },
        true,
      ),
      people: new Approvers({
        isBootstrap: () => false,
        mayBootstrapDecide: async () => true,
        mayDecideNow: async () => true,
        approvers: async () => [],
      }),
    });
    const all = operator('x', ['ADMIN']).permissions;
    const machines: Principal[] = [
      internal('a job'),
      internal('a job', 'operator:admin'),
      integration('x'),
      partner('ptn_x', 'ptk_x'),
      customer('cus_x', 'cky_x'),
      { ...operator('x', ['ADMIN']), onBehalfOf: 'customer:cus_x' },
    ];
    for (const machine of machines) {
      const ctx = contextOn(platform.database, { ...machine, permissions: all });
      expect(await service.approve(ctx, { approvalId: id, sha256 })).toMatchObject({ obstacle: 'NOT_A_PERSON' });
    }
    expect(await decisions()).toEqual([]);
  });
});

describe('what is decided', () => {
  test('is what was seen: another digest is refused', async () => {
    const result = await office.decide('approve', approver, { id, sha256: 'a'.repeat(64) });

    expect(result).toMatchObject({ code: 'CONFLICT', obstacle: 'OTHER_CONTENT' });
    expect(await stateOf()).toBe('PENDING');
  });

  test('is never changed, not in the database either', async () => {
    await office.decide('reject', approver, { id, sha256 });

    await expect(office.database.query(`update approval_decision set verdict = 'APPROVE'`)).rejects.toThrow('for good');
    await expect(office.database.query(`update approval set state = 'APPROVED' where id = $1`, [id])).rejects.toThrow(
      'for good',
    );
    expect(await office.decide('approve', await office.person('late', 'APPROVER'), { id, sha256 })).toMatchObject({
      obstacle: 'ALREADY_DECIDED',
    });
  });

  test('needs a reason to be rejected, of a bounded length', async () => {
    for (const reason of ['', '  ', 'x'.repeat(1_001)]) {
      expect(await office.decide('reject', approver, { id, sha256, reason })).toMatchObject({
        code: 'INPUT_INVALID',
      });
    }
    expect(await office.decide('approve', approver, { id, sha256, reason: 'x'.repeat(1_001) })).toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect(await office.decide('approve', approver, { id: 'apv_none', sha256 })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await stateOf()).toBe('PENDING');
  });

  test('who asked takes it back, and nobody else does', async () => {
    const cancel = async (as: Credential) =>
      (
        await office.graph(
          `mutation ($id: ID!) { cancelApproval(input: { approvalId: $id }) { __typename ... on CanceledRequest { approval { state } } } }`,
          as,
          { id },
        )
      ).cancelApproval;

    expect(await cancel('operator')).toEqual({ __typename: 'NotFound' });
    expect(await cancel(asker)).toEqual({ __typename: 'CanceledRequest', approval: { state: 'CANCELED' } });
    expect(await cancel(asker)).toEqual({ __typename: 'NotPending' });
    expect(await office.ask(runId, asker)).toMatchObject({
      status: 410,
      body: { error: { code: 'approval_canceled' } },
    });
    expect(await office.decide('approve', approver, { id, sha256 })).toMatchObject({ obstacle: 'ALREADY_DECIDED' });
  });
});

describe('what was changed after its hash', () => {
  const otherContent = async () => {
    const { encryption } = office.services.platform;
    return encryption.encrypt(Buffer.from('{"text":"other"}'), id);
  };
  const tampered: [string, () => Promise<void>, code?: string][] = [
    [
      'another content, rightly encrypted',
      async () =>
        void (await office.database.query('update approval set payload = $2 where id = $1', [
          id,
          await otherContent(),
        ])),
    ],
    [
      'another content with its own digest',
      async () => {
        const { createHash } = await import('node:crypto');
        const digest = createHash('sha256').update('{"text":"other"}').digest('hex');
        await office.database.query('update approval set payload = $2, sha256 = $3 where id = $1', [
          id,
          await otherContent(),
          digest,
        ]);
      },
      'APPROVAL_NOT_PROVEN',
    ],
    [
      'a flipped bit',
      async () =>
        void (await office.database.query(
          'update approval set payload = set_byte(payload, length(payload) - 1, get_byte(payload, length(payload) - 1) # 1) where id = $1',
          [id],
        )),
    ],
    [
      'the content of another request',
      async () => {
        const other = await office.held(asker, { text: 'Something else altogether.' });
        await office.database.query(
          'update approval set payload = (select payload from approval where id = $2) where id = $1',
          [id, other.approvalId],
        );
      },
    ],
    [
      'another digest',
      async () =>
        void (await office.database.query(`update approval set sha256 = repeat('0', 64) where id = $1`, [id])),
      'APPROVAL_NOT_PROVEN',
    ],
  ];

  test.each(tampered)('%s: an approved output is not released', async (_, tamper, code = 'HELD_CONTENT_CHANGED') => {
    await office.decide('approve', approver, { id, sha256 });
    await tamper();

    expect(await office.ask(runId, asker)).toMatchObject({
      status: 409,
      body: { error: { code: code.toLowerCase() } },
    });
    const { data, errors } = await office.graphql('query ($id: ID!) { run(id: $id) { id heldAnswer { text } } }', {
      as: asker,
      variables: { id: runId },
    });
    expect(data.run.heldAnswer).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe(code);
    expect(await findings()).toContainEqual(expect.objectContaining({ rows: [`approval ${id}`] }));
  });

  test('nor can it be approved, or read by who is to', async () => {
    await tampered[0]![1]();

    const { data } = await office.graphql(
      `mutation ($input: ApproveInput!) { approve(input: $input) { ... on Problem { code } } }`,
      { as: approver, variables: { input: { approvalId: id, sha256 } } },
    );
    expect(data.approve).toEqual({ code: 'HELD_CONTENT_CHANGED' });
    expect(await stateOf().catch(() => 'unreadable')).toBe('unreadable');
    expect(await decisions()).toEqual([]);
  });

  async function findings(): Promise<IntegrityFinding[]> {
    const { platform } = office.services;
    const found: IntegrityFinding[] = [];
    await approvalsCheck(new HeldContent(platform.encryption)).run({
      ctx: contextOn(platform.database),
      count: () => {},
      found: (finding: IntegrityFinding) => void found.push(finding),
      isOver: () => false,
    } as never);
    return found;
  }
});

test('what was held is let go of when its days are over, and its digest stays', async () => {
  await office.decide('approve', approver, { id, sha256 });
  await office.database.query(`update approval set decided_at = now() - interval '31 days' where id = $1`, [id]);

  await office.upkeep('held content of decided requests');

  expect(await office.ask(runId, asker)).toMatchObject({ status: 410, body: { error: { code: 'held_content_gone' } } });
  expect(await office.database.query('select payload, sha256, state from approval where id = $1', [id])).toEqual([
    { payload: null, sha256, state: 'APPROVED' },
  ]);
});

test('who has asked enough for a day is told so before anything is spent', async () => {
  const few = await startOffice({ env: { APPROVALS_PER_DAY: '1' } });
  const { as } = await customerWithKey(few);
  expect((await few.held(as)).status).toBe(403);

  const second = await few.held(as);

  expect([second.status, second.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(await few.database.query('select task from run')).toEqual([{ task: GATED }]);
  expect(await few.database.query('select from reservation where settled_at is null')).toEqual([]);
});

const decidedEvents = () =>
  office.database.query(`select from outbox_event where type = 'approval.decided' and payload->>'approvalId' = $1`, [
    id,
  ]);
