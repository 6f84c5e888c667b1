import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const approvalNames = registerNames({
  ids: {
    approval: { prefix: 'apv', node: 'Approval' },
    approvalDecision: { prefix: 'apd' },
    evidenceBaseline: { prefix: 'bas' },
  },
  permissions: {
    'approvals:read': { title: 'See requests for approval and decisions', roles: OPERATORS },
    'approvals:decide': {
      title: 'Read held content, approve and reject it',
      roles: ['ADMIN', 'APPROVER'],
    },
    'own-approvals:manage': {
      title: 'Follow and cancel own requests for approval',
      roles: [...STAFF, 'CUSTOMER', 'AGENT'],
    },
    'approvals:unmetered': { title: 'Request approvals without a rate limit (only the service itself)', roles: [] },
  },
  problems: {
    HELD_FOR_APPROVAL: {
      status: 403,
      title: 'The output is held until a person approves it',
      cause: 'The policy holds this output until an approver has read and approved it.',
      advice:
        'An approver decides at `/admin/approvals`. The webhook event `approval.decided` reports the decision; then fetch the output.',
    },
    APPROVAL_REFUSED: {
      status: 403,
      title: 'An approver rejected the request',
      cause: 'An approver has reviewed this request and rejected it.',
      advice: 'Read the reason in the request, change the content, and file a new request.',
    },
    APPROVAL_CANCELED: {
      status: 410,
      title: 'The request for approval was canceled',
      cause: 'The request for approval was canceled before a decision, or its content was deleted.',
      advice: 'File a new request if approval is still needed.',
    },
    APPROVAL_EXPIRED: {
      status: 410,
      title: 'The request for approval has expired',
      cause: 'Too few approvers decided before the deadline. An undecided request counts as not approved.',
      advice: 'File a new request and inform the approvers.',
    },
    APPROVAL_SUPERSEDED: {
      status: 410,
      title: 'Another request has replaced this one',
      cause: 'A newer request has replaced this one, or what it would change has been changed meanwhile.',
      advice: 'Use the request that replaced this one, or file a new one.',
    },
    APPROVAL_REVOKED: {
      status: 410,
      title: 'The approval was revoked',
      cause: 'The request was approved, and the approval was revoked afterwards.',
      advice: 'Don’t use the approved content any more. File a new request if approval is still needed.',
    },
    APPROVAL_NOT_PROVEN: {
      status: 409,
      title: 'The stored approval isn’t what was signed',
      cause:
        'Requests and decisions are signed. The stored request or one of its decisions has no valid signature, so a row was changed or inserted in the database.',
      advice: 'Tell the operator, who runs `imprimatur integrity` to find what was changed. File a new request.',
    },
    PASSKEY_REQUIRED: {
      status: 403,
      title: 'The decision needs a signature with your passkey',
      cause: 'Operators who have a passkey sign their decisions with it, and this decision had no such signature.',
      advice:
        'Decide at `/admin/approvals`, or call `beginDecision`, let the passkey sign, and send the signature as `passkey`.',
    },
    QUORUM_UNREACHABLE: {
      status: 409,
      title: 'Too few people can approve this request',
      cause: 'The request needs more approvals than there are eligible approvers. The requester doesn’t count.',
      advice: 'Ask an ADMIN to give another person the role APPROVER.',
    },
    HELD_CONTENT_CHANGED: {
      status: 409,
      title: 'The held content isn’t what approval was requested for',
      cause: 'The stored bytes aren’t those that approval was requested for.',
      advice: 'File a new request for the current content, and tell the operator: this should never happen.',
    },
    HELD_CONTENT_GONE: {
      status: 410,
      title: 'The held content was deleted',
      cause: 'Held content is deleted some time after the decision, or earlier with its run.',
      advice: 'Run the task again to get new content, or file a new request.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    approvals: typeof approvalNames;
  }
}
