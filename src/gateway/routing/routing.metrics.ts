import { type Metric, MetricKind } from '../../platform/telemetry/metric.ts';
import type { RoutingPolicyService } from './routing-policy.service.ts';

export const routingMetrics = (policies: RoutingPolicyService): readonly Metric[] => [
  {
    name: 'imprimatur.routing_policy.faults',
    unit: '{fault}',
    description: 'What the routing policy in force says that the catalogue in force does not have, or leaves out.',
    kind: MetricKind.GAUGE,
    observe: async () => (await policies.faults()).length,
  },
];
