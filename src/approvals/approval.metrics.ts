import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { countPending } from './approval.sql.ts';

export const approvalMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.approval.pending',
    unit: '{approval}',
    description: 'What waits for a person’s approval.',
    kind: MetricKind.GAUGE,
    observe: ({ em }) => countPending(em),
  },
];
