import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Changes } from '../changes.ts';

const FIRST = '(The assistant speaks first.)';
const LAST = 'Continue.';
const BETWEEN = 'Done.';

/** Puts a turn of the user before a conversation that the assistant begins. */
export function withUserFirst(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  const begin = prompt.findIndex(({ role }) => role !== 'system');
  if (prompt[begin]?.role !== 'assistant') return prompt;
  changes.note(
    'FIRST_TURN',
    `\`${FIRST}\` was put before the conversation: at ${changes.deployment} the user speaks first.`,
  );
  return prompt.toSpliced(begin, 0, userTurn(FIRST));
}

/**
 * Adds a turn of the user to a conversation that has no turns, or that ends with the assistant.
 *
 * @param assistantMayEnd true if the provider answers a conversation that ends with the assistant
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
    `\`${LAST}\` was added as a turn of the user: ${changes.deployment} answers the user and the results of tools. End the conversation with a message of the user.`,
  );
  return [...prompt, userTurn(LAST)];
}

/** Puts a turn of the assistant between results of tools and a turn of the user. */
export function withAssistantAfterTools(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  const messages: LanguageModelV4Prompt = [];
  for (const message of prompt) {
    if (message.role === 'user' && messages.at(-1)?.role === 'tool') {
      messages.push({ role: 'assistant', content: [{ type: 'text', text: BETWEEN }] });
      changes.note(
        'AFTER_TOOLS',
        `\`${BETWEEN}\` was put between results of tools and the turn of the user: at ${changes.deployment} the assistant speaks after tools.`,
      );
    }
    messages.push(message);
  }
  return messages;
}

const userTurn = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
