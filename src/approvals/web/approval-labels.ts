import type { ApprovalState, ApprovalSubject } from '../../web/generated/approvals/graphql.ts';

export const KINDS: Readonly<Record<ApprovalSubject, string>> = {
  RUN_OUTPUT: 'Output of a task',
  PUBLISH_REQUEST: 'To be published',
  CHANGE: 'A change of the service',
};

export const STATES: Readonly<Record<ApprovalState, string>> = {
  PENDING: 'Waits',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
  CANCELED: 'Canceled',
  SUPERSEDED: 'Superseded',
  REVOKED: 'Revoked',
};

/** What each says, where the word alone does not. */
export const STATE_HINTS: Readonly<Partial<Record<ApprovalState, string>>> = {
  EXPIRED: 'Nobody has decided in time, which is no approval. It has to be asked for anew.',
  CANCELED: 'Who asked does not ask any more.',
  SUPERSEDED: 'Another has taken its place, or what it stood on has changed.',
  REVOKED: 'It was approved, and taken back before it was used.',
};

/** Kinds of what was found in it; null where it is of a kind that is not searched. */
export function findingKinds(facts: Record<string, unknown>): number | null {
  return Array.isArray(facts.findings) ? facts.findings.length : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether it ends within a day. */
export const isSoon = (expiresAt: string) => Date.parse(expiresAt) - Date.now() < DAY_MS;
