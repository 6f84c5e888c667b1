import type { ReadContributions } from '../platform/contributions.ts';
import { ANNOUNCED_DAYS, ExpirationKind, upcomingExpirations } from '../platform/expirations/expirations.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';

/** Counts items that expire soon. */
export const expirationMetrics = (contributed: ReadContributions): Metric[] => [
  {
    name: 'imprimatur.ending.count',
    unit: '{ending}',
    description: 'Prices, keys, tokens, links and certificates without a successor that end within the given days.',
    kind: MetricKind.GAUGE,
    async observe(ctx) {
      const near = await upcomingExpirations(ctx, contributed);
      // Every series is reported each time, since an alarm must not depend on a series that comes and goes.
      return Object.values(ExpirationKind).flatMap((kind) =>
        ANNOUNCED_DAYS.map((days) => ({
          value: near.filter((one) => one.kind === kind && one.daysBefore <= days).length,
          attributes: { 'imprimatur.ending.kind': kind.toLowerCase(), 'imprimatur.ending.within_days': String(days) },
        })),
      );
    },
  },
];
