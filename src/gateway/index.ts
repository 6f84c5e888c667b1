import { defineFeature } from '../feature.ts';
import { gatewayNames } from './gateway.names.ts';
import { composeRouting, type Earlier } from './routing/index.ts';
import { RoutingPolicyRow } from './routing/routing-policy.entity.ts';
import { composeRuns } from './runs/index.ts';
import { Attempt, Run, RunContent } from './runs/run.entity.ts';
import { v1Mounts } from './v1/index.ts';

/** The model gateway: tasks go in by name, one policy decides where to, one log says what became of them. */
export const gateway = defineFeature({
  name: 'gateway',
  names: gatewayNames,
  entities: [RoutingPolicyRow, Run, Attempt, RunContent],
  compose(platform, earlier: Earlier) {
    const { router } = composeRouting(platform, earlier);
    const { tasks } = composeRuns(platform, { ...earlier, router });
    return {
      api: { router, tasks },
      mounts: v1Mounts({ platform, ...earlier, runs: tasks }),
    };
  },
});
