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

/** Those that a key can be kept for. */
export const PROVIDERS = Object.keys(NAMES) as [Provider, ...Provider[]];

/** As they write themselves. */
export const providerName = (provider: string) => NAMES[provider as Provider] ?? provider;
