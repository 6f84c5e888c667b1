import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Changes } from '../changes.ts';

const FIRST = '(The assistant speaks first.)';
const LAST = 'Continue.';
const BETWEEN = 'Done.';

/** Inserts a user message before a conversation that starts with the assistant. */
export function withUserFirst(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  const begin = prompt.findIndex(({ role }) => role !== 'system');
  if (prompt[begin]?.role !== 'assistant') return prompt;
  changes.note(
    'FIRST_TURN',
    `\`${FIRST}\` was inserted before the conversation: at ${changes.deployment} it must start with the user.`,
  );
  return prompt.toSpliced(begin, 0, userTurn(FIRST));
}

/**
 * Adds a user message to a conversation that has only system messages, or that ends with the assistant.
 *
 * @param assistantMayEnd true if the provider accepts a conversation that ends with the assistant
 */
export function withUserLast(
  prompt: LanguageModelV4Prompt,
  assistantMayEnd: boolean,
  changes: Changes,
): LanguageModelV4Prompt {
  const hasTurns = prompt.some(({ role }) => role !== 'system');
  if (hasTurns && (assistantMayEnd || prompt.at(-1)?.role !== 'assistant')) return prompt;
  changes.note(
    'LAST_TURN',
    `\`${LAST}\` was added as a user message: ${changes.deployment} only answers users and tool results. End the conversation with a user message.`,
  );
  return [...prompt, userTurn(LAST)];
}

/** Inserts an assistant message between tool results and a user message. */
export function withAssistantAfterTools(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  const messages: LanguageModelV4Prompt = [];
  for (const message of prompt) {
    if (message.role === 'user' && messages.at(-1)?.role === 'tool') {
      messages.push({ role: 'assistant', content: [{ type: 'text', text: BETWEEN }] });
      changes.note(
        'AFTER_TOOLS',
        `\`${BETWEEN}\` was inserted between tool results and the user message: at ${changes.deployment} the assistant must follow tool results.`,
      );
    }
    messages.push(message);
  }
  return messages;
}

const userTurn = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
