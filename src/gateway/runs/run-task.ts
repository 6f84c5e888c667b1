import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import type { TokenUsage } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { FailureClass, JsonFormat, ReasoningEffort, Verbosity } from '../../providers/index.ts';
import type { Decision } from '../routing/decide.ts';
import type { CitedAnswer } from './citations/cited-answer.ts';
import type { RequestedDocuments } from './citations/requested-documents.ts';
import type { WithheldCall } from './external-actions/withheld-call.ts';
import type { OutputMismatch } from './output-mismatch.ts';
import type { CostSource } from './usage.ts';

/** A request for a text task, from any API. */
export interface TaskRequest {
  readonly task: string;
  /** Prompt without the task's own instructions, which are placed before it. */
  readonly prompt: LanguageModelV4Prompt;
  readonly maxOutputTokens: number | null;
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly stopSequences: readonly string[];
  readonly seed: number | null;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4ToolChoice | null;
  /** JSON format of the answer. Null for plain text. */
  readonly json: JsonFormat | null;
  /** Omitted or null, here and in the next four members: the caller didn't set it. */
  readonly reasoningEffort?: ReasoningEffort | null;
  readonly verbosity?: Verbosity | null;
  readonly frequencyPenalty?: number | null;
  readonly presencePenalty?: number | null;
  /** Cache key of the request. See `ModelRequest`. */
  readonly cacheKey?: string | null;
  readonly preference: 'COST' | 'LATENCY' | null;
  /** `encrypted_content` of reasoning items that the caller sends back. */
  readonly encryptedReasoning?: readonly string[] | undefined;
  /** API of the request, recorded with the run. */
  readonly surface: 'GRAPHQL' | 'CHAT_COMPLETIONS' | 'RESPONSES';
  readonly isStreamed: boolean;
  /** True to seal the exact output and return the seal with the answer. */
  readonly isSealed: boolean;
  /**
   * Key for safe retries: the same key and request return the same answer for a day, without another run or charge. Null if the
   * caller sent no key.
   */
  readonly idempotencyKey: string | null;
  /** True to allow at most one tool call per answer. */
  readonly isOneToolAtATime: boolean;
  /** Id for the run, if the caller needs to know it in advance. Default: a new id. */
  readonly runId?: string;
  /** True to restore redacted data in the answer. Null: the task's setting. */
  readonly restoresRedacted: boolean | null;
  /** Documents that the answer must cite. Omitted without documents. */
  readonly documents?: RequestedDocuments;
}

/** Facts about a run after its reservation, before a provider is called. From here on nothing is refused. */
export interface AdmittedRun {
  readonly id: string;
  readonly task: string;
  readonly taskVersion: number;
  readonly startedAt: Date;
  readonly decision: Decision;
  readonly isNotFinal: boolean;
  readonly isPastSoftCap: boolean;
}

/** Called once, before the first provider call. Not called for a stored answer. */
export type OnAdmitted = (run: AdmittedRun) => void;

/** Facts about a run when its first part has arrived. */
export interface BegunRun extends AdmittedRun {
  /** Deployment that answers. */
  readonly deployment: string;
  readonly model: string;
  /** Number of attempts so far, including the one that answers. */
  readonly attempts: number;
  readonly isSimulated: boolean;
  /** Sentences about parameters that were not applied, for a warning header. */
  readonly warnings: readonly string[];
  /** Milliseconds spent in this service so far, without waiting for providers. */
  readonly overheadMs: number;
  /** True if the output is held until a person approves it. Then no part is passed on except the end. */
  readonly isHeld: boolean;
  /** True if this is the stored answer of an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
}

export type RunPart =
  | { readonly type: 'text'; readonly text: string }
  /** Piece of a refusal; pieces are concatenated like those of the text. */
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call-start'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly argumentsText: string }
  | { readonly type: 'citation'; readonly index: number; readonly citation: Citation }
  /** Always the last part. The run is recorded before this part is sent. */
  | { readonly type: 'end'; readonly end: EndedRun };

export interface Citation {
  readonly url: string;
  readonly title: string | null;
  /** Day on which the page was published or updated, as `2026-05-03`. Omitted if not reported. */
  readonly date?: string;
  /** Passage of the page. Omitted if the provider sends none. */
  readonly snippet?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Arguments as JSON. */
  readonly argumentsText: string;
}

/** End of a successful run. A failed run throws RunFailed, before or between its parts. */
export interface EndedRun {
  readonly finishReason: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';
  /** Usage of the attempt that answered. */
  readonly usage: TokenUsage;
  /** Usage of all attempts together. Omitted if there was only one attempt. */
  readonly totalUsage?: TokenUsage;
  /** Cost of all attempts. Null if unknown. */
  readonly costMicros: number | null;
  /** True if usage or cost was counted by this service. */
  readonly isEstimated: boolean;
  /** Null or omitted: nothing was spent, or the cost is unknown. */
  readonly costSource?: CostSource | null;
  readonly overheadMs: number;
  /** Approval of a held output. Null if it is released; otherwise these facts contain no output. */
  readonly held: HeldOutput | null;
  /** Null if no seal was requested, or sealing failed with a warning. */
  readonly seal: RunSeal | null;
  /** Sentences for the caller that are only sent with the end of the run, for example because sealing failed. */
  readonly lateWarnings: readonly string[];
  /** Reasoning that the provider needs back with the results of its tool calls, carried by the caller. */
  readonly encryptedReasoning?: string;
  /** How the answer misses the requested schema. Omitted if it fits, and while it is held. */
  readonly outputMismatch?: OutputMismatch;
  /** Withheld calls of tools that write to external systems. Omitted if there are none. */
  readonly outward?: readonly WithheldCall[];
  /** Verified statements of an answer from documents. Omitted without documents, and while the answer is held. */
  readonly cited?: CitedAnswer;
}

/** A run's output that is held until a person approves it. */
export interface HeldOutput {
  readonly approvalId: string;
  /** SHA-256 of the bytes to approve. */
  readonly sha256: string;
  readonly expiresAt: Date;
}

/** Seal of a run's answer. */
export interface RunSeal {
  readonly id: string;
  /** Public page of the seal. */
  readonly verificationUrl: string;
  /** Seal of the citations of an answer from documents. Omitted for other answers. */
  readonly citations?: { readonly id: string; readonly verificationUrl: string };
}

export interface StreamedRun extends BegunRun {
  /** Must be read to the end or returned from. A reader that stops cancels the run, unless the request has an idempotency key. */
  readonly parts: AsyncIterable<RunPart>;
}

export interface CompletedRun extends BegunRun, EndedRun {
  readonly text: string;
  /** Text of a refusal. Omitted if the model answers. */
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

/** A run that failed or was cut off. It is recorded under `runId`. */
export class RunFailed extends Error {
  readonly runId: string;
  readonly failure: FailureClass;
  readonly retryAfterSeconds: number | null;
  readonly attempts: number;
  /** True if a provider possibly charged for one of the attempts. */
  readonly mayHaveCost: boolean;
  /** Cost of all attempts. Null if unknown. */
  readonly costMicros: number | null;
  /** True if this is the stored failure of an earlier request with the same idempotency key. */
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

/**
 * Runs text tasks. All provider calls for text tasks go through this interface. A request refused before its run starts gets a
 * `Refusal` with one of the gateway's codes, costs nothing and isn't a run.
 */
export interface RunTasks {
  /** @throws Refusal, RunFailed */
  complete(ctx: Context, request: TaskRequest): Promise<CompletedRun>;
  /** Resolves with the first part. @throws Refusal, RunFailed; `parts` throws RunFailed if it is cut off */
  stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun>;
}
