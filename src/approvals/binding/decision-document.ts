import { hash } from 'node:crypto';
import type { ApprovalVerdict } from '../approval.states.ts';
import { type DecisionPasskey, passkeyMembers } from '../passkeys/decision-passkey.ts';

/** Media type of signed decisions. A signature of one type is never valid for another. */
export const DECISION_TYPE = 'application/vnd.imprimatur.approval-decision.v1+json';

/** Stored data of a decision that its signature covers. */
export interface DecisionRow {
  readonly id: string;
  readonly verdict: ApprovalVerdict;
  readonly decidedBy: string;
  readonly issuedBy: string | null;
  readonly credentialKind: string | null;
  readonly reason: string | null;
  readonly position: number | null;
  readonly sha256: string;
  readonly displayHash: string | null;
  readonly decidedAt: Date;
  readonly passkey: DecisionPasskey | null;
}

/**
 * The signed form of a decision: a person’s verdict on a request with exactly these terms.
 * @param termsSha256 SHA-256 of the terms of the request, hex
 */
export function decisionDocument(termsSha256: string, row: DecisionRow) {
  const {
    id,
    verdict,
    decidedBy,
    issuedBy,
    credentialKind,
    reason,
    position,
    sha256,
    displayHash,
    decidedAt,
    passkey,
  } = row;
  return {
    decisionId: id,
    termsSha256,
    sha256,
    displayHash,
    verdict,
    decidedBy,
    issuedBy,
    credentialKind,
    reasonSha256: reason === null ? null : hash('sha256', reason),
    position,
    decidedAt: decidedAt.toISOString(),
    // Left out without a passkey, so that earlier signatures stay valid.
    ...(passkey !== null && { passkey: passkeyMembers(passkey) }),
  };
}
