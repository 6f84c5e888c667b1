import { defineFeature } from '../feature.ts';
import type { LogApi } from '../log/index.ts';
import { updateOf } from '../platform/database/table-privileges.ts';
import { MetricKind } from '../platform/telemetry/metric.ts';
import type { SettingsApi } from '../settings/index.ts';
import { anchorMinutes, anchorSchedule, ChainEntryAnchorResolver } from './anchor-schedule.ts';
import { ChainAct, ChainBlinding, ChainEntry, ChainPending } from './chain.entity.ts';
import { chainNames } from './chain.names.ts';
import { ChainResolver } from './chain.resolver.ts';
import { Chain } from './chain.ts';
import { ChainAnchorRow } from './chain-anchor.entity.ts';
import { chainCheck } from './chain-check.ts';
import { chainDiagnosis } from './chain-diagnosis.ts';
import { chainLinker } from './linker.ts';
import { RememberedAnchor } from './remembered-anchor.ts';

export { ChainEntry, chainKinds } from './chain.entity.ts';
export { entriesOf } from './chain.resolver.ts';
export { toBeLinked } from './chain.sql.ts';
export { isRecordChanged, recordChanged } from './chain.ts';
export { exportLines } from './chain-export.ts';
export type { ChainedKind, StoredRecord } from './chained-kind.ts';
export { exportMount } from './export-mount.ts';
export { forgetLostAnchor } from './lost-anchor.ts';

/** API of this feature for other features. */
export type ChainApi = Chain;

interface ChainDependencies {
  log: LogApi;
  settings: SettingsApi;
}

/**
 * Feature for a hash chain over records of every kind. Its newest entry is anchored in the transparency log, so that a changed,
 * added or removed record is detected.
 */
export const chain = defineFeature({
  name: 'chain',
  names: chainNames,
  entities: [ChainAct, ChainAnchorRow, ChainBlinding, ChainEntry, ChainPending],
  tablePrivileges: {
    chain_act: ['INSERT'],
    chain_anchor: ['INSERT'],
    chain_blinding: ['INSERT', updateOf('salt', 'salts', 'commitments', 'erased_at'), 'DELETE'],
    chain_entry: ['INSERT'],
    chain_pending: ['INSERT', 'DELETE'],
  },
  settings: [anchorMinutes],
  compose(platform, { log: { log, signer }, settings }: ChainDependencies) {
    const { config, publicUrl } = platform;
    const chain = new Chain({ log, signer, publicUrl }, config.dataDir, () => platform.contributed('chainedKinds'));
    return {
      api: chain as ChainApi,
      resolvers: [new ChainResolver(), new ChainEntryAnchorResolver()],
      checks: [chainCheck(chain, new RememberedAnchor(config.dataDir))],
      diagnoses: [chainDiagnosis(chain.anchors, () => platform.database.orm.em.fork())],
      atStart: () => chain.acts.begin(platform.database.orm.em.fork()),
      probes: [{ name: 'chain', required: false, probe: () => chain.anchors.probe() }],
      metrics: [
        {
          name: 'imprimatur.chain.waiting',
          unit: '{record}',
          description: 'Records that wait to be added to the hash chain.',
          kind: MetricKind.GAUGE,
          observe: ({ em }) => em.count(ChainPending),
        },
      ],
      background: [
        chainLinker(platform, chain),
        anchorSchedule(platform, chain.anchors, () => settings.value(anchorMinutes)),
      ],
    };
  },
});
