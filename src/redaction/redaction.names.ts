import { defineNames } from '../platform/names.ts';

export const redactionNames = defineNames({
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
    REDACTION_MAP_REFUSED: { status: 422, title: 'This map does not open here' },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    redaction: typeof redactionNames;
  }
}
