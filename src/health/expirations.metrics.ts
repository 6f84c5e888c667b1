import type { ReadContributions } from '../platform/contributions.ts';
import { ANNOUNCED_DAYS, ExpirationKind, upcomingExpirations } from '../platform/expirations/expirations.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';

/** Metric that counts items that expire soon, by kind. */
export const expirationMetrics = (contributed: ReadContributions): Metric[] => [
  {
    name: 'imprimatur.ending.count',
    unit: '{ending}',
    description: 'Prices, keys, tokens, links and certificates without a successor that end within the given days.',
    kind: MetricKind.GAUGE,
    async observe(ctx) {
      const near = await upcomingExpirations(ctx, contributed);
      // Reports a value for every kind, even 0, since an alarm must not depend on a series that is sometimes missing.
      return Object.values(ExpirationKind).flatMap((kind) =>
        ANNOUNCED_DAYS.map((days) => ({
          value: near.filter((one) => one.kind === kind && one.daysBefore <= days).length,
          attributes: { 'imprimatur.ending.kind': kind.toLowerCase(), 'imprimatur.ending.within_days': String(days) },
        })),
      );
    },
  },
];
