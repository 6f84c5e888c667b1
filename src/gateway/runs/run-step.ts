import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ApprovalRequest } from '../../approvals/index.ts';
import type { Account } from '../../customers/index.ts';
import type { DeploymentEntry, TaskEntry, TextTask } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Credential, ProviderAnswer, ProviderStream } from '../../providers/index.ts';
import type { Decision } from '../routing/decide.ts';
import type { RoutedRequest } from '../routing/router.ts';
import type { AnswerOutput } from './held-output.ts';
import type { RedactionCounts } from './redaction/run-redaction.ts';
import type { CompletedRun, EndedRun, StreamedRun, TaskRequest } from './run-task.ts';

/** One step of a run. Each of its members is optional: a step that has nothing to do at a point is passed by. */
export interface RunStep {
  /**
   * Before the run is routed, when nothing is spent. Null: this run passes the step by.
   * @throws Refusal
   */
  before?(ctx: Context, request: TaskRequest): Promise<AroundRun | null> | AroundRun | null;
  /**
   * Once the run is routed, before its money is reserved and a provider is called. Null: its calls pass the step by.
   * @throws Refusal
   */
  beforeCalls?(run: RoutedRun): Promise<AroundCalls | null> | AroundCalls | null;
  /** Before an output that was held is given out. @param customerId whose run it is; null for the service's own */
  released?(ctx: Context, output: ReleasedOutput, customerId: string | null): Promise<ReleasedOutput>;
}

/** The part of a step in one run. The answer comes back through the steps from the last to the first. */
export interface AroundRun {
  /** In which the later steps and the run take place; left out: that of the step before. */
  readonly ctx?: Context;
  /** The request for the later steps and the run; left out: that of the step before. */
  readonly request?: TaskRequest;
  /** The answer, where it is known already: no later step and no provider is asked. */
  readonly answer?: CompletedRun;
  /** After the answer. */
  after?(run: CompletedRun): Promise<CompletedRun>;
  /** Counterpart of `after` for a stream, called when its first part is there. */
  afterStream?(run: StreamedRun): StreamedRun;
  /** A later step or the run has thrown, a stream before its first part. */
  failed?(error: unknown): Promise<void>;
}

/** The part of a step in each call of a provider in one run. */
export interface AroundCalls {
  /** The prompt that is sent instead, where there is another. It can be longer, so the run is routed again by its length. */
  readonly prompt?: LanguageModelV4Prompt;
  /** Number of places of each kind that are redacted for hosted models; left out: nothing is looked for. */
  readonly redactions?: RedactionCounts;
  /** Before the call. */
  before?(request: TaskRequest, deployment: DeploymentEntry): SentRequest;
  /** After the answer. */
  after?(answer: ProviderAnswer, deployment: DeploymentEntry): ProviderAnswer;
  /** Counterpart of `after` for a stream. */
  afterStream?(stream: ProviderStream, deployment: DeploymentEntry): ProviderStream;
  /** Holds the whole output: the request for approval is written by the statement that ends the run. */
  hold?(run: HeldRun, output: AnswerOutput): ApprovalRequest;
}

/** A request as a deployment is sent it. */
export interface SentRequest {
  readonly request: TaskRequest;
  /** For the caller, in a sentence; null where there is nothing to tell. */
  readonly warning: string | null;
}

/** A run that is routed. */
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
    readonly credential: Credential;
  } | null;
}

export type ReleasedOutput = AnswerOutput & Pick<EndedRun, 'outward'>;
