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
    HELD_FOR_APPROVAL: {
      status: 403,
      title: 'This is held until a person approves it',
      cause: 'The policy holds this output until an approver has read and approved it.',
      advice:
        'An approver decides at `/admin/approvals`. The webhook event `approval.decided` reports it; then fetch the output.',
    },
    APPROVAL_REFUSED: {
      status: 403,
      title: 'A person has refused this',
      cause: 'A person has looked at it and said no.',
      advice: 'Read the reason that stands with the request, change what was asked, and ask anew.',
    },
    APPROVAL_CANCELED: {
      status: 410,
      title: 'Approval is not asked for any more',
      cause: 'Whoever asked for approval has taken the request back.',
      advice: 'Ask for approval again if it is still wanted.',
    },
    APPROVAL_EXPIRED: {
      status: 410,
      title: 'Nobody has decided in time',
      cause: 'Nobody decided before the time was over, and no answer counts as no.',
      advice: 'Ask for approval again, and tell the approvers.',
    },
    APPROVAL_SUPERSEDED: {
      status: 410,
      title: 'Another request has taken its place',
      cause: 'A newer request was made in place of this one.',
      advice: 'Go on with the newer request.',
    },
    APPROVAL_REVOKED: {
      status: 410,
      title: 'The approval was taken back',
      cause: 'It was approved, and the approval was taken back afterwards.',
      advice: 'Use it no further. Ask for approval again if it is still wanted.',
    },
    QUORUM_UNREACHABLE: {
      status: 409,
      title: 'There are too few people who may approve this',
      cause: 'More people have to agree than there are people who may: whoever asked does not count.',
      advice: 'An ADMIN gives another person the role APPROVER.',
    },
    HELD_CONTENT_CHANGED: {
      status: 409,
      title: 'What is kept is not what approval was asked for',
      cause: 'The bytes that are kept are not those that were shown to the approver.',
      advice: 'Ask for approval again, for what is kept now. Tell the operator: this should not happen.',
    },
    HELD_CONTENT_GONE: {
      status: 410,
      title: 'What was held is not kept any more',
      cause: 'What was held is kept for a time, and that is over.',
      advice: 'Run the task again.',
    },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    approvals: typeof approvalNames;
  }
}
