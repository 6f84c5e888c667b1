import type { Attributes } from '@opentelemetry/api';
import type { ProviderName } from '../models/index.ts';
import { type Metric, MetricKind } from '../platform/telemetry/metric.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { CallWatch } from './calls/call-watch.ts';
import type { Circuits } from './calls/circuits.ts';
import type { ProviderFailure } from './provider-failure.ts';
import { type AnyCall, CredentialSource } from './providers-api.ts';

/** Seconds: the conventions' own, from a hundredth to a minute and a half. */
const BUCKETS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/** As OpenTelemetry's conventions for generative AI name them; those without a name there have ours. */
const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  deepseek: 'deepseek',
  mistral: 'mistral_ai',
  xai: 'x_ai',
  google: 'gcp.gemini',
  perplexity: 'perplexity',
  own: 'imprimatur.own_server',
  embedded: 'imprimatur.embedded',
};

/** Measures every try. The names of models are the catalogue's: few, and no caller's words. */
export function measureCalls({ meter }: Telemetry) {
  const advice = { explicitBucketBoundaries: BUCKETS };
  const duration = meter.createHistogram('gen_ai.client.inference.duration', {
    unit: 's',
    description: 'Duration of calls of models, each try by itself.',
    advice,
  });
  const firstChunk = meter.createHistogram('gen_ai.client.inference.time_to_first_chunk', {
    unit: 's',
    description: 'Time from a call to the first part of its streamed answer.',
    advice,
  });
  return ({ deployment, credential }: AnyCall, watch: CallWatch, failure: ProviderFailure | null): void => {
    const isSimulated = credential.source === CredentialSource.SANDBOX;
    const attributes: Attributes = {
      'gen_ai.operation.name': deployment.kind === 'TEXT' ? 'chat' : 'generate_content',
      'gen_ai.provider.name': isSimulated ? 'imprimatur.sandbox' : PROVIDER_NAMES[deployment.provider],
      'gen_ai.request.model': deployment.model,
      'gen_ai.request.stream': watch.isStream,
    };
    if (watch.firstTokenMs !== null) firstChunk.record(watch.firstTokenMs / 1_000, attributes);
    if (failure) attributes['error.type'] = failure.failure.toLowerCase();
    duration.record((performance.now() - watch.startedAt) / 1_000, attributes);
  };
}

/** What is looked up when somebody collects. */
export function providerMetrics(circuits: Circuits): readonly Metric[] {
  return [
    {
      name: 'imprimatur.provider.paused',
      unit: '{deployment}',
      description: 'Deployments that are given a pause because calls of them have failed, for each key by itself.',
      kind: MetricKind.SUM,
      observe: () =>
        [...circuits.openByProvider()].map(([provider, value]) => ({
          value,
          attributes: { 'gen_ai.provider.name': PROVIDER_NAMES[provider] },
        })),
    },
  ];
}
