import { OPERATORS } from '../platform/auth/roles.ts';
import { principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { registerNames } from '../platform/registry.ts';

export const settingNames = registerNames({
  permissions: {
    'settings:read': { title: 'See settings and their history', roles: OPERATORS },
    'settings:manage': { title: 'Change settings', roles: ['ADMIN'] },
  },
  credentials: {
    INTEGRATION:
      'the integrations inbound secret (`INTEGRATIONS_INBOUND_SECRET`; by default the file `.data/secrets/integrations-inbound-secret`)',
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    settings: typeof settingNames;
  }
}

declare module '../platform/held-changes/held-changes.ts' {
  interface HeldChangeKinds {
    SETTING: true;
  }
}

principalKinds.declare('INTEGRATION', 2, 'Integration: a program that sends the inbound secret of the integrations.');
