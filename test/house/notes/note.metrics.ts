import { type Metric, MetricKind } from '../../../src/platform/telemetry/metric.ts';
import { Note } from './note.entity.ts';

export const noteMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.note.unfiled',
    unit: '{note}',
    description: 'Notes that are not filed yet.',
    kind: MetricKind.GAUGE,
    observe: ({ em }) => em.count(Note, { filedFor: null }),
  },
];
