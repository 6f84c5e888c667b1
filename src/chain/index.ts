import { defineFeature } from '../feature.ts';
import { MetricKind } from '../platform/telemetry/metric.ts';
import { ChainAct, ChainBlinding, ChainEntry, ChainPending } from './chain.entity.ts';
import { chainNames } from './chain.names.ts';
import { ChainResolver } from './chain.resolver.ts';
import { Chain } from './chain.ts';
import { chainCheck } from './chain-check.ts';
import { chainLinker } from './linker.ts';

export { ChainEntry, ChainKind } from './chain.entity.ts';
export { entriesOf } from './chain.resolver.ts';
export type { Anchors, ChainAnchor } from './chain.ts';
export { exportLines } from './chain-export.ts';
export { type KeptRecord, toBeLinked } from './chained-kind.ts';
export { exportMount } from './export-mount.ts';

/** What other features may use of the chain. */
export type ChainApi = Chain;

/** A hash chain over records of every kind, so that none can be changed, added or taken away and nobody find out. */
export const chain = defineFeature({
  name: 'chain',
  names: chainNames,
  entities: [ChainAct, ChainBlinding, ChainEntry, ChainPending],
  compose(platform) {
    const chain = new Chain();
    return {
      api: chain as ChainApi,
      resolvers: [new ChainResolver()],
      checks: [chainCheck(chain)],
      metrics: [
        {
          name: 'imprimatur.chain.waiting',
          unit: '{record}',
          description: 'Records that are not linked yet.',
          kind: MetricKind.GAUGE,
          observe: ({ em }) => em.count(ChainPending),
        },
      ],
      background: [chainLinker(platform, chain)],
    };
  },
});
