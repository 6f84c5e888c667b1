import type { DecisionPredicate } from '../../src/proof/approval-decision.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import type { AnchorPredicate } from '../../src/proof/chain-anchor.ts';
import type { SealPredicate, StandingPredicate, StatusPredicate } from '../../src/proof/statement.ts';
import type { Trust } from '../../src/proof/trust.ts';
import { CLAIMED_AT, LOG_ORIGIN, NOW, PUBLIC_URL, type SealingHouse } from '../support/seal-fixture.ts';

/** With each optional member. One that is added to the type is a compile error here until it is added below. */
type Whole<T> = T extends Date | Uint8Array ? T : T extends object ? { [K in keyof T]-?: Whole<NonNullable<T[K]>> } : T;

const DIGEST = 'ab'.repeat(32);
const NONCE = encodeBase64(new Uint8Array(32));

/** Everything that this version can say in a statement about a seal, except what depends on the sealed text. */
export const WHOLE_SEAL: Whole<Omit<SealPredicate, 'byteLength' | 'normalizedDigest' | 'private'>> = {
  sealId: 'seal_whole',
  nonce: NONCE,
  mediaType: 'text/plain; charset=utf-8',
  canonicalization: 'none',
  issuer: { origin: PUBLIC_URL },
  submitter: 'AGENT',
  producer: {
    kind: 'gateway',
    agentId: 'agent_1',
    runId: 'run_1',
    model: 'm-1',
    requestId: 'request_1',
    task: 'human-phrasing/warm-tone',
    taskVersion: 1,
    deployment: 'anthropic/m-1',
    policyVersion: 1,
  },
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  aiGenerated: true,
  simulated: true,
  notFinal: true,
  disclaimer: {
    id: 'disclaimer_1',
    version: '1',
    sha256: DIGEST,
    language: 'en',
    ackedAt: CLAIMED_AT,
    ackedBy: 'person_1',
  },
  claimedAt: CLAIMED_AT,
  supersedes: { sealId: 'seal_0', leafHash: DIGEST },
  limits: ['Does not say that the content is true.'],
};

export const WHOLE_STATUS: Whole<StatusPredicate> = {
  statusId: 'status_1',
  nonce: NONCE,
  sealId: 'seal_whole',
  status: 'SUPERSEDED',
  reason: 'A wrong figure.',
  supersededBy: 'seal_next',
  by: 'OPERATOR',
  claimedAt: CLAIMED_AT,
};

export const WHOLE_STANDING: Whole<StandingPredicate> = {
  sealId: 'seal_whole',
  standing: 'IN_FORCE',
  asOf: NOW.toISOString(),
};

export const WHOLE_ANCHOR: Whole<AnchorPredicate> = {
  anchorId: 'anchor_1',
  seq: 1,
  previous: { anchorId: 'anchor_0', seq: 0, hash: DIGEST },
  claimedAt: CLAIMED_AT,
};

export const WHOLE_DECISION: Whole<DecisionPredicate> = {
  decisionId: 'decision_1',
  nonce: NONCE,
  request: {
    subjectKind: 'RUN',
    subjectId: 'run_1',
    askedBy: 'agent:agent_1',
    barred: ['operator:op_2'],
    quorum: 1,
    askedAt: CLAIMED_AT,
    expiresAt: NOW.toISOString(),
    policy: { version: 1, sha256: DIGEST },
  },
  verdict: 'APPROVE',
  // The verifiers of earlier releases, which don’t know `disregarded`, expect the first decision at position 1.
  position: 1,
  disregarded: 0,
  displayHash: DIGEST,
  approver: { actor: 'operator:op_1', credential: { kind: 'SESSION', issuedBy: 'operator:op_3' } },
  decidedAt: CLAIMED_AT,
  claimedAt: CLAIMED_AT,
};

/** Everything that this version can write into a trust file, about an issuer in memory. */
export function wholeTrust(issuer: SealingHouse, certificate: Uint8Array): Whole<Trust> {
  const validFor = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2027-01-01T00:00:00Z') };
  const { publicKey } = issuer.trustedLog();
  return {
    logs: [{ origin: LOG_ORIGIN, publicKey, validFor }],
    timeStampAuthorities: [{ name: 'TSA', uri: 'https://tsa.example.net', certificates: [certificate], validFor }],
    sealKeys: [{ publicKey: issuer.key.spki, validFor, revokedAt: new Date('2026-12-31T00:00:00Z'), reason: 'lost' }],
    witnessPolicies: [{ witnesses: issuer.witnesses.map(({ key }) => key), quorum: 1, validFor }],
    closedLogs: [{ origin: LOG_ORIGIN, checkpoint: issuer.tree().checkpoint(7) }],
    verifiers: [{ sha256: DIGEST, sealId: 'seal_1', origin: LOG_ORIGIN, logIndex: 3 }],
  };
}
