import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import {
  type MetricProducer,
  type MetricReader,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Proxies } from '../http/proxies.ts';
import type { Logger } from '../observability/logger.ts';
import type { TelemetryConfig } from './telemetry.config.ts';

const METRIC_INTERVAL_MS = 60_000;
/** Time limit for sending to the collector. Reading the metrics has its own limit. */
const EXPORT_TIMEOUT_MS = 10_000;

/** Sends spans and metrics to an OpenTelemetry collector. */
export interface TelemetryExport {
  metricReader: MetricReader | null;
  /** True if spans are recorded. */
  isTracing: boolean;
  shutdown(): Promise<void>;
}

interface ExportOptions {
  resource: Resource;
  observed: MetricProducer;
  logger: Logger;
  proxies: Proxies;
  /** Called whenever the SDK exports metrics. */
  onExport(): Promise<void>;
}

/**
 * Opens the export of spans and metrics. This file is imported only if an endpoint is configured, because it loads most of
 * OpenTelemetry.
 */
export function openExport(
  config: TelemetryConfig,
  { resource, observed, logger, proxies, onExport }: ExportOptions,
): TelemetryExport {
  logExportProblems(logger);
  Object.assign(process.env, config.exporterVariables);
  const metricReader = config.sendsMetrics ? periodicReader(config, observed, proxies, onExport) : null;
  const traces = config.sendsTraces ? startTraces(config, resource, proxies) : null;
  return {
    metricReader,
    isTracing: traces !== null,
    shutdown: async () => traces?.shutdown(),
  };
}

function periodicReader(
  { metricIntervalMs = METRIC_INTERVAL_MS, metricsEndpoint }: TelemetryConfig,
  observed: MetricProducer,
  proxies: Proxies,
  onExport: () => Promise<void>,
): PeriodicExportingMetricReader {
  const exporter: PushMetricExporter = new OTLPMetricExporter(through(proxies, metricsEndpoint!, 'METRICS'));
  const send = exporter.export.bind(exporter);
  exporter.export = (metrics, done) => {
    void onExport();
    send(metrics, done);
  };
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, metricIntervalMs),
    metricProducers: [observed],
  });
}

/** Registers the tracer with OpenTelemetry's API, so that code run after this can create spans. */
function startTraces(config: TelemetryConfig, resource: Resource, proxies: Proxies): TracerProvider {
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(through(proxies, config.tracesEndpoint!, 'TRACES')),
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    ...(config.spanDelayMs && { scheduledDelayMillis: config.spanDelayMs }),
  });
  const provider = new TracerProvider({ resource, sampler: samplerOf(config), spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return provider;
}

/**
 * Options of an exporter that sends through a proxy, which the exporter's own HTTP agent doesn't support. Empty without a proxy.
 */
function through(proxies: Proxies, endpoint: string, signal: 'METRICS' | 'TRACES') {
  const proxy = proxies.of(new URL(endpoint));
  if (proxy === null) return {};
  const options = { keepAlive: true, proxyEnv: { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href } };
  const file = (kind: string) => {
    const name = process.env[`OTEL_EXPORTER_OTLP_${signal}_${kind}`] || process.env[`OTEL_EXPORTER_OTLP_${kind}`];
    return name ? readFileSync(name) : undefined;
  };
  return {
    httpAgentOptions: (protocol: string) =>
      protocol === 'http:'
        ? new Agent(options)
        : new TlsAgent({
            ...options,
            ca: file('CERTIFICATE'),
            cert: file('CLIENT_CERTIFICATE'),
            key: file('CLIENT_KEY'),
          }),
  };
}

function samplerOf({ sampler, samplerRatio }: TelemetryConfig): Sampler {
  const root = rootSampler(sampler.replace('parentbased_', ''), samplerRatio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

/** Sends OpenTelemetry's own errors to the server log: an unavailable collector must not disturb the service. */
function logExportProblems(logger: Logger): void {
  const report = (message: string) => logger.warn({ telemetry: message }, 'telemetry had a problem and continues');
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
