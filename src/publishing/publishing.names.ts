import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const publishingNames = registerNames({
  ids: {
    publishRequest: { prefix: 'pub', node: 'PublishRequest' },
    permit: { prefix: 'prm', node: 'Permit' },
    publishPolicy: { prefix: 'ppv', node: 'PublishingPolicy' },
    externalTool: { prefix: 'owt', node: 'ExternalTool' },
  },
  permissions: {
    'publishing:ask': {
      title: 'File publish requests',
      roles: ['ADMIN', 'EDITOR', 'CUSTOMER', 'AGENT'],
    },
    'own-publishing:manage': {
      title: 'Follow, change, cancel and revoke own publish requests, and fetch their permits',
      roles: ['ADMIN', 'EDITOR', 'CUSTOMER', 'AGENT'],
    },
    'own-publishing:read': {
      title: 'See own publish requests, or others’ as far as permitted',
      roles: [...OPERATORS, 'CUSTOMER', 'AGENT'],
    },
    'publishing:read': {
      title: 'See all publish requests without their content, the publishing policy and the marked tools',
      roles: OPERATORS,
    },
    'publishing:manage': {
      title:
        'Revoke any approved publish request, publish the publishing policy, and mark tools whose calls need approval',
      roles: ['ADMIN'],
    },
    'publishing:unmetered': {
      title: 'File publish requests without a rate limit (only the service itself)',
      roles: [],
    },
  },
  problems: {
    PUBLISH_REQUEST_BLOCKED: {
      status: 422,
      title: 'The publishing policy refuses this content',
      cause: 'The automatic check found content that the publishing policy refuses.',
      advice: 'Read `findings`, remove the content that they name, and file the request again.',
    },
    NOT_APPROVED: {
      status: 409,
      title: 'The publish request is not approved',
      cause: 'The request isn’t approved, or too few of the people who approved it still have the right to approve.',
      advice:
        'If the request is pending, wait: an approver decides at `/admin/approvals`. Otherwise read the message and the request’s reason, and file a new request.',
    },
    PERMIT_USED: {
      status: 409,
      title: 'The permit was already fetched',
      cause: 'A permit can be fetched once.',
      advice: 'If you didn’t fetch this permit before, tell the operator. Otherwise file a new publish request.',
    },
    PERMIT_EXPIRED: {
      status: 410,
      title: 'The permit was not fetched in time',
      cause: 'A permit must be fetched before it expires.',
      advice: 'File a new publish request.',
    },
    PUBLISHING_POLICY_INVALID: {
      status: 422,
      title: 'The publishing policy is invalid',
      cause: 'The publishing policy contradicts itself or refers to something that doesn’t exist.',
      advice: 'Correct each listed issue and publish again.',
    },
    PERMIT_REVOKED: {
      status: 410,
      title: 'The permit was revoked',
      cause: 'The approval was revoked before the permit was fetched.',
      advice: 'Do not carry out the action. If you didn’t revoke the approval, ask an ADMIN for the reason.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    publishing: typeof publishingNames;
  }
}

declare module '../platform/held-changes/held-changes.ts' {
  interface HeldChangeKinds {
    PUBLISHING_POLICY: true;
  }
}
