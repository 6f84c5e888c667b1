import { principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { registerNames } from '../platform/registry.ts';

export const partnerNames = registerNames({
  ids: {
    partner: { prefix: 'prt', node: 'Partner' },
    partnerLink: { prefix: 'ptk', node: 'PartnerLink' },
  },
  permissions: {
    'partners:manage': { title: 'Issue and revoke the links of partners', roles: ['ADMIN'] },
    'media-desk:read': { title: 'Read the bank as a partner', roles: ['PARTNER'] },
  },
  credentials: {
    PARTNER: 'a partner’s token (command `imprimatur partner-token NAME`)',
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    partners: typeof partnerNames;
  }
}

declare module '../platform/auth/token.ts' {
  interface TokenPrefixes {
    imgp_: true;
  }
}

principalKinds.declare('PARTNER', 3, 'Visitor with the link of a partner.');
