import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const approvalNames = defineNames({
  ids: {
    approval: { prefix: 'apv', node: 'Approval' },
    approvalDecision: { prefix: 'apd' },
  },
  permissions: {
    'approvals:read': { title: 'See what waits for approval and what was decided', roles: OPERATORS },
    'approvals:decide': {
      title: 'Read what waits for approval, approve it and reject it',
      roles: ['ADMIN', 'APPROVER'],
    },
    'own-approvals:manage': {
      title: 'Follow and cancel what one has asked approval for',
      roles: [...STAFF, 'CUSTOMER', 'AGENT'],
    },
    'approvals:unmetered': { title: 'Ask for approval without a limit, as only the service itself does', roles: [] },
  },
  problems: {
    HELD_FOR_APPROVAL: { status: 403, title: 'This is held until a person approves it' },
    APPROVAL_REFUSED: { status: 403, title: 'A person has refused this' },
    APPROVAL_CANCELED: { status: 410, title: 'Approval is not asked for any more' },
    APPROVAL_EXPIRED: { status: 410, title: 'Nobody has decided in time' },
    APPROVAL_SUPERSEDED: { status: 410, title: 'Another request has taken its place' },
    APPROVAL_REVOKED: { status: 410, title: 'The approval was taken back' },
    QUORUM_UNREACHABLE: { status: 409, title: 'There are too few people who may approve this' },
    HELD_CONTENT_CHANGED: { status: 409, title: 'What is kept is not what approval was asked for' },
    HELD_CONTENT_GONE: { status: 410, title: 'What was held is not kept any more' },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    approvals: typeof approvalNames;
  }
}
