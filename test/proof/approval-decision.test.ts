import { expect, test } from 'vitest';
import {
  type DecisionPredicate,
  decisionStatement,
  parseDecisionStatement,
} from '../../src/proof/approval-decision.ts';
import { MalformedProof } from '../../src/proof/malformed-proof.ts';

const PREDICATE: DecisionPredicate = {
  decisionId: 'apd_1',
  nonce: Buffer.alloc(32).toString('base64'),
  request: {
    subjectKind: 'PUBLISH_REQUEST',
    subjectId: 'pub_1',
    askedBy: 'agent:agt_1',
    barred: ['agent:agt_1'],
    quorum: 1,
    askedAt: '2026-11-22T10:00:00Z',
    expiresAt: '2026-11-22T11:00:00Z',
  },
  verdict: 'APPROVE',
  position: 1,
  approver: { actor: 'operator:op_a', credential: { kind: 'SESSION' } },
  decidedAt: '2026-11-22T10:30:00Z',
  claimedAt: '2026-11-22T10:30:01Z',
};
const ABOUT = { approvalId: 'apv_1', sha256: 'a'.repeat(64) };

const written = (predicate: object) =>
  decisionStatement('https://example.org', ABOUT, { ...PREDICATE, ...predicate } as DecisionPredicate);

test('a statement says what was shown, or nothing of it', () => {
  const displayHash = 'b'.repeat(64);

  expect(parseDecisionStatement(written({ displayHash })).predicate).toEqual({ ...PREDICATE, displayHash });
  expect(parseDecisionStatement(written({})).predicate).toEqual(PREDICATE);
});

test.each([['B'.repeat(64)], ['b'.repeat(63)], [''], [null], [7]])(
  '%j is no digest of what was shown',
  (displayHash) => {
    expect(() => written({ displayHash })).toThrow(MalformedProof);
  },
);
