import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ProviderName } from '../../models/index.ts';
import { withSearchResults } from './perplexity-sources.ts';

/** Providers that are called over the network: all except the embedded engine. */
export type CalledProvider = Exclude<ProviderName, 'embedded'>;

export interface PackageSettings {
  baseURL: string;
  apiKey: string;
  fetch: typeof fetch;
}

type MakeModel = (modelId: string, isCompatible: boolean) => LanguageModelV4;

/**
 * Package of each provider, loaded with its first call: loading all of them at the start would take 0.2 seconds and 6 MB.
 * OpenAI's package uses chat completions: its default, the Responses API, stores requests by default, and few compatible
 * servers support it.
 */
const PACKAGES: Readonly<Record<CalledProvider, (settings: PackageSettings) => Promise<MakeModel>>> = {
  openai: async (settings) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const { chat } = createOpenAI(settings);
    return (modelId, isCompatible) => (isCompatible ? withSystemRole(chat(modelId)) : chat(modelId));
  },
  anthropic: async (settings) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(settings);
  },
  deepseek: async (settings) => {
    const { createDeepSeek } = await import('@ai-sdk/deepseek');
    return createDeepSeek(settings);
  },
  mistral: async (settings) => {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral(settings);
  },
  xai: async (settings) => {
    const { createXai } = await import('@ai-sdk/xai');
    return createXai(settings);
  },
  google: async (settings) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI(settings);
  },
  perplexity: async (settings) => {
    const { createPerplexity } = await import('@ai-sdk/perplexity');
    const provider = createPerplexity(settings);
    return (modelId) => withSearchResults(provider(modelId));
  },
  own: async (settings) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ ...settings, name: 'own', includeUsage: true, supportsStructuredOutputs: true });
  },
};

export async function modelOf(
  provider: CalledProvider,
  modelId: string,
  settings: PackageSettings,
  isCompatible: boolean,
): Promise<LanguageModelV4> {
  const make = await PACKAGES[provider](settings);
  return make(modelId, isCompatible);
}

/**
 * Sends instructions with the role `system`: most other servers don't know the role `developer`, and OpenAI's models accept both.
 */
function withSystemRole(model: LanguageModelV4): LanguageModelV4 {
  const { specificationVersion, provider, modelId, supportedUrls } = model;
  const inSystem = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const { providerOptions } = options;
    return {
      ...options,
      providerOptions: { ...providerOptions, openai: { systemMessageMode: 'system', ...providerOptions?.openai } },
    };
  };
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate(inSystem(options)),
    doStream: (options) => model.doStream(inSystem(options)),
  };
}
