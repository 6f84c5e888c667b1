import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ApprovalRequest } from '../../approvals/index.ts';
import type { Account } from '../../customers/index.ts';
import type { DeploymentEntry, TaskEntry, TextTask } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { CallCredential, ProviderAnswer, ProviderStream } from '../../providers/index.ts';
import type { Decision } from '../routing/decide.ts';
import type { RoutedRequest } from '../routing/router.ts';
import type { AnswerOutput } from './held-output.ts';
import type { RedactionCounts } from './redaction/run-redaction.ts';
import type { CompletedRun, EndedRun, StreamedRun, TaskRequest } from './run-task.ts';

/** A step of a run. All members are optional. */
export interface RunStep {
  /**
   * Called before the run is routed, when nothing is spent. Null: this run skips the step.
   * @throws Refusal
   */
  before?(ctx: Context, request: TaskRequest): Promise<AroundRun | null> | AroundRun | null;
  /**
   * Called after routing, before the reservation. Null: the calls of this run skip the step.
   * @throws Refusal
   */
  beforeCalls?(run: RoutedRun): Promise<AroundCalls | null> | AroundCalls | null;
  /** Called before a held output is released. @param customerId customer that pays for the run */
  released?(ctx: Context, output: ReleasedOutput, customerId: string | null): Promise<ReleasedOutput>;
}

/** Hooks of a step in one run. The answer passes the steps from the last to the first. */
export interface AroundRun {
  /** Context for the later steps and the run. Default: the context that this step was given. */
  readonly ctx?: Context;
  /** Request for the later steps and the run. Default: the request that this step was given. */
  readonly request?: TaskRequest;
  /** The answer, if it is already known. Later steps and providers are skipped. */
  readonly answer?: CompletedRun;
  /** Called with the complete answer. Returns the answer to pass on. */
  after?(run: CompletedRun): Promise<CompletedRun>;
  /** Counterpart of `after` for a stream, called when its first part has arrived. */
  afterStream?(run: StreamedRun): StreamedRun;
  /** Called if a later step or the run throws, or a stream before its first part. */
  failed?(error: unknown): Promise<void>;
}

/** Hooks of a step in each provider call of one run. */
export interface AroundCalls {
  /** Replacement for the prompt. If it has more tokens, the run is routed again. */
  readonly prompt?: LanguageModelV4Prompt;
  /** Number of places of each kind that are redacted for hosted models. Omitted if redaction doesn't run. */
  readonly redactions?: RedactionCounts;
  /** Called before the request is sent to a deployment. Returns the request to send. */
  before?(request: TaskRequest, deployment: DeploymentEntry): SentRequest;
  /** Called with the provider's complete answer. Returns the answer to pass on. */
  after?(answer: ProviderAnswer, deployment: DeploymentEntry): ProviderAnswer;
  /** Counterpart of `after` for a provider's stream. */
  afterStream?(stream: ProviderStream, deployment: DeploymentEntry): ProviderStream;
  /** Holds the whole output: the request for approval is written by the statement that ends the run. */
  hold?(run: HeldRun, output: AnswerOutput): ApprovalRequest;
}

/** A request as sent to a deployment. */
export interface SentRequest {
  readonly request: TaskRequest;
  /** Sentence that warns the caller. Null without a warning. */
  readonly warning: string | null;
}

/** A run whose deployments are chosen, but not called yet. */
export interface RoutedRun {
  readonly ctx: Context;
  readonly account: Account;
  readonly request: TaskRequest;
  readonly routed: RoutedRequest<TextTask>;
}

/** A run whose output is held. */
export interface HeldRun {
  readonly id: string;
  readonly ctx: Context;
  readonly task: TaskEntry;
  readonly account: Account;
  readonly routed: { readonly decision: Decision };
  readonly attempt: {
    readonly deployment: DeploymentEntry;
    readonly responseModel: string | null;
    readonly credential: CallCredential;
  } | null;
}

export type ReleasedOutput = AnswerOutput & Pick<EndedRun, 'outward'>;
