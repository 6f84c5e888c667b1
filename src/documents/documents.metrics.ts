import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { countVersions } from './document.sql.ts';
import { VersionState } from './version-state.ts';

/** Documents that this process has read, and how long it took. */
export interface ReadingTimes {
  versions: number;
  seconds: number;
}

/** Metrics of documents. */
export const documentsMetrics = (times: Readonly<ReadingTimes>): readonly Metric[] => [
  {
    name: 'imprimatur.document.readings',
    unit: '{version}',
    description: 'Versions of documents that this process read and indexed.',
    kind: MetricKind.COUNTER,
    observe: () => times.versions,
  },
  {
    name: 'imprimatur.document.reading.time',
    unit: 's',
    description: 'Seconds that this process took to read and index them, all together.',
    kind: MetricKind.COUNTER,
    observe: () => times.seconds,
  },
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
