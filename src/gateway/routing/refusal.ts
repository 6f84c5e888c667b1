import type { DeploymentEntry } from '../../models/index.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type { ConsideredDeployments } from './considered-deployments.ts';
import type { Candidate, CandidateReason, Decision, RefusedRoute, RoutingSnapshot } from './decision.ts';
import type { RoutingFacts } from './judge.ts';

/**
 * Reason why a task can't run, derived from the verdicts on its deployments. After a closed gate and a missing rule, reasons that
 * waiting may fix come first.
 */
export function refusalFor(
  { rule, deployments }: ConsideredDeployments,
  candidates: readonly Candidate[],
  { task, request, snapshot }: RoutingFacts,
  closedGate: string | null,
): RefusedRoute {
  if (closedGate !== null) {
    return {
      code: 'GATE_CLOSED',
      sentence: `The task ${task.name} has the gate ${closedGate}, which can’t be opened yet.`,
    };
  }
  const has = (...reasons: CandidateReason[]) => candidates.some(({ reason }) => reasons.includes(reason));
  if (rule === null) return none('the policy has no rule for it');
  if (has('BREAKER_OPEN', 'RATE_LIMITED')) {
    const why = has('BREAKER_OPEN') ? ['is paused after too many failures'] : [];
    if (has('RATE_LIMITED')) why.push('limits the rate of requests');
    return { ...none(`every eligible provider ${why.join(' or ')}`), ...retryOf(candidates, snapshot) };
  }
  if (has('LIMIT_RESERVED')) {
    return { code: 'LIMIT_RESERVED', sentence: LIMIT_RESERVED_SENTENCE, retryAfterSeconds: LIMIT_RESERVED_SECONDS };
  }
  if (has('TOO_DEAR')) {
    const detail = candidates.find(({ reason }) => reason === 'TOO_DEAR')!.sentence;
    return { code: 'HARD_LIMIT', sentence: `The account’s hard limit does not allow the task ${task.name}. ${detail}` };
  }
  if (has('PRICE_UNKNOWN')) return { code: 'PRICE_UNKNOWN', sentence: priceUnknownSentence(task.name) };
  if (has('INPUT_TOO_LARGE', 'OUTPUT_TOO_LARGE')) {
    const windowOf = ({ deployment }: Candidate) => {
      const entry = deployments.find(({ id }) => id === deployment)?.entry;
      return entry?.kind === 'TEXT' ? entry.contextWindow : 0;
    };
    const [largest] = candidates
      .filter(({ reason }) => reason === 'INPUT_TOO_LARGE' || reason === 'OUTPUT_TOO_LARGE')
      .sort((one, other) => windowOf(other) - windowOf(one));
    return {
      code: 'CONTEXT_LENGTH_EXCEEDED',
      sentence: `The request is too long for the task ${task.name}. ${largest!.sentence} Send less, or lower the maximum output tokens.`,
    };
  }
  if (request.isSchemaRecursive && has('NO_OUTPUT_SCHEMA') && deployments.some(({ entry }) => takesSchema(entry))) {
    return {
      code: 'UNSUPPORTED',
      sentence: `The task ${task.name} has no model that supports recursive schemas. Unfold the schema to the depth that you need.`,
    };
  }
  if (has('NO_TOOLS', 'NO_OUTPUT_SCHEMA')) {
    const what = has('NO_TOOLS') ? 'tools' : 'a schema for its answer';
    return {
      code: 'UNSUPPORTED',
      sentence: `The task ${task.name} does not support ${what}. Send the request without ${what === 'tools' ? 'them' : 'it'}.`,
    };
  }
  if (has('SIZE_NOT_TAKEN', 'COUNT_NOT_TAKEN')) {
    const { sentence } = candidates.find(({ reason }) => reason === 'SIZE_NOT_TAKEN' || reason === 'COUNT_NOT_TAKEN')!;
    return {
      code: 'UNSUPPORTED',
      sentence: `The task ${task.name} can’t draw these images. ${sentence} Request another size or fewer images.`,
    };
  }
  if (request.documents === 'LOCAL_ONLY' && has('NO_OWN_SERVER', 'PLAN')) {
    return none('the documents must stay on the customer’s own server, and the account has none that can be used');
  }
  if (has('KEY_REFUSED')) return none('its provider refuses the service’s key');
  if (has('OWN_KEY_FAILING')) return none('the provider refuses the account’s own key, which has no fallback');
  if (has('PLAN')) {
    const { plans } = rule;
    const which = plans.includes(snapshot.plan) ? 'another plan' : `one of the plans ${plans.join(', ')}`;
    return { code: 'PLAN', sentence: `The task ${task.name} requires ${which}; this account has ${snapshot.plan}.` };
  }
  if (has('NO_OWN_SERVER')) return none('the account has not configured an own server');
  if (has('DATA_CLASS') && request.documents === 'LOCAL_ONLY') {
    return none('the documents must stay on the customer’s own server, and the catalogue has no such deployment');
  }
  if (has('NO_KEY')) return none('no key is set for any of its providers');
  return none('no deployment in the policy and the catalogue is eligible');

  function none(why: string) {
    return { code: 'NO_DEPLOYMENT', sentence: `The task ${task.name} can’t run now: ${why}.` } as const;
  }
}

