import type { Facility } from '../platform/health/facility.ts';
import { inboundSecret } from './inbound-secret.ts';
import { readKept } from './setting.sql.ts';
import { SettingOrigin } from './setting-origin.ts';
import type { Settings } from './settings.ts';

const FROM: Readonly<Record<SettingOrigin, string>> = {
  BACK_OFFICE: 'They show a secret that was set here.',
  ENVIRONMENT: 'They show the secret that the service was started with.',
  DEFAULT: 'They show a secret.',
};

/** Whether systems outside are let in. */
export function inboundSecretFacility(settings: Settings): Facility {
  return {
    name: 'integrations',
    group: 'OUTSIDE',
    title: 'Integrations that ask for pictures',
    description: 'Systems outside that have pictures drawn over REST.',
    variables: [inboundSecret.environmentVariable],
    screen: '/admin/settings/marketing-hub/host-settings/integrations-inbound-secret',
    async look({ em }) {
      const { origin, value } = settings.told(inboundSecret, (await readKept(em)).get(inboundSecret.name));
      return value === null
        ? { state: 'OFF', detail: 'Their secret was revoked, and there is no other.', remedy: 'Have another one made.' }
        : { state: 'ON', detail: FROM[origin], remedy: null };
    },
  };
}

declare module '../platform/health/facility.ts' {
  interface FacilityGroups {
    OUTSIDE: true;
  }
}
