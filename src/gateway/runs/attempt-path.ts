import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { DeploymentEntry, ModelsApi, TaskTimeouts } from '../../models/index.ts';
import { canDetectSilence, fitted, type ProviderCall, ProviderFailure, simulated } from '../../providers/index.ts';
import { LiveAttempt } from './attempt.ts';
import { maxOutputTokensOf, modelRequest, temperatureOf } from './model-request.ts';
import { cacheKeyFor } from './prompt-cache/cache-key.ts';
import type { PrefixMemory } from './prompt-cache/prefix-memory.ts';
import { withRepeatedPrefix } from './prompt-cache/repeated-prefix.ts';
import { reasoningFor } from './reasoning/returned-reasoning.ts';
import { needsLargerWindow, nextStep } from './retrying.ts';
import type { AnyRunContext, RunContext } from './run-context.ts';
import { FREE } from './usage.ts';

/** A provider call and the attempt it belongs to. */
export interface AttemptCall {
  readonly attempt: LiveAttempt;
  readonly call: ProviderCall;
}

/** An attempt failed before any output reached the caller, so another may follow, unless `isFinal` is true. */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  readonly failure: ProviderFailure;
  /** True if this service can't process the answer: another provider's answer would probably fail too, at a cost. */
  readonly isFinal: boolean;

  constructor(failure: ProviderFailure, isFinal = false) {
    super('An attempt failed.');
    this.failure = failure;
    this.isFinal = isFinal;
  }
}

/** A deployment that was skipped because it was busy, and the time when it can be called again. */
interface BusyDeployment {
  readonly place: number;
  readonly readyAtMs: number;
}

/**
 * Calls the deployments of the decision's path in order until one answers. The policy and the kind of failure limit the attempts
 * at each deployment. If a deployment is busy for more than a moment, the next one is called at once; busy ones are called again
 * when no other is left.
 * @param open makes the call; its second argument says if another deployment may follow. After it resolves, its output may reach
 * the caller, so no other attempt follows.
 * @throws ProviderFailure of the last attempt; all attempts are recorded in the run
 */
export async function attemptPath<T>(
  run: AnyRunContext,
  models: Pick<ModelsApi, 'priceAt' | 'costOf'>,
  open: (attempt: LiveAttempt, hasOthers: boolean) => Promise<T>,
): Promise<T> {
  const { catalogue, decision, policy } = run.routed;
  const path = decision.path.flatMap((id) => catalogue.deployments.find((one) => one.id === id) ?? []);
  const counts = path.map(() => 0);
  let busy: BusyDeployment[] = [];
  let place = 0;
  let pauseMs = 0;
  let pausedMs = 0;
  for (;;) {
    if (run.signal.aborted) throw run.signal.reason;
    const deployment = path[place]!;
    const attempt = new LiveAttempt(run.attempts.length + 1, deployment, run.credentialFor(deployment), pauseMs);
    run.attempts.push(attempt);
    counts[place]! += 1;
    const onward = (lostMicros = 0) =>
      path.findIndex((one, index) => counts[index] === 0 && canFallBackTo(run, one, lostMicros));
    try {
      // If this attempt fails, its provider can still bill the maximum cost. Another deployment must fit into the rest.
      return await open(attempt, onward(mostOf(run, deployment)) >= 0);
    } catch (error) {
      const isAttemptFailure = error instanceof AttemptFailed;
      const failure = run.failureOf(isAttemptFailure ? error.failure : error);
      const cost = failure.mayHaveCost ? run.costOfLost(models, attempt, failure.usage) : FREE;
      attempt.fail(failure, cost);
      run.waitedMs += attempt.durationMs;
      if (isAttemptFailure && error.isFinal) throw failure;
      const mostAt = (one: DeploymentEntry) => (fitsReservation(run, one) ? policy.attempts.perDeployment : 0);
      busy = busy.filter((one) => one.place !== place);
      const next = onward();
      const back = busy
        .filter((one) => counts[one.place]! < mostAt(path[one.place]!) && canFallBackTo(run, path[one.place]!))
        .sort((a, b) => a.readyAtMs - b.readyAtMs)[0];
      const step = nextStep(
        {
          failure,
          attemptsHere: counts[place]!,
          maxHere: mostAt(deployment),
          attemptsLeft: policy.attempts.most - run.attempts.length,
          hasOthers: next >= 0,
          pausedMs,
          busyForMs: back ? Math.max(0, back.readyAtMs - performance.now()) : null,
          msLeft: run.msLeft,
        },
        Math.random(),
      );
      if (step.step === 'END') throw failure;
      if (step.step === 'ON') {
        if (step.readyInMs !== null) busy.push({ place, readyAtMs: performance.now() + step.readyInMs });
        place = next;
        pauseMs = 0;
        continue;
      }
      if (step.step === 'BACK') place = back!.place;
      pauseMs = step.afterMs;
      pausedMs += pauseMs;
      run.waitedMs += pauseMs;
      // Code after the pause throws the signal's reason, which says more than an AbortError.
      await sleep(pauseMs, undefined, { signal: run.signal }).catch(() => {});
    }
  }
}

/**
 * True if `other` may take over from the attempts so far. A failure on a customer's own key never falls back to a key of the
 * service.
 */
