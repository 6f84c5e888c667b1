import { screenOf } from '../platform/config/settings.ts';
import type { Facility } from '../platform/health/facility.ts';
import type { SettingsApi } from '../settings/index.ts';
import { timeStampUrl } from './time/time-stamp.settings.ts';

export interface LogFacilitiesOptions {
  settings: Pick<SettingsApi, 'value'>;
  witnesses: number;
  /** Number of witnesses that readers should require. 0: all. */
  quorum: number;
}

/** Capabilities of the log. */
export function logFacilities({ settings, witnesses, quorum }: LogFacilitiesOptions): Facility[] {
  return [
    {
      name: 'transparency-log',
      group: 'PROOF',
      title: 'Transparency log',
      connection: 'log',
      description: 'Where every seal is entered, so that none can be made up or taken back later.',
      look: () => ({ state: 'ON', detail: 'Signed checkpoints cover every entry.', remedy: null }),
    },
    {
      name: 'witnesses',
      group: 'PROOF',
      title: 'Witnesses',
      connection: 'witnesses',
      description: 'Others who cosign the log, and so would notice if it showed different people different histories.',
      variables: ['WITNESSES', 'WITNESS_QUORUM'],
      look: () =>
        witnesses > 0
          ? {
              state: 'ON',
              detail: `${witnesses === 1 ? 'One cosigns' : `${witnesses} cosign`}; readers ask for ${quorum === 0 ? 'all' : quorum} of them.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Nobody else cosigns the log: readers have to take this service’s word that there is only one.',
              remedy: 'Ask somebody to run a witness, and name its key and address.',
            },
    },
    {
      name: 'time-stamps',
      group: 'PROOF',
      title: 'Time stamps',
      connection: 'time-stamps',
      description: 'An authority’s word for when a seal was made.',
      variables: ['TSA_URL', 'TSA_CERTIFICATES'],
      screen: screenOf(timeStampUrl),
      look: async () =>
        (await settings.value(timeStampUrl)) === ''
          ? {
              state: 'NOT_CONFIGURED',
              detail: 'The time in a seal is this service’s own word.',
              remedy: 'Set an authority’s certificates, then its address.',
            }
          : { state: 'ON', detail: 'New seals are stamped.', remedy: null },
    },
  ];
}

declare module '../platform/health/facility.ts' {
  interface FacilityGroups {
    PROOF: true;
  }
}
