import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { TextTask } from '../../models/index.ts';
import type { TaskRequest } from './run-task.ts';

/** The most tokens that a request could use, whatever tokenizer its provider has. */
export interface UsageBound {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A provider's own system prompt, and what it puts around tools: some hundreds of tokens. */
const TOKENS_AROUND_REQUEST = 2_000;
const TOKENS_AROUND_MESSAGE = 32;
/** A document of many pages may be named by a short address. */
const TOKENS_OF_FILE = 200_000;
/** A placeholder is longer than a short name that it stands for. */
const REDACTED_FACTOR = 4;
/** A schema in a provider's subset has copies of definitions, and says in words what it can't have. */
const FITTED_SCHEMA_FACTOR = 12;

interface BoundedRequest {
  readonly request: Pick<TaskRequest, 'prompt' | 'tools' | 'json'>;
  readonly task: Pick<TextTask, 'instructions' | 'outputSchema'>;
  /** Of the prompt as JSON. */
  readonly promptBytes: number;
  readonly isRedacted: boolean;
  readonly counted: { readonly inputTokens: number; readonly maxOutputTokens: number };
}

/** No token is shorter than a byte, so the bytes of a request bound its tokens; the output is bound by what was asked for. */
export function usageBoundOf({ request, task, promptBytes, isRedacted, counted }: BoundedRequest): UsageBound {
  const schema = request.json?.schema ?? task.outputSchema;
  const bytes =
    promptBytes * (isRedacted ? REDACTED_FACTOR : 1) +
    Buffer.byteLength(task.instructions ?? '') +
    FITTED_SCHEMA_FACTOR * (jsonBytes(request.tools) + jsonBytes(schema));
  const around =
    TOKENS_AROUND_REQUEST +
    TOKENS_AROUND_MESSAGE * (request.prompt.length + request.tools.length) +
    tokensOfFiles(request.prompt);
  return { inputTokens: Math.max(bytes + around, counted.inputTokens), outputTokens: counted.maxOutputTokens };
}

const jsonBytes = (value: unknown) => (value == null ? 0 : Buffer.byteLength(JSON.stringify(value)));

function tokensOfFiles(prompt: LanguageModelV4Prompt): number {
  let files = 0;
  for (const { content } of prompt) {
    if (typeof content !== 'string')
      files += content.filter(({ type }) => type === 'file' || type === 'tool-result').length;
  }
  return files * TOKENS_OF_FILE;
}
