import type { DeploymentEntry } from '../../models/index.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { grouped } from '../../platform/text/grouped.ts';
import type { ConsideredDeployments } from './considered-deployments.ts';
import type { Candidate, CandidateReason, Decision, RefusedRoute, RoutingSnapshot } from './decision.ts';
import type { RoutingFacts } from './judge.ts';

/** Why a task cannot be run, told by what speaks against its deployments: what waiting may mend comes first. */
export function refusalFor(
  { rule, deployments }: ConsideredDeployments,
  candidates: readonly Candidate[],
  { task, request, snapshot }: RoutingFacts,
  closedGate: string | null,
): RefusedRoute {
  if (closedGate !== null) {
    return {
      code: 'GATE_CLOSED',
      sentence: `The task ${task.name} stands behind the gate ${closedGate}, and nobody can open it yet.`,
    };
  }
  const has = (...reasons: CandidateReason[]) => candidates.some(({ reason }) => reasons.includes(reason));
  if (rule === null) return none('the policy has no rule for it');
  if (has('BREAKER_OPEN', 'RATE_LIMITED')) {
    const why = has('BREAKER_OPEN') ? ['has failed too often just now'] : [];
    if (has('RATE_LIMITED')) why.push('limits the rate of requests');
    return { ...none(`each provider that could take it ${why.join(' or ')}`), ...retryOf(candidates, snapshot) };
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
    const windows = deployments.flatMap(({ entry, isInRule }) =>
      entry?.kind === 'TEXT' && isInRule ? [entry.contextWindow] : [],
    );
    return {
      code: 'CONTEXT_LENGTH_EXCEEDED',
      sentence: `About ${grouped(request.inputTokens)} tokens of input and ${grouped(request.maxOutputTokens)} of output are more than the task ${task.name} takes: its largest window has ${grouped(Math.max(...windows))}. Send less, or ask for a shorter answer.`,
    };
  }
  if (request.isSchemaRecursive && has('NO_OUTPUT_SCHEMA') && deployments.some(({ entry }) => takesSchema(entry))) {
    return {
      code: 'UNSUPPORTED',
      sentence: `The task ${task.name} has no model that takes a recursive schema. Unfold the schema to the depth that you need.`,
    };
  }
  if (has('NO_TOOLS', 'NO_OUTPUT_SCHEMA')) {
    const what = has('NO_TOOLS') ? 'tools' : 'a schema for its answer';
    return {
      code: 'UNSUPPORTED',
      sentence: `The task ${task.name} takes no ${what.replace(/^a /, '')}. Send the request without.`,
    };
  }
  if (has('SIZE_NOT_TAKEN', 'COUNT_NOT_TAKEN')) {
    const { sentence } = candidates.find(({ reason }) => reason === 'SIZE_NOT_TAKEN' || reason === 'COUNT_NOT_TAKEN')!;
    return {
      code: 'UNSUPPORTED',
      sentence: `The task ${task.name} gives no pictures like these. ${sentence} Ask for another size, or for fewer.`,
    };
  }
  if (has('KEY_REFUSED')) return none('its provider refuses the service’s key');
  if (has('OWN_KEY_FAILING'))
    return none('the account’s own key is refused by its provider, and no other is taken in its place');
  if (has('PLAN')) {
    const { plans } = rule;
    const which = plans.includes(snapshot.plan) ? 'another plan' : `the plans ${plans.join(', ')}`;
    return { code: 'PLAN', sentence: `The task ${task.name} is for ${which}; this account has ${snapshot.plan}.` };
  }
  if (has('NO_OWN_SERVER')) return none('the account has named no server of its own');
  if (has('NO_KEY')) return none('there is no key for any of its providers');
  return none('nothing in the policy and the catalogue can take it');

  function none(why: string) {
    return { code: 'NO_DEPLOYMENT', sentence: `The task ${task.name} cannot be run at the moment: ${why}.` } as const;
  }
}

const takesSchema = (entry: DeploymentEntry | null) => entry?.kind === 'TEXT' && entry.takesOutputSchema;

/** Sentence for a caller under a hard limit when no price is known. The limit isn't used up. */
export const priceUnknownSentence = (task: string) =>
  `The task ${task} can't run: the account has a hard limit, and the price of the model isn't known. The limit is not used up. Tell the operator of this service, who publishes a price.`;

/** Calls of most tasks end within a few seconds. */
const LIMIT_RESERVED_SECONDS = 5;

export const limitReservedSentence = (seconds: number) =>
  `Calls under way have reserved the rest of the limit. Try again in ${seconds} seconds.`;

const LIMIT_RESERVED_SENTENCE = limitReservedSentence(LIMIT_RESERVED_SECONDS);

/** What a caller is told of a decision that leads nowhere. Nothing was spent, and it is no run. */
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

/** The time until the first of the paused deployments takes a call again; nothing where none is known. */
function retryOf(
  candidates: readonly Candidate[],
  { deployments }: RoutingSnapshot,
): Pick<RefusedRoute, 'retryAfterSeconds'> {
  const left = candidates.flatMap(({ deployment, reason }) =>
    reason === 'BREAKER_OPEN' || reason === 'RATE_LIMITED' ? (deployments[deployment]?.pauseLeftMs ?? []) : [],
  );
  return left.length === 0 ? {} : { retryAfterSeconds: Math.ceil(Math.min(...left) / 1_000) };
}
