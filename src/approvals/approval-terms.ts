import { storableJson } from '../platform/errors/well-formed.ts';
import { documentDigest } from '../proof/document-digest.ts';

/** Media type of signed terms. A signature of one type is never valid for another. */
export const TERMS_TYPE = 'application/vnd.imprimatur.approval-terms.v1+json';

/** Stored data of a request for approval that its signed terms cover. */
export interface RequestRow {
  readonly id: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly title: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly sha256: string;
  readonly requestedBy: string;
  readonly barred: readonly string[];
  readonly quorum: number;
  readonly customerId: string | null;
  readonly policyVersion: number | null;
  readonly policySha256: string | null;
  readonly expiresAt: Date;
}

/**
 * Terms of a request for approval: the subject, the digest of its bytes, everyone who can’t decide, the number of approvals and
 * the deadline. Signed when the request is filed, and compared with the stored request whenever it is decided or used.
 */
export interface ApprovalTerms {
  readonly approvalId: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** SHA-256 of the exact bytes to decide on, hex. */
  readonly sha256: string;
  /** SHA-256 of the title and the facts that approvers see, hex. */
  readonly describedSha256: string;
  readonly requestedBy: string;
  /** Actors who can't decide, sorted so that equal terms have equal bytes. */
  readonly barred: readonly string[];
  readonly quorum: number;
  readonly customerId: string | null;
  readonly policy: { readonly version: number; readonly sha256: string } | null;
  /** ISO 8601 in UTC, to the millisecond. */
  readonly expiresAt: string;
}

export function termsOf(row: RequestRow): ApprovalTerms {
  const { id, subjectKind, subjectId, title, facts, sha256, requestedBy, barred, quorum, customerId, expiresAt } = row;
  const { policyVersion, policySha256 } = row;
  return {
    approvalId: id,
    subjectKind,
    subjectId,
    sha256,
    // Facts in the form in which the database stores them, so that the digest is the same before and after the request is stored.
    describedSha256: documentDigest(JSON.parse(storableJson({ title, facts }))),
    requestedBy,
    barred: [...barred].sort(),
    quorum,
    customerId,
    policy: policyVersion !== null && policySha256 !== null ? { version: policyVersion, sha256: policySha256 } : null,
    expiresAt: expiresAt.toISOString(),
  };
}
