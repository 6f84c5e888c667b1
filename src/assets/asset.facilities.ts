import { screenOf } from '../platform/config/settings.ts';
import type { Facility } from '../platform/health/facility.ts';
import type { SettingsApi } from '../settings/index.ts';
import { reviewBeforeUse } from './asset.settings.ts';

/** Whether somebody looks at pictures before anybody uses them. */
export function assetFacilities(settings: Pick<SettingsApi, 'value'>): Facility[] {
  return [
    {
      name: 'review-before-use',
      group: 'PEOPLE',
      title: 'Review before use',
      screen: screenOf(reviewBeforeUse),
      description: 'New pictures are held back until an operator releases them.',
      variables: [reviewBeforeUse.environmentVariable],
      look: async () =>
        (await settings.value(reviewBeforeUse))
          ? { state: 'ON', detail: 'New pictures come in quarantined.', remedy: null }
          : { state: 'OFF', detail: 'New pictures can be used at once.', remedy: 'Switch it on.' },
    },
  ];
}
