import { registerNames } from '../platform/registry.ts';

export const redactionNames = registerNames({
  permissions: {
    'texts:redact': {
      title: 'Redact texts, and restore what was redacted',
      roles: ['ADMIN', 'EDITOR', 'APPROVER', 'INTEGRATION', 'CUSTOMER'],
    },
    'texts:unmetered': { title: 'Redact texts without a limit', roles: ['ADMIN', 'EDITOR', 'APPROVER', 'INTEGRATION'] },
    'redaction-names:manage': {
      title: "See and set the names that are redacted in customers' texts",
      roles: ['ADMIN'],
    },
    'own-redaction-names:manage': {
      title: 'See and set the names that are redacted in own texts',
      roles: ['ADMIN', 'CUSTOMER'],
    },
  },
  problems: {
    REDACTION_MAP_REFUSED: {
      status: 422,
      title: 'This map does not open here',
      cause: 'The map was made by another service or for another customer, it was changed, or its time is over.',
      advice: 'Use the map that came with this very text.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    redaction: typeof redactionNames;
  }
}
