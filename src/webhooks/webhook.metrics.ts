import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { DURATION_BUCKETS } from '../platform/telemetry/scope.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { PostResult } from './sender.ts';
import { countByState } from './webhook.sql.ts';
import { WebhookOutcome } from './webhook-delivery.entity.ts';
import { countOverdue } from './webhook-delivery.sql.ts';

/** Seconds, from a moment to the three days after which a delivery is given up. */
const LAG_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600, 21_600, 86_400, 259_200];

/** Measures every attempt. */
export function measureAttempts({ meter }: Telemetry): (posted: PostResult, lagSeconds: number) => void {
  const duration = meter.createHistogram('imprimatur.webhook.attempt.duration', {
    unit: 's',
    description: 'Duration of attempts to deliver an event to a webhook, each by itself.',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS },
  });
  const lag = meter.createHistogram('imprimatur.webhook.delivery.lag', {
    unit: 's',
    description: 'Time from an event until it has arrived at a webhook.',
    advice: { explicitBucketBoundaries: LAG_BUCKETS },
  });
  return ({ outcome, durationMs }, lagSeconds) => {
    duration.record(durationMs / 1000, { 'imprimatur.outcome': outcome.toLowerCase() });
    if (outcome === WebhookOutcome.DELIVERED) lag.record(lagSeconds);
  };
}

/** Metrics that read the database at each collection. */
export const webhookMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.webhook.overdue',
    unit: '{delivery}',
    description: 'Deliveries to webhooks that should have been tried a minute ago and were not, of all processes.',
    kind: MetricKind.GAUGE,
    observe: ({ em }) => countOverdue(em),
  },
  {
    name: 'imprimatur.webhook.count',
    unit: '{webhook}',
    description: 'Webhooks by whether events arrive there.',
    kind: MetricKind.GAUGE,
    async observe({ em }) {
      const rows = await countByState(em);
      return rows.map(({ state, count }) => ({
        value: count,
        attributes: { 'imprimatur.webhook.state': state.toLowerCase() },
      }));
    },
  },
];
