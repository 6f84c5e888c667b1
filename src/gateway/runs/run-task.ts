import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { FailureClass, JsonFormat, ReasoningEffort, Verbosity } from '../../providers/index.ts';
import type { Decision } from '../routing/decide.ts';
import type { WithheldCall } from './external-actions/withheld-call.ts';
import type { OutputMismatch } from './output-mismatch.ts';
import type { CostSource } from './usage.ts';

/** What somebody wants done, whatever dialect it was asked in. */
export interface TaskRequest {
  readonly task: string;
  /** Without the task's own instructions, which are put before it. */
  readonly prompt: LanguageModelV4Prompt;
  readonly maxOutputTokens: number | null;
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly stopSequences: readonly string[];
  readonly seed: number | null;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4ToolChoice | null;
  /** Null: plain text. */
  readonly json: JsonFormat | null;
  /** Left out or null, here and in the next four: the caller didn't say. */
  readonly reasoningEffort?: ReasoningEffort | null;
  readonly verbosity?: Verbosity | null;
  readonly frequencyPenalty?: number | null;
  readonly presencePenalty?: number | null;
  /** See `ModelRequest`. */
  readonly cacheKey?: string | null;
  readonly preference: 'COST' | 'LATENCY' | null;
  /** `encrypted_content` of reasoning items that the caller sends back. */
  readonly encryptedReasoning?: readonly string[] | undefined;
  /** By which door it came, for the log. */
  readonly surface: 'GRAPHQL' | 'CHAT_COMPLETIONS' | 'RESPONSES';
  readonly isStreamed: boolean;
  /** The exact output is sealed, and the answer names the seal. */
  readonly isSealed: boolean;
  /** The same key with the same request within a day gives the same answer again, and nothing is run or paid a second time. */
  readonly idempotencyKey: string | null;
  /** Whether an answer may call one tool at the most. */
  readonly isOneToolAtATime: boolean;
  /** Of the run to be, where somebody has to know it before it begins; left out, it gets a new one. */
  readonly runId?: string;
  /** Whether what was redacted before it was sent stands in the answer again; null: as the task has it. */
  readonly restoresRedacted: boolean | null;
}

/** What is known of a run once its money is reserved, before a provider is called: from here on nothing is refused any more. */
export interface AdmittedRun {
  readonly id: string;
  readonly task: string;
  readonly taskVersion: number;
  readonly startedAt: Date;
  readonly decision: Decision;
  readonly isNotFinal: boolean;
  readonly isPastSoftCap: boolean;
}

/** Called once, before the first call of a provider. Not called where a kept answer is given again. */
export type OnAdmitted = (run: AdmittedRun) => void;

/** What is known of a run once its first part is there. */
export interface BegunRun extends AdmittedRun {
  /** The deployment that answers, and the model as the provider calls it. */
  readonly deployment: string;
  readonly model: string;
  /** Tries so far, the one that answers among them. */
  readonly attempts: number;
  readonly isSimulated: boolean;
  /** Parameters that were left out, in sentences: for a warning header. */
  readonly warnings: readonly string[];
  /** Our own part of the time so far, in milliseconds: all of it less what was waited for providers. */
  readonly overheadMs: number;
  /** Whether what it says is held until a person approves it: then none of its parts is given out but the end. */
  readonly isHeld: boolean;
  /** Whether an earlier request with the same idempotency key was run, and nothing was run or paid now. */
  readonly isReplay: boolean;
}

export type RunPart =
  | { readonly type: 'text'; readonly text: string }
  /** The model refuses to answer; the pieces are put together like those of the text. */
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call-start'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly argumentsText: string }
  | { readonly type: 'citation'; readonly index: number; readonly citation: Citation }
  /** The last one, always: written down before it is given out. */
  | { readonly type: 'end'; readonly end: EndedRun };

export interface Citation {
  readonly url: string;
  readonly title: string | null;
  /** Day on which the page was published or updated, as `2026-05-03`. Left out if the provider doesn't say. */
  readonly date?: string;
  /** Passage of the page. Left out if the provider sends none. */
  readonly snippet?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON. */
  readonly argumentsText: string;
}

