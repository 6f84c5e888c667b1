import { registerEnumType } from 'type-graphql';
import type { HostedProvider } from '../provider.config.ts';

/** The providers that a key can be set for, by the words of GraphQL. */
export const KeyedProvider = {
  OPENAI: 'OPENAI',
  ANTHROPIC: 'ANTHROPIC',
  DEEPSEEK: 'DEEPSEEK',
  MISTRAL: 'MISTRAL',
  XAI: 'XAI',
  GOOGLE: 'GOOGLE',
  PERPLEXITY: 'PERPLEXITY',
} as const;
export type KeyedProvider = (typeof KeyedProvider)[keyof typeof KeyedProvider];
registerEnumType(KeyedProvider, { name: 'KeyedProvider', description: 'A provider that a key can be set for.' });

export const hostedProvider = (provider: KeyedProvider) => provider.toLowerCase() as HostedProvider;
