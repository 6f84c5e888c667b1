import { screenOf } from '../platform/config/settings.ts';
import type { ServiceCapability } from '../platform/health/capability.ts';
import type { SettingsApi } from '../settings/index.ts';
import { sealRenders } from './seal.settings.ts';

export function sealCapabilities(settings: Pick<SettingsApi, 'value'>): ServiceCapability[] {
  return [
    {
      name: 'sealed-renders',
      group: 'PROOF',
      title: 'Seals on pictures',
      screen: screenOf(sealRenders),
      description: 'Seals every rendered picture automatically when it is saved to the image bank.',
      variables: [sealRenders.environmentVariable],
      check: async () =>
        (await settings.value(sealRenders))
          ? {
              state: 'ON',
              detail: 'Every rendered picture is sealed when it is saved to the image bank.',
              remedy: null,
            }
          : { state: 'OFF', detail: 'Pictures are sealed only on request.', remedy: 'Turn on the setting.' },
    },
  ];
}
