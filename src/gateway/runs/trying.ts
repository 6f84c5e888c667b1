import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { DeploymentEntry, ModelsApi, TaskTimeouts } from '../../models/index.ts';
import { fitted, type ProviderCall, ProviderFailure } from '../../providers/index.ts';
import { Attempt } from './attempt.ts';
import type { AnyCourse, Course } from './course.ts';
import { modelRequest } from './model-request.ts';
import { reasoningFor } from './reasoning/returned-reasoning.ts';
import { nextStep } from './retrying.ts';
import { FREE } from './usage.ts';

/** A call with the try it belongs to. */
export interface Trial {
  readonly attempt: Attempt;
  readonly call: ProviderCall;
}

/** What came of a try that failed before anything of it went out, so that another may follow. */
export class TrialFailed extends Error {
  override readonly name = 'TrialFailed';
  readonly failure: ProviderFailure;
  /** Whether it is no provider's fault, so that asking another would only cost more. */
  readonly isFinal: boolean;

  constructor(failure: ProviderFailure, isFinal = false) {
    super('A try failed.');
    this.failure = failure;
    this.isFinal = isFinal;
  }
}

/**
 * Tries the deployments of the decision's path, each as often as the policy allows and its failure lets hope, until one answers.
 *
 * @param open makes the call, and hears whether another deployment may be asked after it. Once it has resolved, what it gave may go out to the caller and no other try follows.
 * @throws ProviderFailure the last one, with every try noted down in the course
 */
export async function tryPath<T>(
  course: AnyCourse,
  models: Pick<ModelsApi, 'priceAt' | 'costOf'>,
  open: (attempt: Attempt, hasOthers: boolean) => Promise<T>,
): Promise<T> {
  const { catalogue, decision, policy } = course.routed;
  const path = decision.path.flatMap((id) => catalogue.deployments.find((one) => one.id === id) ?? []);
  let place = 0;
  let triesHere = 0;
  let pauseMs = 0;
  for (;;) {
    if (course.signal.aborted) throw course.signal.reason;
    const deployment = path[place]!;
    const attempt = new Attempt(course.attempts.length + 1, deployment, course.credentialFor(deployment), pauseMs);
    course.attempts.push(attempt);
    triesHere += 1;
    try {
      return await open(attempt, place < path.length - 1);
    } catch (error) {
      const isTrial = error instanceof TrialFailed;
      const failure = course.failureOf(isTrial ? error.failure : error);
      const cost = failure.mayHaveCost ? course.costOfLost(models, attempt, failure.usage) : FREE;
      attempt.fail(failure, cost);
      course.waitedMs += attempt.durationMs;
      const onward = path.findIndex((one, index) => index > place && mayStandIn(course, attempt, one));
      const next = nextStep(
        {
          failure,
          triesHere,
          mostHere: isCovered(course, deployment) ? policy.attempts.perDeployment : 0,
          triesLeft: policy.attempts.most - course.attempts.length,
          hasOthers: onward > 0,
          msLeft: course.msLeft,
        },
        Math.random(),
      );
      if (next.step === 'END' || (isTrial && error.isFinal)) throw failure;
      pauseMs = next.step === 'AGAIN' ? next.afterMs : 0;
      if (next.step === 'ON') {
        place = onward;
        triesHere = 0;
      } else {
        course.waitedMs += pauseMs;
        // The reason of the signal says more than the AbortError.
        await sleep(pauseMs, undefined, { signal: course.signal }).catch(() => {});
      }
    }
  }
}

/** Whether another deployment may be asked after this try. What an own key fails at is never done with another's. */
function mayStandIn(course: AnyCourse, { credential, deployment, failure }: Attempt, other: DeploymentEntry): boolean {
  if (credential.source === 'CUSTOMER' && course.credentialFor(other).source === 'SERVICE') return false;
  if (failure?.failure === 'CONTEXT_LENGTH' && windowOf(other) <= windowOf(deployment)) return false;
  return isCovered(course, other);
}

const windowOf = (deployment: DeploymentEntry) => (deployment.kind === 'TEXT' ? deployment.contextWindow : 0);

/** Under a limit of the account or of the key no try is begun that could take the whole beyond what was set aside for it. */
function isCovered(course: AnyCourse, deployment: DeploymentEntry): boolean {
  const { snapshot } = course.routed;
  const { isLimited, committedMicros } = course;
  if (!isLimited || committedMicros === 0 || course.credentialFor(deployment).source !== 'SERVICE') return true;
  const mostMicros = snapshot.deployments[deployment.id]?.mostMicros ?? Number.POSITIVE_INFINITY;
  return course.reservedMicros !== null && committedMicros + mostMicros <= course.reservedMicros;
}

/**
 * Nothing of a whole answer is seen until it is there, so a model at work can't be told from one that hangs. Where another
 * deployment may be asked, a call gets this part of the time that is left. Less would cut and pay for answers that the task's
 * limit allows; more would leave the other one no time.
 */
const WHOLE_SHARE = 0.8;

/** A try with its call, for a text. @param added messages that follow the prompt */
export function trialOf(
  course: Course,
  attempt: Attempt,
  hasOthers: boolean,
  added: LanguageModelV4Prompt = [],
): Trial {
  const { deployment, credential } = attempt;
  if (deployment.kind !== 'TEXT') throw new Error(`${deployment.id} makes no texts.`);
  let request = course.sent;
  const said: string[] = [];
  for (const step of course.steps) {
    const sent = step.before?.(request, deployment);
    if (!sent) continue;
    request = sent.request;
    if (sent.warning) said.push(sent.warning);
  }
  if (course.sent !== course.request) request = { ...request, prompt: reasoningFor(request.prompt, deployment) };
  if (added.length > 0) request = { ...request, prompt: [...request.prompt, ...added] };
  const { options, warnings } = fitted(modelRequest(request, course.task), deployment);
  course.warnings.splice(0, course.warnings.length, ...warnings, ...said);
  return {
    attempt,
    call: {
      deployment,
      credential,
      account: course.account,
      task: course.task.name,
      options,
      timeouts: timeoutsOf(course, attempt, hasOthers),
      signal: course.signal,
    },
  };
}

export function timeoutsOf(
  { request, task, msLeft }: AnyCourse,
  { number }: Attempt,
  hasOthers: boolean,
): TaskTimeouts {
  const share = hasOthers && !request.isStreamed ? WHOLE_SHARE : 1;
  const { timeouts } = task;
  if (number === 1 && share === 1) return timeouts;
  return { ...timeouts, totalMs: Math.max(1, Math.floor(msLeft * share)) };
}
