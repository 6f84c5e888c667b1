import type { DeploymentEntry, ImageUsage, Micros, ModelsApi, TokenUsage } from '../../models/index.ts';
import { newId } from '../../platform/ids.ts';
import type { CallCredential, ProviderFailure } from '../../providers/index.ts';
import type { RoutedRequest } from '../routing/router.ts';
import { type Cost, CostSource, FREE, plausible } from './usage.ts';
import type { UsageBound } from './usage-bound.ts';

/** One call of a deployment, in progress or finished. `Attempt` in `attempt.entity.ts` is its record. */
export class LiveAttempt {
  readonly id = newId('attempt');
  readonly startedAt = new Date();
  readonly beganMs = performance.now();
  readonly number: number;
  readonly deployment: DeploymentEntry;
  readonly credential: CallCredential;
  /** Milliseconds waited before this attempt, because the previous one failed. */
  readonly waitedMs: number;
  headersMs: number | null = null;
  firstPartMs: number | null = null;
  statusCode: number | null = null;
  responseModel: string | null = null;
  responseId: string | null = null;
  /** Null while the attempt is in progress. */
  status: 'SUCCEEDED' | 'FAILED' | 'CANCELED' | null = null;
  failure: ProviderFailure | null = null;
  durationMs = 0;
  cost: Cost = FREE;
  /** Bytes by which this attempt's prompt is longer than the request's. They also bound the additional tokens. */
  addedBytes = 0;

  constructor(number: number, deployment: DeploymentEntry, credential: CallCredential, waitedMs: number) {
    this.number = number;
    this.deployment = deployment;
    this.credential = credential;
    this.waitedMs = waitedMs;
  }

  succeed(cost: Cost): void {
    this.#end('SUCCEEDED', cost);
  }

  fail(failure: ProviderFailure, cost: Cost): void {
    this.failure = failure;
    this.statusCode ??= failure.statusCode;
    this.#end(failure.failure === 'CANCELED' ? 'CANCELED' : 'FAILED', cost);
  }

  /** Marks a succeeded attempt as failed because its answer doesn't match the schema. Its cost and duration stay. */
  missed(failure: ProviderFailure): void {
    this.failure = failure;
    this.status = 'FAILED';
  }

  #end(status: NonNullable<LiveAttempt['status']>, cost: Cost): void {
    this.status = status;
    this.cost = cost;
    this.durationMs = performance.now() - this.beganMs;
  }
}

type Pricing = Pick<ModelsApi, 'priceAt' | 'costOf'>;
type PricedAttempt = Pick<LiveAttempt, 'deployment' | 'credential' | 'startedAt'>;
type RoutedCall = Pick<RoutedRequest, 'catalogue' | 'request' | 'snapshot'>;

/** Output of an attempt, with the provider's usage. */
export interface DeliveredOutput {
  readonly counted: TokenUsage;
  /** Output tokens counted by this service. */
  readonly outputTokens: number;
  /** True if the answer is complete. Its estimated cost is then final. */
  readonly isWhole: boolean;
}

/**
 * Cost of an attempt with output. Uses the provider's count, completed by this service's count, at most what the request could
 * use. With a key of the service, a cost reported by the provider counts up to the expected maximum cost of the call.
 */
export function costOfAttempt(
  models: Pricing,
  routed: RoutedCall,
  attempt: PricedAttempt,
  { counted, outputTokens, isWhole }: DeliveredOutput,
  bound: UsageBound | null,
): Cost {
  const { deployment, credential, startedAt } = attempt;
  const { catalogue, request } = routed;
  const possible = bound === null ? counted : within(counted, bound);
  const usable = plausible(possible);
  const isEstimated = usable.inputTokens === null || usable.outputTokens === null;
  const usage = isEstimated
    ? {
        ...usable,
        inputTokens: usable.inputTokens ?? request.inputTokens,
        outputTokens: usable.outputTokens ?? outputTokens,
      }
    : usable;
  if (credential.source === 'SANDBOX') return { ...FREE, usage, isEstimated };
  const price = models.priceAt(catalogue, deployment.id, startedAt);
  const listed = models.costOf(price, usage, startedAt);
  // A cost reported by the provider takes precedence over the price list.
  const reported = usable.reportedCostMicros ?? null;
  const mostMicros = credential.source === 'SERVICE' ? mostOf(routed, attempt) : null;
  const costMicros = reported === null ? listed : Math.min(reported, mostMicros ?? reported);
  const chargedMicros = chargedOf(credential, costMicros);
  const costSource = reported === null ? listSource(costMicros, isEstimated) : CostSource.PROVIDER;
  const cost: Cost = { usage, costMicros, chargedMicros, possibleCostMicros: 0, isEstimated, costSource };
  const reportedCostMicros = counted.reportedCostMicros ?? null;
  // Only a call with the service's key has a discrepancy: other calls are paid by the customer.
  const isBeyond = possible !== counted || (reportedCostMicros !== null && costMicros !== reportedCostMicros);
  if (isBeyond && credential.source === 'SERVICE') {
    return withDiscrepancy(cost, counted, deployment, reportedCostMicros ?? models.costOf(price, counted, startedAt));
  }
  return isWhole || !isEstimated || reported !== null
    ? cost
    : { ...cost, possibleCostMicros: possibleOf(routed, attempt, chargedMicros) };
}

