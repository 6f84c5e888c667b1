import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Context } from '../context.ts';
import type { Logger } from '../observability/logger.ts';
import { type Metric, MetricKind, type Observation } from './metric.ts';
import { SCOPE } from './scope.ts';

/** Shorter than the time limit of collectors. */
const TIMEOUT_MS = 1_000;
/** Collections within this time share one reading. */
const FRESH_MS = 5_000;

export interface ObservationOptions {
  metrics: readonly Metric[];
  newContext(signal: AbortSignal): Context;
  logger: Logger;
}

/**
 * Metrics that are read at each collection. The SDK's own observable instruments repeat their last value; here a value that
 * can't be read now is missing.
 */
export class ObservedMetrics implements MetricProducer {
  readonly #startedAt = millisToHrTime(Date.now());
  readonly #asking = new Set<Metric>();
  readonly #failing = new Set<Metric>();
  #observing: ObservationOptions | undefined;
  #round: Promise<MetricData[]> | undefined;
  #roundBegan = 0;

  /** Starts reading these metrics. */
  observe(observing: ObservationOptions): void {
    this.#observing = observing;
  }

  async collect(): Promise<CollectionResult> {
    const now = performance.now();
    // A round ends within its time limit, so this never waits for an old one.
    if (!this.#round || now - this.#roundBegan >= FRESH_MS) {
      this.#roundBegan = now;
      this.#round = this.#collect();
    }
    const metrics = await this.#round;
    return {
      resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: SCOPE }, metrics }] },
      errors: [],
    };
  }

  async #collect(): Promise<MetricData[]> {
    if (!this.#observing) return [];
    const { metrics, newContext } = this.#observing;
    const ctx = newContext(AbortSignal.timeout(TIMEOUT_MS));
    const found = await Promise.all(
      // A hanging metric isn't read again before it has answered, so that hanging reads don't accumulate.
      metrics.filter((metric) => !this.#asking.has(metric)).map((metric) => this.#observe(metric, ctx)),
    );
    return found.filter((data) => data !== null);
  }

  async #observe(metric: Metric, ctx: Context): Promise<MetricData | null> {
    let timer: NodeJS.Timeout | undefined;
    try {
      this.#asking.add(metric);
      const answer = Promise.resolve()
        .then(() => metric.observe(ctx))
        .finally(() => this.#asking.delete(metric));
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`No answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
      });
      const observed = await Promise.race([answer, late]);
      this.#failing.delete(metric);
      const observations = typeof observed === 'number' ? [{ value: observed, attributes: {} }] : observed;
      return observations.length > 0 ? dataOf(metric, observations, this.#startedAt) : null;
    } catch (error) {
      // Logged once, not at each collection until it recovers.
      if (!this.#failing.has(metric))
        this.#observing?.logger.warn({ err: error, metric: metric.name }, 'a metric could not be measured');
      this.#failing.add(metric);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}

function dataOf(
  { name, unit, description, kind }: Metric,
  observations: readonly Observation[],
  startTime: HrTime,
): MetricData {
  const endTime = millisToHrTime(Date.now());
  const common = {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: observations.map(({ value, attributes }) => ({ value, attributes, startTime, endTime })),
  };
  return kind === MetricKind.GAUGE
    ? { ...common, dataPointType: DataPointType.GAUGE }
    : { ...common, dataPointType: DataPointType.SUM, isMonotonic: kind === MetricKind.COUNTER };
}
