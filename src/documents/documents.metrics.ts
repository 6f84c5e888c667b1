import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { countVersions } from './document.sql.ts';
import { VersionState } from './version-state.ts';

/** Metrics of documents. */
export const documentsMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.document.versions',
    unit: '{version}',
    description: 'Versions of documents by state.',
    kind: MetricKind.GAUGE,
    observe: async ({ em }) => {
      const rows = await countVersions(em);
      return Object.values(VersionState).map((state) => ({
        value: rows.find((row) => row.state === state)?.count ?? 0,
        attributes: { 'imprimatur.document.state': state.toLowerCase() },
      }));
    },
  },
];
