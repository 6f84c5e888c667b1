import type { Account } from '../../customers/index.ts';
import type { DeploymentEntry, ModelsApi, TaskEntry, TextTask, TokenUsage } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import {
  type CallCredential,
  type FailureClass,
  type ProviderAnswer,
  ProviderFailure,
  type ProviderStream,
} from '../../providers/index.ts';
import type { RoutedRequest } from '../routing/router.ts';
import { costOfAttempt, costOfLost, type DeliveredOutput, type LiveAttempt } from './attempt.ts';
import type { CitationCheck } from './citations/citation-check.ts';
import type { ContentDigest } from './content-digest.ts';
import type { OutputCheck } from './output-check.ts';
import type { RunSurface } from './run.entity.ts';
import type { AroundCalls } from './run-step.ts';
import type { TaskRequest } from './run-task.ts';
import type { Cost } from './usage.ts';
import type { UsageBound } from './usage-bound.ts';

/** Common fields of text and image requests. */
export interface AnyRequest {
  readonly surface: RunSurface;
  readonly isStreamed: boolean;
  /** Prompt as stored with the run, if the task keeps content. */
  readonly prompt: unknown;
  /** Id for the run, if the caller needs to know it in advance. Default: a new id. */
  readonly runId?: string;
}

/** A text run or an image run. */
export type AnyRunContext = RunContext<AnyRequest, TaskEntry>;

export interface RunContextOptions<Request extends AnyRequest, Task extends TaskEntry> {
  ctx: Context;
  request: Request;
  /** The request with the reasoning that led to its tool calls. Default: the caller's request. */
  sent?: Request | undefined;
  account: Account;
  routed: RoutedRequest<Task>;
  prompt: ContentDigest;
  check: OutputCheck | null;
  /** Check of the answer's quotations. Omitted without documents. */
  citing?: CitationCheck | null;
  /** Call hooks of the run's steps, in order. */
  steps: readonly AroundCalls[];
  /** Maximum tokens that the request could use. Null for image runs, which have their own bound. */
  bound: UsageBound | null;
  /** Start of the request in milliseconds of the monotonic clock. */
  beganMs: number;
}

/**
 * A run in progress: request, attempts, deadline, and whether the caller is still connected. Lives in memory; only the
 * reservation is in the database.
 */
export class RunContext<Request extends AnyRequest = TaskRequest, Task extends TaskEntry = TextTask> {
  readonly id: string;
  readonly startedAt = new Date();
  readonly beganMs: number;
  readonly ctx: Context;
  readonly request: Request;
  /** The request that provider calls are made from. */
  readonly sent: Request;
  readonly account: Account;
  readonly routed: RoutedRequest<Task>;
  readonly prompt: ContentDigest;
  readonly check: OutputCheck | null;
  readonly citing: CitationCheck | null;
  readonly steps: readonly AroundCalls[];
  readonly #bound: UsageBound | null;
  readonly attempts: LiveAttempt[] = [];
  readonly warnings: string[] = [];
  /** Warnings that later attempts don't replace, sent at the end. */
  readonly lateWarnings: string[] = [];
  /** The attempt whose answer is returned, if it isn't the last one. */
  answering: LiveAttempt | null = null;
  /** Micros reserved for the run. Null if its maximum cost is unknown. */
  reservedMicros: number | null = 0;
  isPastSoftCap: boolean;
  /** True if the run must not exceed its reservation, because the account or the key has a limit. */
  isLimited: boolean;
  firstPartMs: number | null = null;
  /** Milliseconds waited for providers and between attempts. */
  waitedMs = 0;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #onGone = () => this.#stop('CANCELED', 'The caller disconnected.');

  constructor(facts: RunContextOptions<Request, Task>) {
    const { ctx, request, account, routed, prompt, check, steps, bound, beganMs } = facts;
    this.id = request.runId ?? newId('run');
    this.ctx = ctx;
    this.request = request;
    this.sent = facts.sent ?? request;
    this.account = account;
    this.routed = routed;
    this.prompt = prompt;
    this.check = check;
    this.citing = facts.citing ?? null;
    this.steps = steps;
    this.#bound = bound;
    this.beganMs = beganMs;
    this.isPastSoftCap = routed.decision.isPastSoftCap;
    this.isLimited = routed.snapshot.hasHardLimit;
    this.#timer = setTimeout(
      () => this.#stop('TOTAL_TIMEOUT', `The task took longer than ${this.task.timeouts.totalMs} ms.`),
      this.task.timeouts.totalMs,
    );
    if (ctx.signal.aborted) this.#onGone();
    else ctx.signal.addEventListener('abort', this.#onGone, { once: true });
  }

