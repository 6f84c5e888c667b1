import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Changes } from '../changes.ts';

/** Moves system messages after the first turn into user messages at their places. */
export function withSystemFirst(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  const begin = prompt.findIndex(({ role }) => role !== 'system');
  if (begin < 0 || !prompt.some(({ role }, at) => at > begin && role === 'system')) return prompt;
  changes.note(
    'LATE_SYSTEM',
    `A system message after the first turn was sent within a user message: ${changes.deployment} does not accept it there.`,
  );
  return prompt.map((message, at) => {
    if (message.role !== 'system' || at < begin) return message;
    const { providerOptions } = message;
    const text = `<system>\n${message.content}\n</system>`;
    return { role: 'user', content: [{ type: 'text', text, ...(providerOptions && { providerOptions }) }] };
  });
}
