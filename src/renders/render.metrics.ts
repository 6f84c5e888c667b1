import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { RenderStatus } from './render.entity.ts';
import { countByStatus } from './render.sql.ts';

const UNDER_WAY = [RenderStatus.QUEUED, RenderStatus.RUNNING];

export const renderMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.render.under_way',
    unit: '{render}',
    description: 'Queued and running renders of all processes.',
    kind: MetricKind.GAUGE,
    observe: async ({ em }) => {
      const rows = await countByStatus(em);
      return UNDER_WAY.map((status) => ({
        value: rows.find((row) => row.status === status)?.count ?? 0,
        attributes: { 'imprimatur.render.status': status.toLowerCase() },
      }));
    },
  },
];
