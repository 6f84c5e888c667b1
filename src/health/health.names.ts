import { OPERATORS } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const healthNames = defineNames({
  permissions: {
    'facilities:read': {
      title: 'See what this installation can do and what is missing for the rest',
      roles: OPERATORS,
    },
    'deletion:resume': { title: 'Resume deletion after a wrong clock', roles: ['ADMIN'] },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    health: typeof healthNames;
  }
}
