import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';

/** How Prometheus writes units, at the end of a name. What is counted in braces is none. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes', '1': 'ratio' };

/**
 * Prometheus' text format, version 0.0.4. The serializer leaves units out of names; with them, names are those that Prometheus
 * makes itself of what it is sent by OTLP, so that one dashboard does for both.
 */
export function prometheusText({ resource, scopeMetrics }: ResourceMetrics): string {
  const named = scopeMetrics.map(({ scope, metrics }) => ({ scope, metrics: metrics.map(withUnit) }));
  // Without the scope, which is the same for all of it.
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
