import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { countPending } from './approval.sql.ts';

export const approvalMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.approval.pending',
    unit: '{approval}',
    description: 'Requests that wait for a person’s decision.',
    kind: MetricKind.GAUGE,
    observe: ({ em }) => countPending(em),
  },
];
