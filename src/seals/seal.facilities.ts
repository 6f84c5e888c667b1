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
      description: 'A seal for every picture that is drawn here, without anybody asking for it.',
      variables: [sealRenders.environmentVariable],
      look: async () =>
        (await settings.value(sealRenders))
          ? { state: 'ON', detail: 'Every picture is sealed as it is drawn.', remedy: null }
          : { state: 'OFF', detail: 'Pictures are sealed where somebody asks for it.', remedy: 'Switch it on.' },
    },
  ];
}