/** Source of a calculated cost. Null if the cost is unknown. */
export function listSource(costMicros: Micros | null, isEstimated: boolean): CostSource | null {
  if (costMicros === null) return null;
  return isEstimated ? CostSource.ESTIMATE : CostSource.PRICE_LIST;
}

/**
 * Cost of an attempt without output for the caller. It is never charged to the account. With a key of the service, the service
 * bears the reported or maximum cost.
 */
export function costOfLost(
  models: Pricing,
  routed: RoutedCall,
  attempt: PricedAttempt,
  counted: TokenUsage | null,
): Cost {
  const { deployment, credential, startedAt } = attempt;
  if (credential.source === 'SANDBOX' || credential.source === 'EMBEDDED') return FREE;
  const usage = counted === null ? FREE.usage : plausible(counted);
  const listed = models.costOf(models.priceAt(routed.catalogue, deployment.id, startedAt), usage, startedAt);
  return lostCost(routed, attempt, { usage, costMicros: usage.reportedCostMicros ?? listed });
}

/** @param costMicros null if the provider reported too little to calculate it */
export function lostCost(
  routed: Pick<RoutedRequest, 'snapshot'>,
  attempt: Pick<LiveAttempt, 'deployment' | 'credential'>,
  { usage, images, costMicros }: Pick<Cost, 'usage' | 'images' | 'costMicros'>,
): Cost {
  const possibleCostMicros =
    costMicros === null ? possibleOf(routed, attempt, 0) : (chargedOf(attempt.credential, costMicros) ?? 0);
  return { usage, images, costMicros, chargedMicros: 0, possibleCostMicros, isEstimated: false };
}

/** Maximum cost that the provider may bill in addition to the charged cost. Null if unknown. */
function possibleOf(
  { snapshot }: Pick<RoutedRequest, 'snapshot'>,
  { deployment, credential }: Pick<LiveAttempt, 'deployment' | 'credential'>,
  chargedMicros: Micros | null,
): Micros | null {
  if (credential.source !== 'SERVICE') return 0;
  const mostMicros = mostOf({ snapshot }, { deployment });
  return mostMicros === null || chargedMicros === null ? null : Math.max(0, mostMicros - chargedMicros);
}

/** Maximum expected cost of a call. Null if no price is known. */
function mostOf(
  { snapshot }: Pick<RoutedRequest, 'snapshot'>,
  { deployment }: Pick<LiveAttempt, 'deployment'>,
): Micros | null {
  return snapshot.deployments[deployment.id]?.mostMicros ?? null;
}

/**
 * Adds the discrepancy of a provider that reported more than the call could use.
 * @param reported cost of the whole report; null if no price is known
 */
export function withDiscrepancy(
  cost: Cost,
  counted: TokenUsage | ImageUsage,
  { id: deployment }: DeploymentEntry,
  reported: Micros | null,
): Cost {
  const { usage, chargedMicros } = cost;
  const reportedCostMicros = reported !== null && reported <= MOST_MICROS ? reported : null;
  const isKnown = reportedCostMicros !== null && chargedMicros !== null;
  return {
    ...cost,
    possibleCostMicros: isKnown ? Math.max(0, reportedCostMicros - chargedMicros) : null,
    discrepancy: {
      deployment,
      reportedInputTokens: counted.inputTokens,
      reportedOutputTokens: counted.outputTokens,
      reportedImages: 'images' in counted ? counted.images : null,
      reportedCostMicros,
      chargedInputTokens: usage.inputTokens,
      chargedOutputTokens: usage.outputTokens,
      chargedImages: cost.images ?? null,
      chargedMicros,
    },
  };
}

/** A billion dollars. Columns and sums can't hold larger reports. */
const MOST_MICROS = 1e15;

/** Limits a usage report to what the request could use. Returns the same object if the report is within the limits. */
function within(counted: TokenUsage, bound: UsageBound): TokenUsage {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens, cacheWriteTokens = null } = counted;
  const isWithin = (inputTokens ?? 0) <= bound.inputTokens && (outputTokens ?? 0) <= bound.outputTokens;
  if (isWithin) return counted;
  const least = (count: number | null, most: number) => (count === null ? null : Math.min(count, most));
  return {
    ...counted,
    inputTokens: least(inputTokens, bound.inputTokens),
    outputTokens: least(outputTokens, bound.outputTokens),
    cachedInputTokens: least(cachedInputTokens, bound.inputTokens),
    reasoningTokens: least(reasoningTokens, bound.outputTokens),
    cacheWriteTokens: least(cacheWriteTokens, bound.inputTokens),
  };
}

/**
 * Cost charged to the account. Only calls with a key of the service are charged: others are free, or paid by the customer at the
 * provider.
 */
export function chargedOf({ source }: CallCredential, costMicros: Micros | null): Micros | null {
  return source === 'SERVICE' ? costMicros : 0;
}
