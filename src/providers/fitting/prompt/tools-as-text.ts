import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { Changes } from '../changes.ts';

/** Converts tool calls and their results to texts of the assistant and the user. */
export function withToolsAsText(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  const messages: LanguageModelV4Prompt = [];
  let hasTools = false;
  for (const message of prompt) {
    const written = inWords(message);
    hasTools ||= written !== message;
    messages.push(written);
  }
  if (hasTools)
    changes.note(
      'TOOLS_AS_TEXT',
      `Tool calls and their results were converted to text: ${changes.deployment} does not support tools.`,
    );
  return messages;
}

function inWords(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role === 'tool') {
    const results = message.content.filter((part) => part.type === 'tool-result');
    return { role: 'user', content: results.map(resultText) };
  }
  if (message.role !== 'assistant' || !message.content.some(({ type }) => type === 'tool-call')) return message;
  const content = message.content.map((part) =>
    part.type === 'tool-call'
      ? textPart(`\n[Called the tool ${part.toolName} (${part.toolCallId}) with ${JSON.stringify(part.input)}]\n`)
      : part,
  );
  return { ...message, content };
}

function resultText({ toolName, toolCallId, output }: LanguageModelV4ToolResultPart): LanguageModelV4TextPart {
  const value = 'value' in output ? output.value : (output.reason ?? 'The call was not allowed.');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return textPart(`\n[Result of the tool ${toolName} (${toolCallId})]\n${text}\n`);
}

const textPart = (text: string): LanguageModelV4TextPart => ({ type: 'text', text });
