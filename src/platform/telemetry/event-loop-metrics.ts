import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Metric, MetricKind } from './metric.ts';

/** Sampling interval of the event loop's delay in milliseconds. Each sample wakes the process. */
const RESOLUTION_MS = 20;
const NS_PER_MS = 1e6;

/**
 * Metrics of the event loop's delay and utilization since the last collection. Sampling of the delay begins with the first
 * collection.
 */
export function eventLoopMetrics(): readonly Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let previous = performance.eventLoopUtilization();

  /**
   * Returns the delays measured since the last collection, for all metrics of this collection. Null if none were measured yet.
   */
  const sample = () => {
    const isFirst = delay.enable();
    if (isFirst || delay.count === 0) return null;
    const { min, max, mean, stddev } = delay;
    const [p50, p90, p99] = [50, 90, 99].map((percentile) => delay.percentile(percentile)) as [number, number, number];
    delay.reset();
    return {
      min: late(min),
      max: late(max),
      mean: late(mean),
      stddev: stddev / NS_PER_MS / 1000,
      p50: late(p50),
      p90: late(p90),
      p99: late(p99),
    };
  };
  const gauge = (name: keyof NonNullable<ReturnType<typeof sample>>, description: string): Metric => ({
    name: `nodejs.eventloop.delay.${name}`,
    unit: 's',
    description,
    kind: MetricKind.GAUGE,
    observe: (ctx) => ctx.loader(sample)?.[name] ?? [],
  });
  return [
    gauge('min', 'Event loop minimum delay.'),
    gauge('max', 'Event loop maximum delay.'),
    gauge('mean', 'Event loop mean delay.'),
    gauge('stddev', 'Event loop standard deviation delay.'),
    gauge('p50', 'Event loop 50 percentile delay.'),
    gauge('p90', 'Event loop 90 percentile delay.'),
    gauge('p99', 'Event loop 99 percentile delay.'),
    {
      name: 'nodejs.eventloop.utilization',
      unit: '1',
      description: 'Event loop utilization.',
      kind: MetricKind.GAUGE,
      observe: () => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, previous);
        previous = now;
        return utilization;
      },
    },
  ];
}

/**
 * Returns the event loop's delay in seconds. Node reports the nanoseconds between two samples; the excess over the sampling
 * interval is the delay.
 */
function late(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NS_PER_MS - RESOLUTION_MS) / 1000;
}
