import { defineNames } from '../platform/names.ts';

export const auditNames = defineNames({
  permissions: {
    'audit:read': { title: 'Read the audit trail', roles: ['ADMIN', 'AUDITOR'] },
    'audit:export': { title: 'Export the audit trail as a file', roles: ['ADMIN', 'AUDITOR'] },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    audit: typeof auditNames;
  }
}
