/** States and verdicts of approvals, in a file without the database table, because the browser also uses them. */
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
