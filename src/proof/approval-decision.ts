import type { FieldReader } from './json.ts';
import { CheckName } from './malformed-proof.ts';
import { type IssuedStatement, NONCE_LENGTH, readStatement, writeStatement } from './statement.ts';

export const DECISION_PREDICATE_PATH = '/predicate/approval-decision/v1';

export const DecisionVerdict = { APPROVE: 'APPROVE', REJECT: 'REJECT' } as const;
export type DecisionVerdict = (typeof DecisionVerdict)[keyof typeof DecisionVerdict];

/** Facts of the approval request, repeated in every decision about it. */
export interface ApprovalRequestFacts {
  subjectKind: string;
  subjectId: string;
  /** Id of the requester; `barred` has the ids of other people who can't decide. The ids are the issuer's own, never names. */
  askedBy: string;
  barred: string[];
  /** Number of different people who must approve. One rejection is enough to reject. */
  quorum: number;
  askedAt: string;
  expiresAt: string;
  /** Policy that set the quorum. Absent if the quorum comes from no policy. */
  policy?: { version: number; sha256: string };
}

/**
 * One person's decision about an approval request, as stated by the issuer. The subject's digest is that of the decided bytes,
 * and its name is the id of the request.
 */
export interface DecisionPredicate {
  decisionId: string;
  /** 32 random bytes, base64, so that the decision can't be guessed from its digest in the log. */
  nonce: string;
  request: ApprovalRequestFacts;
  verdict: DecisionVerdict;
  /** Number of this decision among those about the request, from 1. */
  position: number;
  /**
   * Number of earlier decisions about the request that don't count, because they were made before the issuer signed decisions, and
   * the request was still undecided then. Absent if all count.
   */
  disregarded?: number;
  /**
   * SHA-256 in hex of the description shown to the approver, in canonical JSON. Absent if the decision didn't say which
   * description was shown.
   */
  displayHash?: string;
  approver: {
    actor: string;
    /** Credential used for the decision. `issuedBy` names the issuer of the credential. Absent if no issuer is recorded. */
    credential?: { kind: string; issuedBy?: string };
  };
  decidedAt: string;
  /** Time of signing the decision, by the issuer's clock. */
  claimedAt: string;
}

/**
 * Creates the signed bytes of a decision.
 * @param sha256 SHA-256 of the decided bytes, hex
 */
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
    ...(fields.has('disregarded') && { disregarded: fields.count('disregarded') }),
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
