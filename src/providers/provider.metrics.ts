import type { Attributes } from '@opentelemetry/api';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { CallWatch } from './calls/call-watch.ts';
import type { Circuits } from './calls/circuits.ts';
import { GEN_AI, GEN_AI_METRIC, genAiProvider, OPERATION } from './gen-ai-names.ts';
import type { ProviderFailure } from './provider-failure.ts';
import { type AnyCall, CredentialSource } from './providers-api.ts';

/** Limits of histogram buckets in seconds, from OpenTelemetry's conventions: 0.01 to 81.92. */
const BUCKETS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/**
 * Creates the histograms, and returns a function that records the end of a call. Model names are the catalogue's, so their
 * number is small and they contain no text of callers.
 */
export function measureCalls({ meter }: Telemetry) {
  const advice = { explicitBucketBoundaries: BUCKETS };
  const duration = meter.createHistogram(GEN_AI_METRIC.DURATION, {
    unit: 's',
    description: 'Duration of model calls, one value per attempt.',
    advice,
  });
  const firstChunk = meter.createHistogram(GEN_AI_METRIC.TIME_TO_FIRST_CHUNK, {
    unit: 's',
    description: 'Time from a call to the first part of its streamed answer.',
    advice,
  });
  return ({ deployment, credential }: AnyCall, watch: CallWatch, failure: ProviderFailure | null): void => {
    const isSimulated = credential.source === CredentialSource.SANDBOX;
    const attributes: Attributes = {
      [GEN_AI.OPERATION_NAME]: OPERATION[deployment.kind],
      [GEN_AI.PROVIDER_NAME]: genAiProvider(deployment.provider, isSimulated),
      [GEN_AI.REQUEST_MODEL]: deployment.model,
      [GEN_AI.REQUEST_STREAM]: watch.isStream,
    };
    if (watch.firstTokenMs !== null) firstChunk.record(watch.firstTokenMs / 1_000, attributes);
    if (failure) attributes[GEN_AI.ERROR_TYPE] = failure.failure.toLowerCase();
    duration.record((performance.now() - watch.startedAt) / 1_000, attributes);
  };
}

/** Metrics whose values are read each time metrics are collected. */
export function providerMetrics(circuits: Circuits): readonly Metric[] {
  return [
    {
      name: 'imprimatur.provider.paused',
      unit: '{deployment}',
      description: 'Deployments paused after failed calls or by a rate limit of the provider, counted per key.',
      kind: MetricKind.SUM,
      observe: () =>
        [...circuits.openByProvider()].map(([provider, value]) => ({
          value,
          attributes: { [GEN_AI.PROVIDER_NAME]: genAiProvider(provider) },
        })),
    },
  ];
}