const takesSchema = (entry: DeploymentEntry | null) => entry?.kind === 'TEXT' && entry.takesOutputSchema;

/** Message for a caller under a hard limit when the price of the model is unknown. The limit isn't used up. */
export const priceUnknownSentence = (task: string) =>
  `The task ${task} can’t run: the account has a hard limit, and the price of the model is unknown. The limit is not used up. Ask the operator of this service to publish a price.`;

/** Seconds after which a caller can retry when running calls have reserved the rest of a limit. Most calls end sooner. */
const LIMIT_RESERVED_SECONDS = 5;

export const limitReservedSentence = (seconds: number) =>
  `Running calls have reserved the rest of the limit. Retry in ${seconds} seconds.`;

const LIMIT_RESERVED_SENTENCE = limitReservedSentence(LIMIT_RESERVED_SECONDS);

/** Error for a decision without a path. Nothing was spent. */
export function refused({ refusal }: Decision): Refusal {
  const { code, sentence, retryAfterSeconds } = refusal!;
  switch (code) {
    case 'GATE_CLOSED':
      return new Refusal('CAPABILITY_NOT_AVAILABLE', sentence);
    case 'CONTEXT_LENGTH_EXCEEDED':
      return new Refusal('CONTEXT_LENGTH_EXCEEDED', sentence);
    case 'UNSUPPORTED':
      return new Refusal('INPUT_INVALID', sentence);
    case 'PLAN':
      return new Refusal('PLAN_NOT_SUFFICIENT', sentence);
    case 'LIMIT_RESERVED':
      return new Refusal('LIMIT_RESERVED', sentence, { retryAfterSeconds });
    case 'HARD_LIMIT':
      return new Refusal('BUDGET_EXCEEDED', sentence);
    case 'PRICE_UNKNOWN':
      return new Refusal('PRICE_UNKNOWN', sentence);
    case 'NO_DEPLOYMENT':
      return new Refusal(
        'NO_PROVIDER_AVAILABLE',
        sentence,
        retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
      );
  }
}

/** Seconds until the first paused deployment accepts calls again. Empty if unknown. */
function retryOf(
  candidates: readonly Candidate[],
  { deployments }: RoutingSnapshot,
): Pick<RefusedRoute, 'retryAfterSeconds'> {
  const left = candidates.flatMap(({ deployment, reason }) =>
    reason === 'BREAKER_OPEN' || reason === 'RATE_LIMITED' ? (deployments[deployment]?.pauseLeftMs ?? []) : [],
  );
  return left.length === 0 ? {} : { retryAfterSeconds: Math.ceil(Math.min(...left) / 1_000) };
}
