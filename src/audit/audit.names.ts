import { registerNames } from '../platform/registry.ts';

export const auditNames = registerNames({
  permissions: {
    'audit:read': { title: 'Read the audit trail', roles: ['ADMIN', 'AUDITOR'] },
    'audit:export': { title: 'Export the audit trail as a file', roles: ['ADMIN', 'AUDITOR'] },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    audit: typeof auditNames;
  }
}
