import type { AuditedMutations } from '../platform/audit/audited-mutation.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';

export const auditMetrics = (audited: AuditedMutations): readonly Metric[] => [
  {
    name: 'imprimatur.audit.refusals.unwritten',
    unit: '{refusal}',
    description:
      'Refusals that were not written into the audit trail, since whoever was refused had so many in an hour.',
    kind: MetricKind.COUNTER,
    observe: () => audited.unwritten,
  },
];
