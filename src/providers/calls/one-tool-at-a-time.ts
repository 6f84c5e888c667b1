import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderName } from '../../models/index.ts';

/** As each package has it. A server of the customer's own is sent what OpenAI takes, since it speaks like that. */
const OPTIONS: Readonly<Partial<Record<ProviderName, SharedV4ProviderOptions>>> = {
  openai: { openai: { parallelToolCalls: false } },
  anthropic: { anthropic: { disableParallelToolUse: true } },
  mistral: { mistral: { parallelToolCalls: false } },
  xai: { xai: { parallelToolCalls: false } },
  own: { own: { parallel_tool_calls: false } },
};

/** What a provider is told that may call one tool at the most in an answer. Null where its interface has no word for it. */
export function oneToolAtATime(provider: ProviderName): SharedV4ProviderOptions | null {
  return OPTIONS[provider] ?? null;
}
