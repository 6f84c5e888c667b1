import { screenOf } from '../platform/config/settings.ts';
import type { Facility } from '../platform/health/facility.ts';
import type { SettingsApi } from '../settings/index.ts';
import { sealRenders } from './seal.settings.ts';

export function sealFacilities(settings: Pick<SettingsApi, 'value'>): Facility[] {
  return [
    {
      name: 'sealed-renders',
      group: 'PROOF',
      title: 'Seals on pictures',
      screen: screenOf(sealRenders),
      description: 'Seals every rendered picture automatically.',
      variables: [sealRenders.environmentVariable],
      look: async () =>
        (await settings.value(sealRenders))
          ? { state: 'ON', detail: 'Every rendered picture is sealed.', remedy: null }
          : { state: 'OFF', detail: 'Pictures are sealed only on request.', remedy: 'Turn on the setting.' },
    },
  ];
}
