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

/** Time limit for reading one metric. Shorter than the time limit of metric collectors. */
const TIMEOUT_MS = 1_000;
/** Milliseconds for which collections share one reading of the metrics. */
const FRESH_MS = 5_000;

export interface ObservationOptions {
  metrics: readonly Metric[];
  newContext(signal: AbortSignal): Context;
  logger: Logger;
}

/**
 * Metrics whose values are read at each collection. The OpenTelemetry SDK's own observable instruments would repeat the last
 * value when a read fails; this class omits the value instead.
 */
export class ObservedMetrics implements MetricProducer {
  readonly #startedAt = millisToHrTime(Date.now());
  readonly #asking = new Set<Metric>();
  readonly #failing = new Set<Metric>();
  #observing: ObservationOptions | undefined;
  #round: Promise<MetricData[]> | undefined;
  #roundBegan = 0;

  /** Sets the metrics to read at each collection. */
  observe(observing: ObservationOptions): void {
    this.#observing = observing;
  }

  async collect(): Promise<CollectionResult> {
    const now = performance.now();
    // All reads of a collection end within `TIMEOUT_MS`, so a collection never waits for the reads of an old one.
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
      // Skips metrics whose previous read hasn't ended, so that hanging reads don't accumulate.
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
        timer = setTimeout(() => reject(new Error(`The metric was not measured within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
      });
      const observed = await Promise.race([answer, late]);
      this.#failing.delete(metric);
      const observations = typeof observed === 'number' ? [{ value: observed, attributes: {} }] : observed;
      return observations.length > 0 ? dataOf(metric, observations, this.#startedAt) : null;
    } catch (error) {
      // A failing metric is logged once, and again only after it recovered.
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
