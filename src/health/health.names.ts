import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const healthNames = registerNames({
  permissions: {
    'facilities:read': {
      title: 'See what this installation can do and what is missing for the rest',
      roles: OPERATORS,
    },
    'deletion:resume': { title: 'Resume deletion after a wrong clock', roles: ['ADMIN'] },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    health: typeof healthNames;
  }
}
