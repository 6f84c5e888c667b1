import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../../src/platform/context.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { type Metric, MetricKind } from '../../src/platform/telemetry/metric.ts';
import { ObservedMetrics } from '../../src/platform/telemetry/observed-metrics.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function observing(observe: Metric['observe']) {
  const logger = createLogger('silent');
  const warn = vi.spyOn(logger, 'warn');
  const observed = new ObservedMetrics();
  const metric = { name: 'imprimatur.test', unit: '1', description: 'For this test.', kind: MetricKind.GAUGE, observe };
  observed.observe({ metrics: [metric], newContext: () => ({}) as Context, logger });
  const collect = async () => {
    const collecting = observed.collect();
    await vi.advanceTimersByTimeAsync(1_000);
    const { resourceMetrics } = await collecting;
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics.map(({ dataPoints }) => dataPoints[0]?.value));
  };
  return { collect, warn };
}

test('what hangs is missing, and not asked again before it has answered', async () => {
  let answer = (_value: number) => {};
  const observe = vi.fn(() => new Promise<number>((resolve) => (answer = resolve)));
  const { collect } = observing(observe);

  expect(await collect()).toEqual([]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await collect()).toEqual([]);
  expect(observe).toHaveBeenCalledTimes(1);

  answer(1);
  await vi.advanceTimersByTimeAsync(6_000);
  observe.mockResolvedValue(7);
  expect(await collect()).toEqual([7]);
  expect(observe).toHaveBeenCalledTimes(2);
});

test('what fails is missing instead of told as it was, and said once for as long as it fails', async () => {
  const observe = vi.fn().mockResolvedValueOnce(3).mockRejectedValueOnce(new Error('away')).mockRejectedValue('away');
  const { collect, warn } = observing(observe);

  expect(await collect()).toEqual([3]);
  for (let times = 0; times < 2; times++) {
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await collect()).toEqual([]);
  }
  expect(warn).toHaveBeenCalledTimes(1);
});

test('one round of looking serves all who collect within five seconds', async () => {
  let value = 0;
  const { collect } = observing(() => ++value);

  expect([await collect(), await collect(), await collect()]).toEqual([[1], [1], [1]]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await collect()).toEqual([2]);
});
