import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import type { HostedProvider } from '../provider.config.ts';

/** The providers that a key can be set for, by the words of GraphQL. */
export const KeyedProvider = graphEnum('KeyedProvider', 'A provider that a key can be set for.', {
  OPENAI: null,
  ANTHROPIC: null,
  DEEPSEEK: null,
  MISTRAL: null,
  XAI: null,
  GOOGLE: null,
  PERPLEXITY: null,
});
export type KeyedProvider = keyof typeof KeyedProvider;

export const hostedProvider = (provider: KeyedProvider) => provider.toLowerCase() as HostedProvider;
