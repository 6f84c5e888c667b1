import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { registerNames } from '../platform/registry.ts';

export const sealNames = registerNames({
  ids: {
    seal: { prefix: 'seal', node: 'Seal' },
    sealStatus: { prefix: 'sst' },
    disclaimer: { prefix: 'dsc', node: 'Disclaimer' },
  },
  permissions: {
    'seals:list': { title: 'List all seals', roles: OPERATORS },
    'seals:seal-assets': { title: 'Seal pictures of the bank', roles: ['ADMIN', 'EDITOR'] },
    'seals:revoke': { title: 'Revoke, supersede and erase seals of other owners', roles: ['ADMIN', 'EDITOR'] },
    'seals:unmetered': { title: 'Seal without rate limits', roles: STAFF },
    'disclaimers:publish': { title: 'Publish disclaimers', roles: ['ADMIN'] },
  },
  problems: {
    DISCLAIMER_OUTDATED: {
      status: 409,
      title: 'Another version of the disclaimer is in force',
      cause: 'The accepted version of the disclaimer isn’t in force.',
      advice: 'Show the disclaimer’s version in force to the user, then send its version number.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    seals: typeof sealNames;
  }
}

declare module '../platform/auth/token.ts' {
  interface TokenPrefixes {
    imso_: true;
  }
}
