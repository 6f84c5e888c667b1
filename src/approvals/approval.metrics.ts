import { sql } from '../platform/database/database.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';

export const approvalMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.approval.pending',
    unit: '{approval}',
    description: 'What waits for a person’s approval.',
    kind: MetricKind.GAUGE,
    observe: async ({ em }) => {
      const [row] = await sql<{ count: number }>(
        em,
        `select count(*)::int as count from approval where state = 'PENDING' and expires_at > now()`,
      );
      return row?.count ?? 0;
    },
  },
];
