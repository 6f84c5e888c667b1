import type { ProviderName } from '../models/index.ts';

/**
 * Names of OpenTelemetry's semantic conventions for generative AI, as of the schema below. They are defined here because the
 * package of core conventions has the `gen_ai` names only as deprecated. Names of attributes with content are left out.
 */
export const GEN_AI_SCHEMA_URL = 'https://opentelemetry.io/schemas/gen-ai/1.42.0';

export const GEN_AI = {
  OPERATION_NAME: 'gen_ai.operation.name',
  PROVIDER_NAME: 'gen_ai.provider.name',
  REQUEST_MODEL: 'gen_ai.request.model',
  REQUEST_STREAM: 'gen_ai.request.stream',
  REQUEST_MAX_TOKENS: 'gen_ai.request.max_tokens',
  REQUEST_TEMPERATURE: 'gen_ai.request.temperature',
  REQUEST_SEED: 'gen_ai.request.seed',
  OUTPUT_TYPE: 'gen_ai.output.type',
  RESPONSE_ID: 'gen_ai.response.id',
  RESPONSE_MODEL: 'gen_ai.response.model',
  RESPONSE_FINISH_REASONS: 'gen_ai.response.finish_reasons',
  TIME_TO_FIRST_CHUNK: 'gen_ai.response.time_to_first_chunk',
  INPUT_TOKENS: 'gen_ai.usage.input_tokens',
  OUTPUT_TOKENS: 'gen_ai.usage.output_tokens',
  CACHE_READ_TOKENS: 'gen_ai.usage.cache_read.input_tokens',
  CACHE_WRITE_TOKENS: 'gen_ai.usage.cache_creation.input_tokens',
  REASONING_TOKENS: 'gen_ai.usage.reasoning.output_tokens',
  ERROR_TYPE: 'error.type',
} as const;

/** Names of metrics. Durations are in seconds. */
export const GEN_AI_METRIC = {
  DURATION: 'gen_ai.client.inference.duration',
  TIME_TO_FIRST_CHUNK: 'gen_ai.client.inference.time_to_first_chunk',
  INPUT_TOKENS: 'gen_ai.client.inference.usage.input_tokens',
  OUTPUT_TOKENS: 'gen_ai.client.inference.usage.output_tokens',
  CACHE_READ_TOKENS: 'gen_ai.client.inference.usage.cache_read.input_tokens',
  REASONING_TOKENS: 'gen_ai.client.inference.usage.reasoning.output_tokens',
} as const;

/** Operation name by kind of deployment: chat, or generation of other content. */
export const OPERATION = { TEXT: 'chat', IMAGE: 'generate_content' } as const;

/** Providers without a name in the conventions get a name that starts with `imprimatur.`. */
const PROVIDERS: Readonly<Record<ProviderName, string>> = {
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

/** Provider name for telemetry. Simulated answers have a name of their own. */
export function genAiProvider(provider: ProviderName, isSimulated = false): string {
  return isSimulated ? 'imprimatur.sandbox' : PROVIDERS[provider];
}
