import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import type { HostedProvider } from '../provider.config.ts';

/** Providers that a key can be set for, as GraphQL values. */
export const KeyedProvider = graphEnum('KeyedProvider', 'Provider that a key can be set for.', {
  OPENAI: 'OpenAI.',
  ANTHROPIC: 'Anthropic.',
  DEEPSEEK: 'DeepSeek.',
  MISTRAL: 'Mistral.',
  XAI: 'xAI.',
  GOOGLE: 'Google, for its Gemini API.',
  PERPLEXITY: 'Perplexity.',
});
export type KeyedProvider = keyof typeof KeyedProvider;

export const hostedProvider = (provider: KeyedProvider) => provider.toLowerCase() as HostedProvider;
