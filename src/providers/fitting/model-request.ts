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

/** The JSON that an answer must be. */
export interface JsonFormat {
  /** Null: any JSON. */
  readonly schema: JSONSchema7 | null;
  readonly name: string | null;
  readonly description?: string | null;
  /** True if the provider is asked to guarantee the schema. Left out: false, as in OpenAI's dialect. */
  readonly isStrict?: boolean;
}

/**
 * A request to a model before it is fitted to a provider. The prompt is what the caller sent, with the task's instructions
 * before it: any order of roles, ids of tool calls of any form, texts that may be empty. Null: the caller didn't say.
 */
export interface ModelRequest {
  readonly prompt: LanguageModelV4Prompt;
  /** At least 1. */
  readonly maxOutputTokens: number;
  /** 0 to 2. */
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
  /** True if an answer may call one tool at most. */
  readonly isOneToolAtATime: boolean;
  readonly format: JsonFormat | null;
  /** Requests with one key are likely to have one prefix. It carries no personal data. */
  readonly cacheKey: string | null;
}

/** A request in the form that one deployment takes. */
export interface FittedRequest {
  readonly options: LanguageModelV4CallOptions;
  /** Parts that were left out or replaced in a way that can change the answer, in sentences for the caller. */
  readonly warnings: readonly string[];
  /** Changes with and without a warning. */
  readonly changes: readonly ChangeName[];
  readonly edits: AnswerEdits;
}

/** Changes of an answer, before anything else reads it. */
export interface AnswerEdits {
  /** Texts at which it ends, for those that the deployment can't be told. */
  readonly stopAt: readonly string[];
  /** Names of tools as the caller has them, by those that were sent in their place. */
  readonly toolNames: Readonly<Record<string, string>>;
}
