import type { Account } from '../../customers/index.ts';
import type { DeploymentEntry, ModelsApi, TaskEntry, TextTask, TokenUsage } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import {
  type Credential,
  type FailureClass,
  type ProviderAnswer,
  ProviderFailure,
  type ProviderStream,
} from '../../providers/index.ts';
import type { RoutedRequest } from '../routing/router.ts';
import { type Attempt, costOfAttempt, costOfLost, type DeliveredOutput } from './attempt.ts';
import type { ContentDigest } from './content-digest.ts';
import type { OutputCheck } from './output-check.ts';
import type { RunSurface } from './run.entity.ts';
import type { AroundCalls } from './run-step.ts';
import type { TaskRequest } from './run-task.ts';
import type { Cost } from './usage.ts';
import type { UsageBound } from './usage-bound.ts';

/** What has to be known of any request, for texts or for pictures. */
export interface AnyRequest {
  readonly surface: RunSurface;
  readonly isStreamed: boolean;
  /** Kept with the run where the task says so. */
  readonly prompt: unknown;
  /** Of the run to be, where somebody has to know it before it begins; left out, it gets a new one. */
  readonly runId?: string;
}

/** A run of any kind, for who writes it down. */
export type AnyRunContext = RunContext<AnyRequest, TaskEntry>;

export interface RunContextOptions<Request extends AnyRequest, Task extends TaskEntry> {
  ctx: Context;
  request: Request;
  /** The request with the reasoning that led to its tool calls. Left out: as the caller sent it. */
  sent?: Request | undefined;
  account: Account;
  routed: RoutedRequest<Task>;
  prompt: ContentDigest;
  check: OutputCheck | null;
  /** Parts of the steps in its calls, in their order. */
  steps: readonly AroundCalls[];
  /** The most tokens that it could use; null where its tokens aren't bounded like that. */
  bound: UsageBound | null;
  /** When somebody asked for it, on the clock that only goes on. */
  beganMs: number;
}

/**
 * A run while it goes on: what it has to do, its tries, its one deadline, and whether the caller is still there. Nothing of it is
 * in the database but the money set aside for it.
 */
export class RunContext<Request extends AnyRequest = TaskRequest, Task extends TaskEntry = TextTask> {
  readonly id: string;
  readonly startedAt = new Date();
  readonly beganMs: number;
  readonly ctx: Context;
  readonly request: Request;
  /** As the calls of providers are made of it. */
  readonly sent: Request;
  readonly account: Account;
  readonly routed: RoutedRequest<Task>;
  readonly prompt: ContentDigest;
  readonly check: OutputCheck | null;
  readonly steps: readonly AroundCalls[];
  readonly #bound: UsageBound | null;
  readonly attempts: Attempt[] = [];
  readonly warnings: string[] = [];
  /** Warnings that no attempt replaces, told at the end. */
  readonly lateWarnings: string[] = [];
  /** The attempt whose answer counts, if it isn't the last one. */
  answering: Attempt | null = null;
  /** What was set aside; null where nobody knows the most that it can cost. */
  reservedMicros: number | null = 0;
  isPastSoftCap: boolean;
  /** Whether no more may be spent than what was set aside: the account or the key has a limit. */
  isLimited: boolean;
  firstPartMs: number | null = null;
  /** For providers and for pauses between tries. */
  waitedMs = 0;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #onGone = () => this.#stop('CANCELED', 'The caller has gone.');

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

  /** The step that holds what it says until a person approves it; undefined where it is given out. */
  get hold(): AroundCalls['hold'] {
    return this.steps.find(({ hold }) => hold)?.hold;
  }

  get isHeld(): boolean {
    return this.hold !== undefined;
  }

  get task(): Task {
    return this.routed.task;
  }

  /** Aborts when the caller goes, or the deadline of the whole is over; its reason is a ProviderFailure. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get msLeft(): number {
    return this.beganMs + this.task.timeouts.totalMs - performance.now();
  }

  get elapsedMs(): number {
    return performance.now() - this.beganMs;
  }

  /** Our own part of the time so far. */
  get overheadMs(): number {
    return Math.max(0, this.elapsedMs - this.waitedMs);
  }

  /** The attempt in progress, or the last one; once it is known, the one that answered. */
  get attempt(): Attempt | null {
    return this.answering ?? this.attempts.at(-1) ?? null;
  }

  /** Charged so far, and the most that lost attempts can have cost. */
  get committedMicros(): number {
    return this.attempts.reduce((sum, { cost }) => sum + (cost.chargedMicros ?? 0) + (cost.possibleCostMicros ?? 0), 0);
  }

  /** A provider's answer, back through the steps. */
  answered(answer: ProviderAnswer, deployment: DeploymentEntry): ProviderAnswer {
    return this.steps.reduceRight((one, step) => step.after?.(one, deployment) ?? one, answer);
  }

  /** A provider's stream, back through the steps. */
  streamed(stream: ProviderStream, deployment: DeploymentEntry): ProviderStream {
    return this.steps.reduceRight((one, step) => step.afterStream?.(one, deployment) ?? one, stream);
  }

  /** What an attempt took whose output came. */
  costOf(models: Pick<ModelsApi, 'priceAt' | 'costOf'>, attempt: Attempt, output: DeliveredOutput): Cost {
    const bound = this.#bound && { ...this.#bound, inputTokens: this.#bound.inputTokens + attempt.addedBytes };
    return costOfAttempt(models, this.routed, attempt, output, bound);
  }

  /** What an attempt took of whose output nothing reached the caller. */
  costOfLost(models: Pick<ModelsApi, 'priceAt' | 'costOf'>, attempt: Attempt, counted: TokenUsage | null): Cost {
    return costOfLost(models, this.routed, attempt, counted);
  }

  credentialFor(deployment: DeploymentEntry): Credential {
    return this.routed.snapshot.deployments[deployment.id]?.credential ?? SANDBOX;
  }

  /** What an error is that came while a try went on. The caller's going and the deadline come before whatever they brought about. */
  failureOf(error: unknown): ProviderFailure {
    if (this.signal.aborted) return this.signal.reason as ProviderFailure;
    if (error instanceof ProviderFailure) return error;
    // Of an error that nobody foresaw neither message nor properties: a provider's package may have put the prompt there.
    const { name, stack } = error instanceof Error ? error : new Error('unknown');
    const at = stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8);
    this.ctx.logger.error({ runId: this.id, error: name, at }, 'a try of a run failed in a way that nobody foresaw');
    return new ProviderFailure('UNKNOWN', 'The call of the provider failed.', { mayHaveCost: true });
  }

  /** Ends what the provider may still be sending. */
  abandon(): void {
    this.#stop('CANCELED', 'Nobody reads the answer any more.');
  }

  /** To be called once, when nothing is waited for any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.ctx.signal.removeEventListener('abort', this.#onGone);
  }

  #stop(failure: FailureClass, message: string): void {
    this.#controller.abort(new ProviderFailure(failure, message, { mayHaveCost: true }));
  }
}

const SANDBOX: Credential = { source: 'SANDBOX', keyId: null };
