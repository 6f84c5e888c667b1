import { hash } from 'node:crypto';
import { challengeOf, type PasskeyAssertion, verifyAssertion } from '../../operators/index.ts';
import type { ApprovalVerdict } from '../approval.states.ts';

/** Signature of a decision with the approver’s passkey, as stored with the decision. */
export interface DecisionPasskey extends PasskeyAssertion {
  /** Single-use value of the service, part of the signed document. */
  readonly nonce: string;
}

/** Content of a decision that the approver’s passkey signs. */
export interface DecisionContent {
  readonly verdict: ApprovalVerdict;
  readonly decidedBy: string;
  readonly sha256: string;
  readonly displayHash: string | null;
}

/** Member `type` of the document that a passkey signs, so that no other document has the same challenge. */
const TYPE = 'application/vnd.imprimatur.decision-to-sign.v1+json';

/**
 * Document that the approver’s passkey signs: the SHA-256 of its canonical JSON is the challenge.
 * @param approval.termsSha256 SHA-256 of the terms of the request, hex
 */
export const decisionToSign = (
  { approvalId, termsSha256 }: { approvalId: string; termsSha256: string },
  { verdict, decidedBy, sha256, displayHash }: DecisionContent,
  nonce: string,
) => ({ type: TYPE, approvalId, termsSha256, sha256, displayHash, verdict, decidedBy, nonce });

/**
 * Members of a signed decision that name the passkey. With them, the service’s key witnesses that the approver had this passkey
 * then: someone who changes the database can neither leave the passkey’s signature out nor put another key in its place.
 */
export function passkeyMembers({ credentialId, publicKey, origin }: DecisionPasskey) {
  return {
    credentialId: textOf(credentialId),
    publicKeySha256: hash('sha256', Buffer.from(textOf(publicKey), 'base64url')),
    origin: textOf(origin),
  };
}

/** True if the passkey signed this decision on a request with these terms. */
export async function isSignedWith(
  passkey: DecisionPasskey,
  approval: { approvalId: string; termsSha256: string },
  content: DecisionContent,
): Promise<boolean> {
  const document = decisionToSign(approval, content, textOf(passkey.nonce));
  return (await verifyAssertion(passkey, challengeOf(document))) !== null;
}

/** The column can contain any JSON if someone changed it. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