function canFallBackTo(run: AnyRunContext, other: DeploymentEntry, lostMicros = 0): boolean {
  const isService = run.credentialFor(other).source === 'SERVICE';
  for (const { credential, deployment, failure } of run.attempts) {
    if (isService && credential.source === 'CUSTOMER') return false;
    if (needsLargerWindow(failure?.failure) && windowOf(other) <= windowOf(deployment)) return false;
  }
  return fitsReservation(run, other, lostMicros);
}

const windowOf = (deployment: DeploymentEntry) => (deployment.kind === 'TEXT' ? deployment.contextWindow : 0);

/**
 * True if one more attempt fits into the reservation. Only calls with the service's key are checked, and only for accounts and
 * keys with a limit.
 */
function fitsReservation(run: AnyRunContext, deployment: DeploymentEntry, lostMicros = 0): boolean {
  const committedMicros = run.committedMicros + lostMicros;
  if (!run.isLimited || committedMicros === 0) return true;
  if (run.credentialFor(deployment).source !== 'SERVICE') return true;
  return run.reservedMicros !== null && committedMicros + mostOf(run, deployment) <= run.reservedMicros;
}

/** Maximum cost of an attempt to the account. 0 with a customer's own key, and infinite if unknown. */
function mostOf(run: AnyRunContext, { id }: DeploymentEntry): number {
  const { credential, mostMicros } = run.routed.snapshot.deployments[id] ?? {};
  return credential?.source === 'SERVICE' ? (mostMicros ?? Number.POSITIVE_INFINITY) : 0;
}

/**
 * Without a stream to this service, a working model looks like a hanging one. If another deployment is left, a call gets this
 * part of the remaining time. A smaller part would cut off and waste answers that the task's limit allows; a larger one would
 * leave no time for the other deployment.
 */
const WHOLE_SHARE = 0.8;

/** Milliseconds that a slow model takes for a token once it has begun. */
const SLOW_TOKEN_MS = 50;
/**
 * If the tokens of an answer take at most this part of `firstTokenMs`, it is requested as a whole. A stream would hardly detect
 * silence sooner, and takes a quarter more processor time.
 */
const SHORT_SHARE = 0.25;

/**
 * Builds the provider call of an attempt at a text task.
 * @param prefixes known beginnings of earlier prompts
 * @param added messages that follow the prompt
 */
export function attemptCallOf(
  run: RunContext,
  attempt: LiveAttempt,
  hasOthers: boolean,
  prefixes: PrefixMemory,
  added: LanguageModelV4Prompt = [],
): AttemptCall {
  const { deployment, credential } = attempt;
  if (deployment.kind !== 'TEXT') throw new Error(`The deployment ${deployment.id} doesn’t produce text.`);
  let request = run.sent;
  const stepWarnings: string[] = [];
  for (const step of run.steps) {
    const sent = step.before?.(request, deployment);
    if (!sent) continue;
    request = sent.request;
    if (sent.warning) stepWarnings.push(sent.warning);
  }
  if (run.sent !== run.request) request = { ...request, prompt: reasoningFor(request.prompt, deployment) };
  const isSandbox = credential.source === 'SANDBOX';
  if (!isSandbox) {
    const { id: runId, account, task } = run;
    request = withRepeatedPrefix(request, { runId, account, task, deployment }, prefixes);
  }
  if (added.length > 0) request = { ...request, prompt: [...request.prompt, ...added] };
  const { warning } = temperatureOf(request, run.task);
  if (warning) stepWarnings.push(warning);
  const toForm = isSandbox ? simulated : fitted;
  const cacheKey = cacheKeyFor(run.account, request.cacheKey);
  const { edits, options, warnings } = toForm(modelRequest({ ...request, cacheKey }, run.task), deployment);
  run.warnings.splice(0, run.warnings.length, ...warnings, ...stepWarnings);
  return {
    attempt,
    call: {
      deployment,
      credential,
      account: run.account,
      task: run.task.name,
      options,
      edits,
      ...callTimeouts(run, attempt, hasOthers),
      signal: run.signal,
    },
  };
}

/** Timeouts of a call, and whether its complete answer is streamed to this service to detect silence. */
function callTimeouts(
  run: RunContext,
  attempt: LiveAttempt,
  hasOthers: boolean,
): Pick<ProviderCall, 'timeouts' | 'abortsOnSilence'> {
  const { request, task } = run;
  const isUnstreamedWithFallback = hasOthers && !request.isStreamed;
  const isLeft = isUnstreamedWithFallback && canDetectSilence(attempt);
  const timeouts = timeoutsOf(run, attempt, isUnstreamedWithFallback && !isLeft);
  const { firstTokenMs, totalMs } = timeouts;
  const answerMs = maxOutputTokensOf(request, task) * SLOW_TOKEN_MS;
  if (!isLeft || answerMs > firstTokenMs * SHORT_SHARE) return { abortsOnSilence: isLeft, timeouts };
  return { abortsOnSilence: false, timeouts: { ...timeouts, totalMs: Math.min(totalMs, firstTokenMs + answerMs) } };
}

/** @param isShared true to leave time for another deployment */
export function timeoutsOf({ task, msLeft }: AnyRunContext, { number }: LiveAttempt, isShared: boolean): TaskTimeouts {
  const share = isShared ? WHOLE_SHARE : 1;
  const { timeouts } = task;
  if (number === 1 && share === 1) return timeouts;
  return { ...timeouts, totalMs: Math.max(1, Math.floor(msLeft * share)) };
}
