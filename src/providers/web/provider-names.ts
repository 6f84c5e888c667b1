import type { ProviderKeyListQuery } from '../../web/generated/providers/graphql.ts';

type Provider = ProviderKeyListQuery['providerKeys']['nodes'][number]['provider'];

const NAMES: Readonly<Record<Provider, string>> = {
  ANTHROPIC: 'Anthropic',
  DEEPSEEK: 'DeepSeek',
  GOOGLE: 'Google',
  MISTRAL: 'Mistral',
  OPENAI: 'OpenAI',
  PERPLEXITY: 'Perplexity',
  XAI: 'xAI',
};

/** Providers that a key can be set for. */
export const PROVIDERS = Object.keys(NAMES) as [Provider, ...Provider[]];

/** Brand name of a provider. Unknown providers have their id as name. */
export const providerName = (provider: string) => NAMES[provider as Provider] ?? provider;
