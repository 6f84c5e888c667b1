import { sql } from '../platform/database/database.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { RenderStatus } from './render.entity.ts';

const UNDER_WAY = [RenderStatus.QUEUED, RenderStatus.RUNNING];

export const renderMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.render.under_way',
    unit: '{render}',
    description: 'Renders that are not done, of all processes.',
    kind: MetricKind.GAUGE,
    observe: async ({ em }) => {
      const rows = await sql<{ status: RenderStatus; count: number }>(
        em,
        // Literally, as in the index, so that it is found by it.
        `select status, count(*)::int as count from render where status in ('QUEUED', 'RUNNING') group by status`,
      );
      return UNDER_WAY.map((status) => ({
        value: rows.find((row) => row.status === status)?.count ?? 0,
        attributes: { 'imprimatur.render.status': status.toLowerCase() },
      }));
    },
  },
];
