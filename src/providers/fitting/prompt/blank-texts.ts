import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Changes } from '../changes.ts';

/** Removes texts without a visible character, and messages with nothing else. Tool results stay. */
export function withoutBlankTexts(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  const kept: LanguageModelV4Prompt = [];
  let hasBlank = false;
  for (const message of prompt) {
    const visible = withoutBlanks(message);
    if (visible !== message) hasBlank = true;
    if (visible) kept.push(visible);
  }
  if (hasBlank)
    changes.note(
      'BLANK_TEXTS',
      `Texts without a visible character were left out: ${changes.deployment} does not accept them.`,
    );
  return kept;
}

/** Returns the message itself if nothing is blank, null if everything is. */
function withoutBlanks(message: LanguageModelV4Message): LanguageModelV4Message | null {
  if (message.role === 'tool') return message;
  if (message.role === 'system') return isBlank(message.content) ? null : message;
  const content = message.content.filter((part) => part.type !== 'text' || !isBlank(part.text));
  if (content.length === message.content.length && content.length > 0) return message;
  return content.length === 0 ? null : ({ ...message, content } as LanguageModelV4Message);
}

export const isBlank = (text: string): boolean => text.trim() === '';
