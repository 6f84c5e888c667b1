import { screenOf } from '../platform/config/settings.ts';
import type { ServiceCapability } from '../platform/health/capability.ts';
import type { SettingsApi } from '../settings/index.ts';
import { reviewBeforeUse } from './asset.settings.ts';

/** Service capability: a person reviews new pictures before they can be used. */
export function assetCapabilities(settings: Pick<SettingsApi, 'value'>): ServiceCapability[] {
  return [
    {
      name: 'review-before-use',
      group: 'PEOPLE',
      title: 'Review before use',
      screen: screenOf(reviewBeforeUse),
      description: 'New pictures are quarantined until an operator releases them.',
      variables: [reviewBeforeUse.environmentVariable],
      check: async () =>
        (await settings.value(reviewBeforeUse))
          ? { state: 'ON', detail: 'New pictures start quarantined.', remedy: null }
          : { state: 'OFF', detail: 'New pictures can be used immediately.', remedy: 'Turn on the setting.' },
    },
  ];
}
