import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';

/** Suffixes of Prometheus for units. Units in braces have none. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes', '1': 'ratio' };

/**
 * Prometheus' text format, version 0.0.4. Adds units to names, which the serializer omits. The names then equal those that
 * Prometheus derives from OTLP, so that one dashboard works for both.
 */
export function prometheusText({ resource, scopeMetrics }: ResourceMetrics): string {
  const named = scopeMetrics.map(({ scope, metrics }) => ({ scope, metrics: metrics.map(withUnit) }));
  // Without the scope, which is always the same.
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