/** How a run ended well. One that did not throws RunFailed, before or in the middle of its parts. */
export interface EndedRun {
  readonly finishReason: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';
  /** Usage of the attempt that answered. */
  readonly usage: TokenUsage;
  /** Sum over all attempts. Left out if there was one. */
  readonly totalUsage?: TokenUsage;
  /** Cost of all attempts. Null where nobody knows. */
  readonly costMicros: number | null;
  /** Whether usage or cost is our own count. */
  readonly isEstimated: boolean;
  /** Null, or left out: nothing was spent, or nobody knows the cost. */
  readonly costSource?: CostSource | null;
  readonly overheadMs: number;
  /** Null where it is given out. Else nothing that was said is in what is told of the run. */
  readonly held: HeldOutput | null;
  /** Null where none was asked for, or none could be made: then a warning says why. */
  readonly seal: RunSeal | null;
  /** What could not be done once it had ended, in sentences. */
  readonly lateWarnings: readonly string[];
  /** Reasoning that the provider wants back with the results of its tool calls, for the caller to carry. */
  readonly encryptedReasoning?: string;
  /** How the answer misses the schema that was requested for it. Left out if it fits, and while it is held. */
  readonly outputMismatch?: OutputMismatch;
  /** Calls of tools that write outside, which are not among those that are handed on. Left out where there are none. */
  readonly outward?: readonly WithheldCall[];
}

/** What a run has said, kept back until a person approves it. */
export interface HeldOutput {
  readonly approvalId: string;
  /** Of the bytes that are approved or not. */
  readonly sha256: string;
  readonly expiresAt: Date;
}

/** The seal of what a run answered. */
export interface RunSeal {
  readonly id: string;
  /** A page that anyone can open. */
  readonly verificationUrl: string;
}

export interface StreamedRun extends BegunRun {
  /** To be read to the end or returned from: whoever stops reading cancels the run. */
  readonly parts: AsyncIterable<RunPart>;
}

export interface CompletedRun extends BegunRun, EndedRun {
  readonly text: string;
  /** Words of a refusal. Left out if the model answers. */
  readonly refusal?: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  readonly citations: readonly Citation[];
}

interface RunFailedOptions {
  mayHaveCost?: boolean;
  costMicros?: number | null;
  isReplay?: boolean;
}

/** A run that was taken on and came to nothing, or was cut. It is in the log under `runId`. */
export class RunFailed extends Error {
  readonly runId: string;
  readonly failure: FailureClass;
  readonly retryAfterSeconds: number | null;
  readonly attempts: number;
  /** Whether a provider may have charged somebody for one of its tries. */
  readonly mayHaveCost: boolean;
  /** What its attempts cost. Null where nobody knows. */
  readonly costMicros: number | null;
  /** Whether it failed for an earlier request with the same idempotency key, and nothing was run now. */
  readonly isReplay: boolean;

  constructor(
    runId: string,
    failure: FailureClass,
    message: string,
    attempts: number,
    retryAfterSeconds: number | null,
    { mayHaveCost = true, costMicros = null, isReplay = false }: RunFailedOptions = {},
  ) {
    super(message);
    this.name = 'RunFailed';
    this.runId = runId;
    this.failure = failure;
    this.attempts = attempts;
    this.retryAfterSeconds = retryAfterSeconds;
    this.mayHaveCost = mayHaveCost;
    this.costMicros = costMicros;
    this.isReplay = isReplay;
  }
}

/** Runs tasks: the one way to a provider. Whatever is refused before a run begins is a `Refusal` with one of the gateway's codes, spends nothing and is no run. */
export interface RunTasks {
  /** @throws Refusal, RunFailed */
  complete(ctx: Context, request: TaskRequest): Promise<CompletedRun>;
  /** Resolves with the first part in hand. @throws Refusal, RunFailed; `parts` throws RunFailed when it is cut */
  stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun>;
}
