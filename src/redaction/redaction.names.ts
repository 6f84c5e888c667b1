import { registerNames } from '../platform/registry.ts';

export const redactionNames = registerNames({
  permissions: {
    'texts:redact': {
      title: 'Redact and restore texts',
      roles: ['ADMIN', 'EDITOR', 'APPROVER', 'INTEGRATION', 'CUSTOMER'],
    },
    'texts:unmetered': { title: 'Redact texts without a limit', roles: ['ADMIN', 'EDITOR', 'APPROVER', 'INTEGRATION'] },
    'redaction-names:manage': {
      title: "Read and set the names redacted in customers' texts",
      roles: ['ADMIN'],
    },
    'own-redaction-names:manage': {
      title: 'Read and set the names redacted in own texts',
      roles: ['ADMIN', 'CUSTOMER'],
    },
  },
  problems: {
    REDACTION_MAP_REFUSED: {
      status: 422,
      title: 'Invalid redaction map',
      cause: 'The map was made by another service or for another caller, was changed, or has expired.',
      advice: 'Use the `map` that `redactText` returned for this text, or redact the text again.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    redaction: typeof redactionNames;
  }
}
