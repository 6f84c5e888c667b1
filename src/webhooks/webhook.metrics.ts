import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import { DURATION_BUCKETS } from '../platform/telemetry/scope.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { PostResult } from './sender.ts';
import { countByState } from './webhook.sql.ts';
import { WebhookOutcome } from './webhook-delivery.entity.ts';
import { countOverdue } from './webhook-delivery.sql.ts';

/** Upper bounds of a histogram in seconds, up to the three days after which a delivery fails. */
const LAG_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600, 21_600, 86_400, 259_200];

/** Returns a function that records the duration of every attempt, and the lag of deliveries that arrived. */
export function measureAttempts({ meter }: Telemetry): (posted: PostResult, lagSeconds: number) => void {
  const duration = meter.createHistogram('imprimatur.webhook.attempt.duration', {
    unit: 's',
    description: 'Duration of one attempt to deliver an event to a webhook.',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS },
  });
  const lag = meter.createHistogram('imprimatur.webhook.delivery.lag', {
    unit: 's',
    description: 'Time from an event until its delivery to a webhook.',
    advice: { explicitBucketBoundaries: LAG_BUCKETS },
  });
  return ({ outcome, durationMs }, lagSeconds) => {
    duration.record(durationMs / 1000, { 'imprimatur.outcome': outcome.toLowerCase() });
    if (outcome === WebhookOutcome.DELIVERED) lag.record(lagSeconds);
  };
}

/** Metrics about webhooks that read the database at each collection. */
export const webhookMetrics: readonly Metric[] = [
  {
    name: 'imprimatur.webhook.overdue',
    unit: '{delivery}',
    description: 'Webhook deliveries that have been due for more than a minute, in all processes.',
    kind: MetricKind.GAUGE,
    observe: ({ em }) => countOverdue(em),
  },
  {
    name: 'imprimatur.webhook.count',
    unit: '{webhook}',
    description: 'Number of webhooks by state.',
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
