import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';

/** Suffixes that Prometheus adds to metric names, by unit. Units in braces have no suffix. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes', '1': 'ratio' };

/**
 * Formats metrics in Prometheus' text format, version 0.0.4. Adds units to metric names, which the serializer omits, so that the
 * names equal those that Prometheus derives from OTLP and one dashboard works for both.
 */
export function prometheusText({ resource, scopeMetrics }: ResourceMetrics): string {
  const named = scopeMetrics.map(({ scope, metrics }) => ({ scope, metrics: metrics.map(withUnit) }));
  // Omits the instrumentation scope, which is always the same.
  return new PrometheusSerializer(undefined, false, undefined, false, true).serialize({
    resource,
    scopeMetrics: named,
  });
}

function withUnit<Data extends MetricData>(data: Data): Data {
  const unit = UNITS[data.descriptor.unit] ?? '';
  const name = unit ? `${data.descriptor.name}.${unit}` : data.descriptor.name;
  return { ...data, descriptor: { ...data.descriptor, name, unit } };
}
