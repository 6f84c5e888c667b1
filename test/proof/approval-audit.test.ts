import { describe, expect, test } from 'vitest';
import { auditDecisions, type DecisionStatement } from '../../src/proof/approval-audit.ts';

type Change = Partial<Omit<DecisionStatement['predicate'], 'request'>> & { request?: object; sha256?: string };

function decision(position: number, actor: string, { sha256 = 'a'.repeat(64), ...change }: Change = {}) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'apr_1', digest: { sha256 } }],
    predicateType: 'https://example.org/predicate/approval-decision/v1',
    predicate: {
      decisionId: `apd_${position}`,
      nonce: '',
      verdict: 'APPROVE',
      position,
      approver: { actor, credential: { kind: 'SESSION' } },
      decidedAt: '2026-11-22T10:30:00Z',
      claimedAt: '2026-11-22T10:30:01Z',
      ...change,
      request: {
        subjectKind: 'PUBLISH_REQUEST',
        subjectId: 'pub_1',
        askedBy: 'agent:agt_1',
        barred: ['agent:agt_1', 'operator:op_owner'],
        quorum: 2,
        askedAt: '2026-11-22T10:00:00Z',
        expiresAt: '2026-11-22T11:00:00Z',
        ...change.request,
      },
    },
  } as DecisionStatement;
}

const judged = (...decisions: DecisionStatement[]) => auditDecisions('apr_1', decisions);

test('two different people approve what two have to', () => {
  expect(judged(decision(2, 'operator:op_b'), decision(1, 'operator:op_a'))).toEqual({
    approvalId: 'apr_1',
    state: 'APPROVED',
    flaws: [],
    notes: [],
  });
});

test('one of two is not enough, and one rejection is', () => {
  expect(judged(decision(1, 'operator:op_a'))).toMatchObject({ state: 'UNDECIDED', flaws: [] });
  expect(judged(decision(1, 'operator:op_a'), decision(2, 'operator:op_b', { verdict: 'REJECT' }))).toMatchObject({
    state: 'REJECTED',
    flaws: [],
  });
});

describe('what must not be is named', () => {
  const a = decision(1, 'operator:op_a');
  const second = (actor: string, change: Change = {}) => judged(a, decision(2, actor, change)).flaws.join('\n');

  test.each([
    ['one person twice', second('operator:op_a'), 'operator:op_a decided twice'],
    ['who asked', second('agent:agt_1'), 'agent:agt_1 requested it'],
    ['a machine', second('agent:agt_2'), 'agent:agt_2 isn’t a person'],
    ['the service', second('approvals'), 'approvals isn’t a person'],
    [
      'a person by nothing they have shown',
      second('operator:op_b', { approver: { actor: 'operator:op_b', credential: { kind: 'INTERNAL' } } }),
      'isn’t a person',
    ],
    ['who is barred', second('operator:op_owner'), 'operator:op_owner is barred'],
    ['too late', second('operator:op_b', { decidedAt: '2026-11-22T11:00:00.001Z' }), 'after it expired'],
    ['too early', second('operator:op_b', { decidedAt: '2026-11-22T09:59:59Z' }), 'before it was requested'],
    [
      'about other bytes',
      second('operator:op_b', { sha256: 'b'.repeat(64) }),
      'in the bytes, the quorum or other terms',
    ],
    [
      'under another quorum',
      second('operator:op_b', { request: { quorum: 1 } }),
      'in the bytes, the quorum or other terms',
    ],
    ['with nobody barred', second('operator:op_b', { request: { barred: [] } }), 'other terms'],
    [
      'a place that is missing',
      judged(decision(2, 'operator:op_b')).flaws.join(),
      'Decision 1 is missing or duplicated',
    ],
    ['a place twice', judged(a, decision(1, 'operator:op_b')).flaws.join(), 'missing or duplicated'],
    [
      'after it was rejected',
      judged(decision(1, 'operator:op_a', { verdict: 'REJECT' }), decision(2, 'operator:op_b')).flaws.join(),
      'already decided',
    ],
    [
      'after it was approved',
      judged(a, decision(2, 'operator:op_b'), decision(3, 'operator:op_c', { verdict: 'REJECT' })).flaws.join(),
      'already decided',
    ],
  ])('%s', (_what, flaws, expected) => {
    expect(flaws).toContain(expected);
  });

  test('and who decided by what another has issued is told of, which is no flaw', () => {
    const approver = { actor: 'operator:op_b', credential: { kind: 'BEARER', issuedBy: 'operator:op_a' } };

    expect(judged(a, decision(2, 'operator:op_b', { approver }))).toMatchObject({
      state: 'APPROVED',
      flaws: [],
      notes: ['apr_1: operator:op_b decided with a credential issued by operator:op_a.'],
    });
  });
});
