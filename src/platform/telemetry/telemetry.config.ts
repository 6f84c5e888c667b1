import { z } from 'zod';
import { httpUrl } from '../config/addresses.ts';
import { configFragment, flag, optional } from '../config/config.ts';

const endpoint = (signals: string) => optional(httpUrl()).describe(`Address that ${signals} are sent to by OTLP.`);
const headers = (signals: string) =>
  optional(z.string()).describe(`Headers sent with ${signals}, such as the collector's token: name=value,name=value.`);
const exporter = (signals: string) =>
  optional(z.enum(['otlp', 'none']))
    .default('otlp')
    .describe(`Exporter of ${signals}.`);
const milliseconds = (what: string) =>
  optional(z.coerce.number().int().positive()).describe(`Milliseconds between ${what}.`);
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;

/** Environment variables that the exporters read from the process by themselves. */
const READ_BY_EXPORTERS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
] as const;

/**
 * OpenTelemetry's standard environment variables. Its exporters read time limits and certificates by themselves, and its
 * detectors read the resource. This fragment declares only the variables that enable the export, that the exporters leave to the
 * application, or that can be given in a file.
 */
export const telemetryConfig = configFragment(
  z.object({
    OTEL_SDK_DISABLED: optional(flag).default(false).describe('Send no traces and metrics.'),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint('traces and metrics'),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint('traces'),
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint('metrics'),
    OTEL_EXPORTER_OTLP_HEADERS: headers('traces and metrics'),
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers('traces'),
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: headers('metrics'),
    OTEL_EXPORTER_OTLP_PROTOCOL: optional(z.literal('http/protobuf')).describe('Protocol; only http/protobuf.'),
    OTEL_TRACES_EXPORTER: exporter('traces'),
    OTEL_METRICS_EXPORTER: exporter('metrics'),
    OTEL_TRACES_SAMPLER: optional(
      z.enum([...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}` as const)]),
    ).describe('Sampler of traces. Default: parentbased_always_on.'),
    OTEL_TRACES_SAMPLER_ARG: optional(z.coerce.number().min(0).max(1))
      .default(1)
      .describe('Share of traces that a ratio sampler keeps, 0 to 1.'),
    OTEL_BSP_SCHEDULE_DELAY: milliseconds('batches of spans'),
    OTEL_METRIC_EXPORT_INTERVAL: milliseconds('exports of metrics'),
  }),
  (given) => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: common } = given;
    const endpointOf = (endpoint: string | undefined, exporter: 'otlp' | 'none') =>
      given.OTEL_SDK_DISABLED || exporter === 'none' ? null : (endpoint ?? common ?? null);
    const tracesEndpoint = endpointOf(given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, given.OTEL_TRACES_EXPORTER);
    const metricsEndpoint = endpointOf(given.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, given.OTEL_METRICS_EXPORTER);
    return {
      sendsTraces: tracesEndpoint !== null,
      sendsMetrics: metricsEndpoint !== null,
      /**
       * URL that receives the traces, used to find the proxy for this URL. Null if no traces are sent. The exporters themselves
       * read the URL from the environment.
       */
      tracesEndpoint,
      metricsEndpoint,
      /**
       * Sampler of traces. With the prefix `parentbased_`, it decides only for requests whose caller hasn't decided. Otherwise,
       * it decides for all traces.
       */
      sampler: given.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
      samplerRatio: given.OTEL_TRACES_SAMPLER_ARG,
      spanDelayMs: given.OTEL_BSP_SCHEDULE_DELAY,
      metricIntervalMs: given.OTEL_METRIC_EXPORT_INTERVAL,
      /** Values by variable, including those given in files, because the exporters don't read files. */
      exporterVariables: Object.fromEntries(
        READ_BY_EXPORTERS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
      ),
    };
  },
);

export type TelemetryConfig = ReturnType<(typeof telemetryConfig)['read']>;
