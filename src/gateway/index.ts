import { defineFeature } from '../feature.ts';
import { gatewayNames } from './gateway.names.ts';
import { composeRouting, type Earlier } from './routing/index.ts';
import { RoutingPolicyRow } from './routing/routing-policy.entity.ts';

/** The model gateway: tasks go in by name, one policy decides where to, one log says what became of them. */
export const gateway = defineFeature({
  name: 'gateway',
  names: gatewayNames,
  entities: [RoutingPolicyRow],
  compose(platform, earlier: Earlier) {
    const routing = composeRouting(platform, earlier);
    return { api: { router: routing.router } };
  },
});
