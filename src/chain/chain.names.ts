import { OPERATORS } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const chainNames = defineNames({
  ids: { chainAct: { prefix: 'cha' }, chainAnchor: { prefix: 'anc' } },
  permissions: {
    'chain:read': { title: 'Read the chain of records', roles: OPERATORS },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    chain: typeof chainNames;
  }
}
