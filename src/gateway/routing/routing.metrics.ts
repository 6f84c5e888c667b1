import { type Metric, MetricKind } from '../../platform/telemetry/metric.ts';
import type { RoutingPolicyService } from './routing-policy.service.ts';

export const routingMetrics = (policies: RoutingPolicyService): readonly Metric[] => [
  {
    name: 'imprimatur.routing_policy.faults',
    unit: '{fault}',
    description: 'Mismatches between the current routing policy and the current catalogue.',
    kind: MetricKind.GAUGE,
    observe: async () => (await policies.faults()).length,
  },
];
