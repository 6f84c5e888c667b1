import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Changes } from './changes.ts';
import type { JsonFormat } from './model-request.ts';
import { withInstruction } from './prompt/instruction.ts';

type ResponseFormat = LanguageModelV4CallOptions['responseFormat'];

/** Output format for a model: the package's option, and the prompt that goes with it. */
export interface PromptWithFormat {
  readonly prompt: LanguageModelV4Prompt;
  readonly responseFormat?: ResponseFormat;
}

/** Format by a schema that the provider supports, with name and description. */
export function bySchema(
  prompt: LanguageModelV4Prompt,
  { name, description }: JsonFormat,
  schema: JsonFormat['schema'],
): PromptWithFormat {
  return {
    prompt,
    responseFormat: {
      type: 'json',
      schema: schema!,
      ...(name !== null && { name }),
      ...(description && { description }),
    },
  };
}

/** Format as text in the prompt. @param isJsonMode true if JSON mode is requested as well */
export function inPrompt(
  prompt: LanguageModelV4Prompt,
  format: JsonFormat,
  isJsonMode: boolean,
  changes: Changes,
): PromptWithFormat {
  const { schema, name, description } = format;
  changes.note(
    'FORMAT_IN_PROMPT',
    schema
      ? `The schema of the answer was put into the prompt: ${changes.deployment} has no other way.`
      : `The request for JSON was put into the prompt: ${changes.deployment} has no other way.`,
  );
  const what = name === null ? '' : ` It is called ${name}.`;
  const about = description ? ` ${description}` : '';
  const text = schema
    ? `Answer with JSON alone: no other text and no code fence. The JSON has to be valid by this JSON Schema.${what}${about}\n${JSON.stringify(schema)}`
    : `Answer with one JSON object alone: no other text and no code fence.${about}`;
  return { prompt: withInstruction(prompt, text), ...(isJsonMode && { responseFormat: { type: 'json' } }) };
}

/**
 * JSON mode without a schema. Providers refuse it if the prompt lacks the word JSON, so an instruction with the word is added
 * to such a prompt.
 */
export function anyObject(prompt: LanguageModelV4Prompt, changes: Changes): PromptWithFormat {
  const responseFormat: ResponseFormat = { type: 'json' };
  if (mentions(prompt, /json/i)) return { prompt, responseFormat };
  changes.note('JSON_WORD');
  return { prompt: withInstruction(prompt, 'Answer with one JSON object.'), responseFormat };
}

function mentions(prompt: LanguageModelV4Prompt, word: RegExp): boolean {
  return prompt.some(({ role, content }) =>
    typeof content === 'string'
      ? word.test(content)
      : role === 'user' && content.some((part) => part.type === 'text' && word.test(part.text)),
  );
}
