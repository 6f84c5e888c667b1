/** States and verdicts without the table, because the rules also run in the browser. */
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

export const ApprovalVerdict = { APPROVE: 'APPROVE', REJECT: 'REJECT' } as const;
export type ApprovalVerdict = (typeof ApprovalVerdict)[keyof typeof ApprovalVerdict];
