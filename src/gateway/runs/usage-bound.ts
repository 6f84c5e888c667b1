import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { TextTask } from '../../models/index.ts';
import type { TaskRequest } from './run-task.ts';

/** Maximum tokens that a request could use, with any tokenizer. */
export interface UsageBound {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A provider's own system prompt and additions for tools: some hundreds of tokens. */
const TOKENS_AROUND_REQUEST = 2_000;
const TOKENS_AROUND_MESSAGE = 32;
/** Maximum tokens of a file. A short URL may refer to a document of many pages. */
const TOKENS_OF_FILE = 200_000;
/** Maximum growth of a prompt by redaction: a placeholder can be longer than the short name it replaces. */
const REDACTED_FACTOR = 4;
/**
 * Maximum growth of a schema by conversion to a provider's subset, which copies definitions and describes unsupported parts in
 * words.
 */
const FITTED_SCHEMA_FACTOR = 12;

interface BoundedRequest {
  readonly request: Pick<TaskRequest, 'prompt' | 'tools' | 'json'>;
  readonly task: Pick<TextTask, 'instructions' | 'outputSchema'>;
  /** Bytes of the prompt as JSON. */
  readonly promptBytes: number;
  readonly isRedacted: boolean;
  readonly counted: { readonly inputTokens: number; readonly maxOutputTokens: number };
}

/**
 * Maximum tokens of a request. Its bytes bound the input, since a token has at least one byte. The requested maximum bounds the
 * output.
 */
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
