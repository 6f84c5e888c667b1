import { OPERATORS, STAFF } from '../platform/auth/roles.ts';
import { defineNames } from '../platform/names.ts';

export const sealNames = defineNames({
  ids: {
    seal: { prefix: 'seal', node: 'Seal' },
    sealStatus: { prefix: 'sst' },
    disclaimer: { prefix: 'dsc', node: 'Disclaimer' },
  },
  permissions: {
    'seals:list': { title: 'Go through all seals', roles: OPERATORS },
    'seals:seal-assets': { title: 'Seal pictures of the bank', roles: ['ADMIN', 'EDITOR'] },
    'seals:revoke': { title: 'Withdraw, supersede and erase the seals of others', roles: ['ADMIN', 'EDITOR'] },
    'seals:unmetered': { title: 'Seal without the limits that strangers have', roles: STAFF },
    'disclaimers:publish': { title: 'Publish what is accepted by sealing', roles: ['ADMIN'] },
  },
  problems: {
    DISCLAIMER_OUTDATED: {
      status: 409,
      title: 'Another version of the disclaimer is in force',
      cause: 'The disclaimer that was agreed to is not the one in force.',
      advice: 'Read the new one and send its version.',
    },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    seals: typeof sealNames;
  }
}

declare module '../platform/auth/token.ts' {
  interface TokenPrefixes {
    imso_: true;
  }
}
