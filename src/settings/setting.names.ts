import { OPERATORS } from '../platform/auth/roles.ts';
import { principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { defineNames } from '../platform/names.ts';

export const settingNames = defineNames({
  permissions: {
    'settings:read': { title: 'See the settings of the back office and who changed them', roles: OPERATORS },
    'settings:manage': { title: 'Change the settings of the back office', roles: ['ADMIN'] },
  },
  credentials: {
    INTEGRATION:
      'the integrations inbound secret (`INTEGRATIONS_INBOUND_SECRET`; by default the file `.data/secrets/integrations-inbound-secret`)',
  },
});

declare module '../platform/names.ts' {
  interface Names {
    settings: typeof settingNames;
  }
}

declare module '../platform/held-changes/held-changes.ts' {
  interface HeldChangeKinds {
    SETTING: true;
  }
}

principalKinds.declare('INTEGRATION', 2);
