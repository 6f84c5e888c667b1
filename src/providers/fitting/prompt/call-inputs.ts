import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { isPlain } from '../../../platform/json-schema/schema-graph.ts';
import type { Changes } from '../changes.ts';

/** Wraps arguments that aren't an object in one, because packages drop them and providers refuse them. */
export function withObjectInputs(prompt: LanguageModelV4Prompt, changes: Changes): LanguageModelV4Prompt {
  return prompt.map((message) => {
    if (message.role !== 'assistant') return message;
    const content = message.content.map((part) => {
      if (part.type !== 'tool-call' || isPlain(part.input)) return part;
      changes.note('CALL_INPUT');
      return { ...part, input: { value: part.input ?? null } };
    });
    return { ...message, content };
  });
}
