import type { DialectName } from '../strict/index.ts';
import type { Writer } from './answer.ts';
import { ANTHROPIC } from './anthropic.ts';
import { DEEPSEEK, MISTRAL, OPENAI, OWN, PERPLEXITY } from './chat.ts';
import { GOOGLE } from './google.ts';
import { OPENAI_RESPONSES, XAI } from './responses.ts';

export { type Answer, USAGE, type Writer } from './answer.ts';

/** How each provider writes an answer. */
export const WRITERS: Readonly<Record<Exclude<DialectName, 'openai-images'>, Writer>> = {
  'openai-chat': OPENAI,
  'openai-responses': OPENAI_RESPONSES,
  anthropic: ANTHROPIC,
  google: GOOGLE,
  mistral: MISTRAL,
  deepseek: DEEPSEEK,
  xai: XAI,
  perplexity: PERPLEXITY,
  own: OWN,
};