  /** Holds the output until a person approves it. Undefined if it is released at once. */
  get hold(): AroundCalls['hold'] {
    return this.steps.find(({ hold }) => hold)?.hold;
  }

  get isHeld(): boolean {
    return this.hold !== undefined;
  }

  get task(): Task {
    return this.routed.task;
  }

  /**
   * Aborts when the caller disconnects, the deadline passes, or the answer is no longer read. Its `reason` is a ProviderFailure.
   */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get msLeft(): number {
    return this.beganMs + this.task.timeouts.totalMs - performance.now();
  }

  get elapsedMs(): number {
    return performance.now() - this.beganMs;
  }

  /** Milliseconds spent in this service so far, without waiting for providers. */
  get overheadMs(): number {
    return Math.max(0, this.elapsedMs - this.waitedMs);
  }

  /** The attempt in progress, or the last one; at the end, the one that answered. */
  get attempt(): LiveAttempt | null {
    return this.answering ?? this.attempts.at(-1) ?? null;
  }

  /** Micros charged so far, plus the maximum cost of lost attempts. */
  get committedMicros(): number {
    return this.attempts.reduce((sum, { cost }) => sum + (cost.chargedMicros ?? 0) + (cost.possibleCostMicros ?? 0), 0);
  }

  /** Passes a provider's answer back through the steps. */
  answered(answer: ProviderAnswer, deployment: DeploymentEntry): ProviderAnswer {
    return this.steps.reduceRight((one, step) => step.after?.(one, deployment) ?? one, answer);
  }

  /** Passes a provider's stream back through the steps. */
  streamed(stream: ProviderStream, deployment: DeploymentEntry): ProviderStream {
    return this.steps.reduceRight((one, step) => step.afterStream?.(one, deployment) ?? one, stream);
  }

  /** Cost of an attempt with output. */
  costOf(models: Pick<ModelsApi, 'priceAt' | 'costOf'>, attempt: LiveAttempt, output: DeliveredOutput): Cost {
    const bound = this.#bound && { ...this.#bound, inputTokens: this.#bound.inputTokens + attempt.addedBytes };
    return costOfAttempt(models, this.routed, attempt, output, bound);
  }

  /** Cost of an attempt without output for the caller. */
  costOfLost(models: Pick<ModelsApi, 'priceAt' | 'costOf'>, attempt: LiveAttempt, counted: TokenUsage | null): Cost {
    return costOfLost(models, this.routed, attempt, counted);
  }

  credentialFor(deployment: DeploymentEntry): CallCredential {
    return this.routed.snapshot.deployments[deployment.id]?.credential ?? SANDBOX;
  }

  /** Converts an error during an attempt. A disconnect or the deadline takes precedence over the errors that they cause. */
  failureOf(error: unknown): ProviderFailure {
    if (this.signal.aborted) return this.signal.reason as ProviderFailure;
    if (error instanceof ProviderFailure) return error;
    // Neither message nor properties of an unexpected error are logged: a provider's package can put the prompt into them.
    const { name, stack } = error instanceof Error ? error : new Error('unknown');
    const at = stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8);
    this.ctx.logger.error({ runId: this.id, error: name, at }, 'an attempt failed unexpectedly');
    return new ProviderFailure('UNKNOWN', 'The call to the provider failed for an unknown reason.', {
      mayHaveCost: true,
    });
  }

  /** Aborts the provider's stream. */
  abandon(): void {
    this.#stop('CANCELED', 'The answer is not read any more.');
  }

  /** Must be called once, when the run has ended. */
  close(): void {
    clearTimeout(this.#timer);
    this.ctx.signal.removeEventListener('abort', this.#onGone);
  }

  #stop(failure: FailureClass, message: string): void {
    this.#controller.abort(new ProviderFailure(failure, message, { mayHaveCost: true }));
  }
}

const SANDBOX: CallCredential = { source: 'SANDBOX', keyId: null };
