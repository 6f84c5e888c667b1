import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const chainNames = registerNames({
  ids: { chainAct: { prefix: 'cha' }, chainAnchor: { prefix: 'anc' } },
  permissions: {
    'chain:read': { title: 'Read the chain of records', roles: OPERATORS },
  },
  problems: {
    RECORD_CHANGED: {
      status: 409,
      title: 'The stored record isn’t what was recorded',
      cause:
        'The record was changed in the database after it was added to the chain of records, or the chain was changed.',
      advice: 'Tell the operator: this should never happen. `imprimatur integrity` names the record.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    chain: typeof chainNames;
  }
}
