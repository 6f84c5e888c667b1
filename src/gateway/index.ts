import { defineFeature } from '../feature.ts';
import { gatewayNames } from './gateway.names.ts';
import { composeRouting } from './routing/index.ts';
import { RoutingPolicyRow } from './routing/routing-policy.entity.ts';
import { composeRuns, type Earlier, runEntities, runSettings } from './runs/index.ts';
import { v1Mounts } from './v1/index.ts';

/** The model gateway: tasks go in by name, one policy decides where to, one log says what became of them. */
export const gateway = defineFeature({
  name: 'gateway',
  names: gatewayNames,
  entities: [RoutingPolicyRow, ...runEntities],
  settings: runSettings,
  compose(platform, earlier: Earlier) {
    const { models, customers } = earlier;
    const { router } = composeRouting(platform, earlier);
    const runs = composeRuns(platform, earlier, router);
    return {
      api: { router, tasks: runs.tasks },
      resolvers: runs.resolvers,
      nodes: runs.nodes,
      reads: runs.reads,
      background: runs.background,
      upkeep: runs.upkeep,
      checks: runs.checks,
      mounts: v1Mounts({ platform, models, customers, runs: runs.tasks }),
      close: runs.stop,
    };
  },
});
