import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DecidableApproval,
  type Decider,
  findObstacle,
  stateAfter,
  stateAt,
} from '../../src/approvals/approval.rules.ts';
import '../../src/approvals/index.ts';
import { operator } from '../../src/operators/operator.principal.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const request = (more: Partial<DecidableApproval> = {}): DecidableApproval => ({
  state: 'PENDING',
  requestedBy: 'customer:cus_1',
  barred: ['customer:cus_1'],
  sha256: 'a'.repeat(64),
  quorum: 1,
  expiresAt: new Date('2026-11-23T10:00:00Z'),
  ...more,
});
const decider = (more: Partial<Decider> = {}): Decider => ({
  principal: operator('ada', ['APPROVER']),
  isBootstrapOver: false,
  isApprover: true,
  seenSha256: 'a'.repeat(64),
  ...more,
});
const byTokenOf = (issuedBy: string) => {
  const ada = operator('ada', ['APPROVER']);
  return { ...ada, credential: { ...ada.credential!, issuedBy } };
};

test('a person who has not asked for it, in time and with its digest, may decide', () => {
  expect(findObstacle(request(), [], decider(), NOW)).toBeNull();
});

test.each<[string, Partial<DecidableApproval>, Partial<Decider>]>([
  ['BOOTSTRAP_IS_OVER', {}, { isBootstrapOver: true }],
  ['NOT_AN_APPROVER', {}, { isApprover: false }],
  ['OWN_REQUEST', { requestedBy: 'operator:ada' }, {}],
  ['OWN_REQUEST', { barred: ['operator:ada'] }, {}],
  ['OWN_REQUEST', { barred: ['operator:eve'] }, { principal: byTokenOf('operator:eve') }],
  ['OWN_REQUEST', {}, { principal: { ...operator('ada', ['APPROVER']), onBehalfOf: 'customer:cus_1' } }],
  ['NOT_A_PERSON', {}, { principal: { ...operator('ada', ['APPROVER']), onBehalfOf: 'operator:eve' } }],
  ['ALREADY_DECIDED', { state: 'APPROVED' }, {}],
  ['ALREADY_DECIDED', { state: 'CANCELED' }, {}],
  ['EXPIRED', { state: 'EXPIRED' }, {}],
  ['EXPIRED', { expiresAt: NOW }, {}],
  ['OTHER_CONTENT', {}, { seenSha256: 'b'.repeat(64) }],
])('%s is why not', (obstacle, judged, who) => {
  expect(findObstacle(request(judged), [], decider(who), NOW)).toBe(obstacle);
});

test('each person decides once, where more than one has to', () => {
  const earlier = [{ verdict: 'APPROVE' as const, decidedBy: 'operator:ada' }];

  expect(findObstacle(request({ quorum: 2 }), earlier, decider(), NOW)).toBe('DECIDED_BEFORE');
  expect(
    findObstacle(request({ quorum: 2 }), earlier, decider({ principal: operator('eve', ['APPROVER']) }), NOW),
  ).toBeNull();
});

describe('how a request stands', () => {
  test('one who rejects is enough, of those who approve it the quorum, each counted once', () => {
    const decision = fc.record({
      verdict: fc.constantFrom('APPROVE' as const, 'REJECT' as const),
      decidedBy: fc.constantFrom('a', 'b', 'c', 'd'),
    });
    fc.assert(
      fc.property(fc.array(decision, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (decisions, quorum) => {
        const people = new Set(decisions.map(({ decidedBy }) => decidedBy)).size;
        const isRejected = decisions.some(({ verdict }) => verdict === 'REJECT');
        const expected = isRejected ? 'REJECTED' : people >= quorum ? 'APPROVED' : 'PENDING';
        expect(stateAfter(decisions, quorum)).toBe(expected);
      }),
    );
  });

  test('what was decided in time is not expired later', () => {
    const later = new Date('2027-01-01T00:00:00Z');

    expect(stateAt(request(), later)).toBe('EXPIRED');
    expect(stateAt(request({ state: 'APPROVED' }), later)).toBe('APPROVED');
    expect(stateAt(request(), NOW)).toBe('PENDING');
  });
});
