import { setTimeout as sleep } from 'node:timers/promises';
import type { Meter } from '@opentelemetry/api';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import type { Proxies } from '../http/proxies.ts';
import type { Logger } from '../observability/logger.ts';
import { type ObservationOptions, ObservedMetrics } from './observed-metrics.ts';
import type { TelemetryExport } from './otlp.ts';
import { SCOPE } from './scope.ts';
import type { TelemetryConfig } from './telemetry.config.ts';

/** Time limit for sending the last measurements when the service stops. */
const FLUSH_MS = 2_000;

/**
 * Measurements of one service: published at `/metrics`, and sent by OTLP if an endpoint is configured. Without an endpoint,
 * exporters and tracing aren't loaded.
 */
export class Telemetry {
  readonly isTracing: boolean;
  readonly meter: Meter;
  readonly #provider: MeterProvider;
  readonly #reader: ScrapeReader;
  readonly #observed: ObservedMetrics;
  readonly #export: TelemetryExport | null;
  readonly #logger: Logger;

  private constructor(parts: {
    resource: Resource;
    observed: ObservedMetrics;
    reader: ScrapeReader;
    sent: TelemetryExport | null;
    logger: Logger;
  }) {
    const { resource, observed, reader, sent, logger } = parts;
    this.#observed = observed;
    this.#reader = reader;
    this.#export = sent;
    this.#logger = logger;
    this.#provider = new MeterProvider({
      resource,
      readers: [reader, ...(sent?.metricReader ? [sent.metricReader] : [])],
    });
    this.meter = this.#provider.getMeter(SCOPE);
    this.isTracing = sent?.isTracing ?? false;
  }

  static async open(
    config: TelemetryConfig,
    version: string,
    { logger, proxies }: { logger: Logger; proxies: Proxies },
  ): Promise<Telemetry> {
    const resource = resourceOf(version);
    const observed = new ObservedMetrics();
    const reader = new ScrapeReader({ metricProducers: [observed] });
    const sends = config.sendsTraces || config.sendsMetrics;
    const sent = sends
      ? (await import('./otlp.ts')).openExport(config, {
          resource,
          observed,
          logger,
          proxies,
          onExport: () => reader.drain(),
        })
      : null;
    return new Telemetry({ resource, observed, reader, sent, logger });
  }

  /** Sets the metrics whose values are read at each collection. */
  observe(observing: ObservationOptions): void {
    this.#observed.observe(observing);
  }

  /** Returns all metrics in Prometheus' text format, version 0.0.4. */
  async scrape(): Promise<string> {
    const { prometheusText } = await import('./prometheus-text.ts');
    const { resourceMetrics } = await this.#reader.collect();
    return prometheusText(resourceMetrics);
  }

  /** Sends the remaining measurements, for at most two seconds. */
  async close(): Promise<void> {
    const flushed = Promise.all([this.#provider.shutdown(), this.#export?.shutdown()]).catch((error: unknown) =>
      this.#logger.warn({ err: error }, 'the last measurements were not sent'),
    );
    await Promise.race([flushed, sleep(FLUSH_MS, undefined, { ref: false })]);
  }
}

/** Metric reader that collects only on request. */
class ScrapeReader extends MetricReader {
  /**
   * Reads the metrics and discards them. The SDK stores unread data for each reader, so without scrapes its memory would grow
   * forever.
   */
  async drain(): Promise<void> {
    // Ignores failures: `close` doesn't wait for this read, and a closed SDK has nothing left to read.
    await this.collect().catch(() => {});
  }

  protected override async onShutdown(): Promise<void> {}

  protected override async onForceFlush(): Promise<void> {}
}

/**
 * Describes the service by OpenTelemetry resource attributes. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence.
 */
function resourceOf(version: string): Resource {
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'imprimatur', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
}
