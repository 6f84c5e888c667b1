import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolChoice,
} from '@ai-sdk/provider';
import type { ChangeName } from './changes.ts';

/** Amount of reasoning before the answer. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Length of an answer. */
export const VERBOSITIES = ['low', 'medium', 'high'] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

/** Required JSON form of an answer. */
export interface JsonFormat {
  /** JSON Schema of the answer. Null if any JSON object is allowed. */
  readonly schema: JSONSchema7 | null;
  readonly name: string | null;
  readonly description?: string | null;
  /** True if the provider is asked to guarantee the schema. Left out: false, as in OpenAI's dialect. */
  readonly isStrict?: boolean;
}

/**
 * Request to a model before it is converted for a provider. The prompt is the caller's, after the task's instructions: roles in
 * any order, tool call ids in any form, possibly empty texts. Null means that the caller sent no value.
 */
export interface ModelRequest {
  readonly prompt: LanguageModelV4Prompt;
  /** At least 1. */
  readonly maxOutputTokens: number;
  /** Temperature, 0 to 2. */
  readonly temperature: number | null;
  /** 0 to 1. */
  readonly topP: number | null;
  /** -2 to 2. */
  readonly frequencyPenalty: number | null;
  /** -2 to 2. */
  readonly presencePenalty: number | null;
  readonly seed: number | null;
  readonly stopSequences: readonly string[];
  readonly reasoningEffort: ReasoningEffort | null;
  readonly verbosity: Verbosity | null;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4ToolChoice | null;
  /** True if an answer can call at most one tool. */
  readonly isOneToolAtATime: boolean;
  readonly format: JsonFormat | null;
  /** Cache key: requests with the same key probably share a prefix. Contains no personal data. */
  readonly cacheKey: string | null;
}

/** Request in the form of one deployment. */
export interface FittedRequest {
  readonly options: LanguageModelV4CallOptions;
  /** Warnings for the caller about removed or replaced parts that can change the answer. */
  readonly warnings: readonly string[];
  /** All changes, with and without a warning. Empty for the sandbox. */
  readonly changes: readonly ChangeName[];
  readonly edits: AnswerEdits;
}

/** Edits of an answer before anything else reads it. */
export interface AnswerEdits {
  /** Stop sequences that this service applies because the deployment doesn't support them. */
  readonly stopAt: readonly string[];
  /** The caller's tool names, by the names that were sent instead. */
  readonly toolNames: Readonly<Record<string, string>>;
}
