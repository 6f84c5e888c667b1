import type { AuditedMutations } from '../platform/audit/audited-mutation.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';

export const auditMetrics = (audited: AuditedMutations): readonly Metric[] => [
  {
    name: 'imprimatur.audit.refusals.unwritten',
    unit: '{refusal}',
    description:
      'Refusals that were not recorded in the audit trail, because the caller exceeded the hourly number of refusals that are recorded.',
    kind: MetricKind.COUNTER,
    observe: () => audited.unwritten,
  },
];
