import { PrimaryReason, type ReadReplica } from '../database/read-replica.ts';
import { type Metric, MetricKind } from './metric.ts';

const SOURCE = 'imprimatur.replica.source';
const REASON = 'imprimatur.replica.reason';

/** Metrics of the read replica, in this process. */
export function replicaMetrics(replica: ReadReplica): readonly Metric[] {
  return [
    {
      name: 'imprimatur.replica.reads',
      unit: '{read}',
      description:
        'Lists, pages and parts of exports by the server that answered: `replica`, or `primary` with the reason why. A read that failed on the replica counts once, as primary.',
      kind: MetricKind.COUNTER,
      observe: () => [
        { value: replica.reads.onReplica, attributes: { [SOURCE]: 'replica', [REASON]: '' } },
        ...Object.values(PrimaryReason).map((reason) => ({
          value: replica.reads.onPrimary[reason],
          attributes: { [SOURCE]: 'primary', [REASON]: reason.toLowerCase() },
        })),
      ],
    },
    {
      name: 'imprimatur.replica.lag',
      unit: 's',
      description:
        "Age of the state that the read replica shows, at most, when it was last measured. Missing while it isn't known.",
      kind: MetricKind.GAUGE,
      observe: () => (replica.lagMs === null ? [] : replica.lagMs / 1_000),
    },
  ];
}
