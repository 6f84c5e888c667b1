import type { FieldReader } from './json.ts';
import { CheckName } from './malformed-proof.ts';
import { type IssuedStatement, NONCE_LENGTH, readStatement, writeStatement } from './statement.ts';

export const DECISION_PREDICATE_PATH = '/predicate/approval-decision/v1';

export const DecisionVerdict = { APPROVE: 'APPROVE', REJECT: 'REJECT' } as const;
export type DecisionVerdict = (typeof DecisionVerdict)[keyof typeof DecisionVerdict];

/** What was asked for. It is the same in every decision about it. */
export interface ApprovalRequestFacts {
  subjectKind: string;
  subjectId: string;
  /** Actors, by the ids of the issuer and never by a name: who asked, and who may not decide it. */
  askedBy: string;
  barred: string[];
  /** How many different people have to approve it. One who rejects it is enough. */
  quorum: number;
  askedAt: string;
  expiresAt: string;
  /** What said how many have to approve it. Left out where nothing did. */
  policy?: { version: number; sha256: string };
}

/**
 * What one person has decided, by its issuer's word. The subject's digest is that of the exact bytes which were decided about, and
 * its name the id of the request for approval.
 */
export interface DecisionPredicate {
  decisionId: string;
  /** 32 random bytes, base64: nobody guesses from the log what was decided. */
  nonce: string;
  request: ApprovalRequestFacts;
  verdict: DecisionVerdict;
  /** From 1 on: which of the decisions about this request it is. */
  position: number;
  /**
   * SHA-256 in hex of the description that the approver was shown, in canonical JSON. Left out where it was decided without saying
   * which.
   */
  displayHash?: string;
  approver: {
    actor: string;
    /** What was shown, and by whom it was issued where that is another than the approver. */
    credential?: { kind: string; issuedBy?: string };
  };
  decidedAt: string;
  /** When it was signed, by the issuer's clock. */
  claimedAt: string;
}

/** @param sha256 of what was decided about, hex */
export function decisionStatement(
  publicUrl: string,
  { approvalId, sha256 }: { approvalId: string; sha256: string },
  predicate: DecisionPredicate,
): Uint8Array {
  const subject = { name: approvalId, digest: { sha256 } };
  return writeStatement(publicUrl + DECISION_PREDICATE_PATH, subject, predicate, parseDecisionStatement);
}

/** @throws MalformedProof */
export function parseDecisionStatement(payload: Uint8Array): IssuedStatement<DecisionPredicate> {
  return readStatement(payload, CheckName.digest, 'The decision’s statement', DECISION_PREDICATE_PATH, predicateOf);
}

function predicateOf(fields: FieldReader): DecisionPredicate {
  fields.base64('nonce', NONCE_LENGTH);
  const verdict = fields.string('verdict');
  if (!isVerdict(verdict)) fields.refuse('verdict', 'must be APPROVE or REJECT');
  return {
    decisionId: fields.string('decisionId'),
    nonce: fields.string('nonce'),
    request: requestOf(fields.object('request')),
    verdict,
    position: fields.count('position'),
    ...(fields.has('displayHash') && { displayHash: fields.hex('displayHash', 32) }),
    approver: approverOf(fields.object('approver')),
    decidedAt: fields.instant('decidedAt'),
    claimedAt: fields.instant('claimedAt'),
  };
}

const isVerdict = (word: string): word is DecisionVerdict => Object.hasOwn(DecisionVerdict, word);

function requestOf(fields: FieldReader): ApprovalRequestFacts {
  const policy = fields.optionalObject('policy');
  const request: ApprovalRequestFacts = {
    subjectKind: fields.string('subjectKind'),
    subjectId: fields.string('subjectId'),
    askedBy: fields.string('askedBy'),
    barred: fields.strings('barred'),
    quorum: fields.count('quorum'),
    askedAt: fields.instant('askedAt'),
    expiresAt: fields.instant('expiresAt'),
    ...(policy && { policy: { version: policy.count('version'), sha256: policy.hex('sha256', 32) } }),
  };
  policy?.end();
  fields.end();
  return request;
}

function approverOf(fields: FieldReader): DecisionPredicate['approver'] {
  const credential = fields.optionalObject('credential');
  const issuedBy = credential?.optionalString('issuedBy');
  const approver = {
    actor: fields.string('actor'),
    ...(credential && { credential: { kind: credential.string('kind'), ...(issuedBy !== undefined && { issuedBy }) } }),
  };
  credential?.end();
  fields.end();
  return approver;
}
