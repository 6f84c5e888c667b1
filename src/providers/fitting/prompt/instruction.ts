import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Adds a system message after the system messages at the beginning. */
export function withInstruction(prompt: LanguageModelV4Prompt, text: string): LanguageModelV4Prompt {
  const begin = prompt.findIndex(({ role }) => role !== 'system');
  return prompt.toSpliced(begin < 0 ? prompt.length : begin, 0, { role: 'system', content: text });
}
