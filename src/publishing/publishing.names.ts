import { OPERATORS } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const publishingNames = defineNames({
  ids: {
    publishRequest: { prefix: 'pub', node: 'PublishRequest' },
    permit: { prefix: 'prm', node: 'Permit' },
    publishPolicy: { prefix: 'ppv', node: 'PublishingPolicy' },
    outwardTool: { prefix: 'owt', node: 'OutwardTool' },
  },
  permissions: {
    'publishing:ask': {
      title: 'Ask that something is written outside',
      roles: ['ADMIN', 'EDITOR', 'CUSTOMER', 'AGENT'],
    },
    'own-publishing:manage': {
      title: 'Follow, change and take back what one has asked to publish, and fetch its permit',
      roles: ['ADMIN', 'EDITOR', 'CUSTOMER', 'AGENT'],
    },
    'own-publishing:read': {
      title: 'See what one has asked to publish, or what one may see of others',
      roles: [...OPERATORS, 'CUSTOMER', 'AGENT'],
    },
    'publishing:read': { title: 'See what anybody has asked to publish, without its content', roles: OPERATORS },
    'publishing:manage': {
      title: 'Revoke what anybody was allowed to publish, and say who has to approve what',
      roles: ['ADMIN'],
    },
    'publishing:unmetered': { title: 'Ask without a limit, as only the service itself does', roles: [] },
  },
  problems: {
    PUBLISH_REQUEST_BLOCKED: {
      status: 422,
      title: 'This holds what the policy of publishing refuses',
      cause: 'The policy of publishing looks for what must not go out, and found some.',
      advice: 'Read `findings`, take it out, and ask again.',
    },
    NOT_APPROVED: {
      status: 409,
      title: 'This is not approved',
      cause: 'Permits exist only for approved requests, and this one isn’t approved.',
      advice: 'An approver decides at `/admin/approvals`. If it was rejected, read the reason.',
    },
    PERMIT_USED: {
      status: 409,
      title: 'The permit was fetched before',
      cause: 'A permit is good for one fetch.',
      advice: 'If it was not you who fetched it, tell the operator. Otherwise make a new publish request.',
    },
    PERMIT_EXPIRED: {
      status: 410,
      title: 'The permit was not fetched in time',
      cause: 'A permit has to be fetched within its time.',
      advice: 'Make a new publish request.',
    },
    PUBLISHING_POLICY_INVALID: {
      status: 422,
      title: 'The policy of publishing cannot be published',
      cause: 'The policy of publishing contradicts itself or names what does not exist.',
      advice: 'Mend what the answer lists, each with its place, and publish again.',
    },
    PERMIT_REVOKED: {
      status: 410,
      title: 'The permit was taken back',
      cause: 'The permit was taken back before it was fetched.',
      advice: 'Do not publish. Ask the approver why.',
    },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    publishing: typeof publishingNames;
  }
}

declare module '../platform/held-changes/held-changes.ts' {
  interface HeldChangeKinds {
    PUBLISHING_POLICY: true;
  }
}
