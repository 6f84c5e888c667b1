import { OPERATORS } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const healthNames = registerNames({
  permissions: {
    'facilities:read': {
      title: 'Read the capabilities of this installation',
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
