import type { CalledProvider } from '../../../../src/providers/calls/packages.ts';
import { ANTHROPIC_MESSAGES } from './anthropic.ts';
import { DEEPSEEK_CHAT } from './deepseek.ts';
import { GOOGLE_GENERATE } from './google.ts';
import { MISTRAL_CHAT } from './mistral.ts';
import { OPENAI_CHAT } from './openai-chat.ts';
import { OPENAI_IMAGES } from './openai-images.ts';
import { OPENAI_RESPONSES } from './openai-responses.ts';
import { OWN_SERVER } from './own-server.ts';
import { PERPLEXITY_CHAT } from './perplexity.ts';
import { type Dialect, type Refusal, refusalIn, type SentRequest, type ServerOptions } from './rule.ts';
import { XAI_RESPONSES } from './xai.ts';

export type { Dialect, Refusal, SentRequest, ServerOptions } from './rule.ts';

/** What each interface of a provider requires, by the name of the interface. */
export const DIALECTS = {
  'openai-chat': OPENAI_CHAT,
  'openai-responses': OPENAI_RESPONSES,
  'openai-images': OPENAI_IMAGES,
  anthropic: ANTHROPIC_MESSAGES,
  google: GOOGLE_GENERATE,
  mistral: MISTRAL_CHAT,
  deepseek: DEEPSEEK_CHAT,
  xai: XAI_RESPONSES,
  perplexity: PERPLEXITY_CHAT,
  own: OWN_SERVER,
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** What the provider answers to a request that it refuses. Null for one that it takes. Pure. */
export const refusalOf = (name: DialectName, request: SentRequest, server: ServerOptions = {}): Refusal | null =>
  refusalIn(DIALECTS[name], request, server);

const OF_PROVIDER: Readonly<Record<Exclude<CalledProvider, 'openai'>, DialectName>> = {
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  deepseek: 'deepseek',
  xai: 'xai',
  perplexity: 'perplexity',
  own: 'own',
};

/** The interface of a provider that a path belongs to. */
export function dialectOf(provider: CalledProvider, path: string): DialectName {
  if (provider !== 'openai') return OF_PROVIDER[provider];
  if (path.includes('/images/')) return 'openai-images';
  return path.includes('/responses') ? 'openai-responses' : 'openai-chat';
}
