import { registerNames } from '../platform/registry.ts';

export const auditNames = registerNames({
  permissions: {
    'audit:read': { title: 'Read the audit trail', roles: ['ADMIN', 'AUDITOR'] },
    'audit:export': {
      title: 'Export the audit trail and the decisions on approvals as files',
      roles: ['ADMIN', 'AUDITOR'],
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    audit: typeof auditNames;
  }
}
