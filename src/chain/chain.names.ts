import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const chainNames = registerNames({
  ids: { chainAct: { prefix: 'cha' }, chainAnchor: { prefix: 'anc' } },
  permissions: {
    'chain:read': { title: 'Read the chain of records', roles: OPERATORS },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    chain: typeof chainNames;
  }
}
