/** How requests stand and what people decide, without a table: the rules run in a browser as well. */
export const ApprovalState = {
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  CANCELED: 'CANCELED',
  SUPERSEDED: 'SUPERSEDED',
  REVOKED: 'REVOKED',
} as const;
export type ApprovalState = (typeof ApprovalState)[keyof typeof ApprovalState];

export const Verdict = { APPROVE: 'APPROVE', REJECT: 'REJECT' } as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];
