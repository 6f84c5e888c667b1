import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const documentsNames = registerNames({
  ids: {
    case: { prefix: 'cas', node: 'Case' },
    document: { prefix: 'doc', node: 'Document' },
    documentVersion: { prefix: 'dcv', node: 'DocumentVersion' },
  },
  permissions: {
    'cases:read': {
      title: 'Read the documents of own cases: of those that one is a member of, or of the own account',
      roles: [...OPERATORS, 'CUSTOMER', 'AGENT'],
    },
    'cases:write': { title: 'Create own cases, add and erase their documents', roles: ['ADMIN', 'EDITOR', 'CUSTOMER'] },
    'cases:manage': { title: 'See which cases exist, and choose their members', roles: ['ADMIN'] },
  },
  problems: {},
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    documents: typeof documentsNames;
  }
}
