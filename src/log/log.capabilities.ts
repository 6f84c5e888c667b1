import { screenOf } from '../platform/config/settings.ts';
import type { ServiceCapability } from '../platform/health/capability.ts';
import { formatCount } from '../platform/text/plural.ts';
import type { SettingsApi } from '../settings/index.ts';
import { timeStampUrl } from './time/time-stamp.settings.ts';

export interface LogCapabilitiesOptions {
  settings: Pick<SettingsApi, 'value'>;
  witnesses: number;
  /** Number of witnesses whose cosignatures readers should require. 0: none. */
  quorum: number;
}

/** Reports whether time stamps and witnesses are configured. */
export function logCapabilities({ settings, witnesses, quorum }: LogCapabilitiesOptions): ServiceCapability[] {
  return [
    {
      name: 'transparency-log',
      group: 'PROOF',
      title: 'Transparency log',
      connection: 'log',
      description: 'Records every seal, so that none can be invented or removed later.',
      check: () => ({ state: 'ON', detail: 'Signed checkpoints cover every entry.', remedy: null }),
    },
    {
      name: 'witnesses',
      group: 'PROOF',
      title: 'Witnesses',
      connection: 'witnesses',
      description:
        'External witnesses cosign the log, and would notice if it showed different histories to different people.',
      variables: ['WITNESSES', 'WITNESS_QUORUM'],
      check: () =>
        witnesses > 0
          ? {
              state: 'ON',
              detail: `${formatCount(witnesses, 'witness cosigns', 'witnesses cosign')}; readers require ${quorum === 0 ? 'none' : quorum}.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail:
                'No witness cosigns the log, so readers must trust this service to show everyone the same history.',
              remedy: 'Ask another organization to run a witness, and add its key and address to WITNESSES.',
            },
    },
    {
      name: 'time-stamps',
      group: 'PROOF',
      title: 'Time stamps',
      connection: 'time-stamps',
      description: 'An external authority confirms the time of seals.',
      variables: ['TSA_URL', 'TSA_CERTIFICATES'],
      screen: screenOf(timeStampUrl),
      check: async () =>
        (await settings.value(timeStampUrl)) === ''
          ? {
              state: 'NOT_CONFIGURED',
              detail: 'No time stamps: the time in a seal is a claim of this service.',
              remedy: 'Set the authority’s certificates, then its address.',
            }
          : { state: 'ON', detail: 'New seals are time-stamped.', remedy: null },
    },
  ];
}

declare module '../platform/health/capability.ts' {
  interface CapabilityGroups {
    PROOF: true;
  }
}
