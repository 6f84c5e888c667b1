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
    'cases:write': { title: 'Create and edit own cases, and add documents', roles: ['ADMIN', 'EDITOR', 'CUSTOMER'] },
    'cases:erase': { title: 'Erase own cases and their documents', roles: ['ADMIN', 'CUSTOMER'] },
    'cases:members': { title: 'Choose the members of own cases', roles: ['ADMIN', 'CUSTOMER'] },
    'cases:manage': { title: 'See which cases exist, and choose their members', roles: ['ADMIN'] },
    'cases:unmetered': {
      title: 'Upload any number of documents and check any number of briefs per minute. Only for the service itself',
      roles: [],
    },
  },
  problems: {},
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    documents: typeof documentsNames;
  }
}
