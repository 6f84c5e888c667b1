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

/** Below the patience of whoever collects. */
const TIMEOUT_MS = 1_000;
/** One round of looking serves everybody who collects within this time, so that collecting often costs no more. */
const FRESH_MS = 5_000;

export interface ObservationOptions {
  metrics: readonly Metric[];
  newContext(signal: AbortSignal): Context;
  logger: Logger;
}

/**
 * What is looked up when somebody collects. The SDK's own observable instruments go on telling the last value they were given;
 * here what cannot be looked up now is missing.
 */
export class ObservedMetrics implements MetricProducer {
  readonly #startedAt = millisToHrTime(Date.now());
  readonly #asking = new Set<Metric>();
  readonly #failing = new Set<Metric>();
  #observing: ObservationOptions | undefined;
  #round: Promise<MetricData[]> | undefined;
  #roundBegan = 0;

  /** From now on there is something to look up. */
  observe(observing: ObservationOptions): void {
    this.#observing = observing;
  }

  async collect(): Promise<CollectionResult> {
    const now = performance.now();
    // A round ends within its time, whatever hangs; so this never waits for one that began long ago.
    if (!this.#round || now - this.#roundBegan >= FRESH_MS) {
      this.#roundBegan = now;
      this.#round = this.#look();
    }
    const metrics = await this.#round;
    return {
      resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: SCOPE }, metrics }] },
      errors: [],
    };
  }

  async #look(): Promise<MetricData[]> {
    if (!this.#observing) return [];
    const { metrics, newContext } = this.#observing;
    const ctx = newContext(AbortSignal.timeout(TIMEOUT_MS));
    const found = await Promise.all(
      // One that hangs is not asked again before it has answered: that would make a heap of what hangs.
      metrics.filter((metric) => !this.#asking.has(metric)).map((metric) => this.#observe(metric, ctx)),
    );
    return found.filter((data) => data !== null);
  }

  async #observe(metric: Metric, ctx: Context): Promise<MetricData | null> {
    let timer: NodeJS.Timeout | undefined;
    try {
      this.#asking.add(metric);
      const asked = Promise.resolve()
        .then(() => metric.observe(ctx))
        .finally(() => this.#asking.delete(metric));
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`No answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
      });
      const observed = await Promise.race([asked, late]);
      this.#failing.delete(metric);
      const observations = typeof observed === 'number' ? [{ value: observed, attributes: {} }] : observed;
      return observations.length > 0 ? dataOf(metric, observations, this.#startedAt) : null;
    } catch (error) {
      // Once, and not at each collection until it is back.
      if (!this.#failing.has(metric))
        this.#observing?.logger.warn({ err: error, metric: metric.name }, 'a metric is missing');
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
