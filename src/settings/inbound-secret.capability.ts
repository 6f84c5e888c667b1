import type { ServiceCapability } from '../platform/health/capability.ts';
import { inboundSecret } from './inbound-secret.ts';
import { readStored } from './setting.sql.ts';
import { SettingOrigin } from './setting-origin.ts';
import type { Settings } from './settings.ts';

const FROM: Readonly<Record<SettingOrigin, string>> = {
  BACK_OFFICE: 'Integrations use the secret that was set in the back office.',
  ENVIRONMENT: 'Integrations use the secret from the environment or the secrets directory.',
  DEFAULT: 'Integrations use a secret.',
};

/** Reports whether an inbound secret is set, so that external systems can request pictures. */
export function inboundSecretCapability(settings: Settings): ServiceCapability {
  return {
    name: 'integrations',
    group: 'OUTSIDE',
    title: 'Integrations that request pictures',
    description: 'External systems that render pictures over REST.',
    variables: [inboundSecret.environmentVariable],
    screen: '/admin/settings/marketing-hub/host-settings/integrations-inbound-secret',
    async check({ em }) {
      const { origin, value } = settings.auditedValueOf(inboundSecret, (await readStored(em)).get(inboundSecret.name));
      return value === null
        ? { state: 'OFF', detail: 'The inbound secret was revoked and not replaced.', remedy: 'Generate a new secret.' }
        : { state: 'ON', detail: FROM[origin], remedy: null };
    },
  };
}

declare module '../platform/health/capability.ts' {
  interface CapabilityGroups {
    OUTSIDE: true;
  }
}
