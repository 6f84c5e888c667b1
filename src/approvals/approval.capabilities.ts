import type { OperatorsApi } from '../operators/index.ts';
import { screenOf } from '../platform/config/settings.ts';
import type { Facility } from '../platform/health/facility.ts';
import type { SettingsApi } from '../settings/index.ts';
import { fourEyesCatalogue, fourEyesPolicy, fourEyesSettings } from './approval.settings.ts';

const OF = [
  [fourEyesPolicy, 'policies'],
  [fourEyesCatalogue, 'the catalogue'],
  [fourEyesSettings, 'settings'],
] as const;

/** Whether changes of the service wait for a second person. */
export function approvalFacilities(
  settings: Pick<SettingsApi, 'value'>,
  operators: Pick<OperatorsApi, 'approvers'>,
): Facility[] {
  const remedy = async () =>
    (await operators.approvers()).length > 1
      ? null
      : 'Invite another person who may approve: where there are not two, nobody is left to approve what one of them asks for.';
  return [
    {
      name: 'four-eyes',
      group: 'PEOPLE',
      title: 'Four eyes',
      screen: screenOf(fourEyesPolicy),
      description: 'Changes of the service itself that wait until another person has approved them.',
      variables: OF.map(([setting]) => setting.environmentVariable),
      look: async () => {
        const values = await Promise.all(OF.map(([setting]) => settings.value(setting)));
        const held = OF.filter((_, at) => values[at]).map(([, of]) => of);
        return held.length === 0
          ? {
              state: 'OFF',
              detail: 'Whoever may change something changes it at once.',
              remedy: 'Switch it on for what it is to hold for.',
            }
          : { state: 'ON', detail: `For ${inWords(held)}.`, remedy: await remedy() };
      },
    },
  ];
}

function inWords(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
