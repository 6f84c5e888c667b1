import type { OperatorsApi } from '../operators/index.ts';
import { screenOf } from '../platform/config/settings.ts';
import type { ServiceCapability } from '../platform/health/capability.ts';
import type { SettingsApi } from '../settings/index.ts';
import { fourEyesCatalogue, fourEyesPolicy, fourEyesSettings } from './approval.settings.ts';

const OF = [
  [fourEyesPolicy, 'policies'],
  [fourEyesCatalogue, 'the catalogue'],
  [fourEyesSettings, 'settings'],
] as const;

/** Service capability: changes of the service need a second person’s approval. */
export function approvalCapabilities(
  settings: Pick<SettingsApi, 'value'>,
  operators: Pick<OperatorsApi, 'approvers'>,
): ServiceCapability[] {
  const remedy = async () =>
    (await operators.approvers()).length > 1
      ? null
      : 'Invite another approver. With only one, changes by that person can’t be approved.';
  return [
    {
      name: 'four-eyes',
      group: 'PEOPLE',
      title: 'Four-eyes control',
      screen: screenOf(fourEyesPolicy),
      description: 'Changes of the service that wait for another person’s approval.',
      variables: OF.map(([setting]) => setting.environmentVariable),
      check: async () => {
        const values = await Promise.all(OF.map(([setting]) => settings.value(setting)));
        const held = OF.filter((_, at) => values[at]).map(([, of]) => of);
        return held.length === 0
          ? {
              state: 'OFF',
              detail: 'Changes take effect at once, without approval.',
              remedy: 'Switch it on for policies, the catalogue or settings.',
            }
          : {
              state: 'ON',
              detail: `Changes of ${inWords(held)} wait for another person’s approval.`,
              remedy: await remedy(),
            };
      },
    },
  ];
}

function inWords(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
