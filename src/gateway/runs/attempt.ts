import type { DeploymentEntry, ImageUsage, Micros, ModelsApi, TokenUsage } from '../../models/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Credential, ProviderFailure } from '../../providers/index.ts';
import type { RoutedRequest } from '../routing/router.ts';
import { type Cost, CostSource, FREE, plausible } from './usage.ts';
import type { UsageBound } from './usage-bound.ts';

/** One try at one deployment, while it goes on and once it is over. */
export class Attempt {
  readonly id = newId('attempt');
  readonly startedAt = new Date();
  readonly beganMs = performance.now();
  readonly number: number;
  readonly deployment: DeploymentEntry;
  readonly credential: Credential;
  /** How long was waited before it, because the one before failed. */
  readonly waitedMs: number;
  headersMs: number | null = null;
  firstPartMs: number | null = null;
  statusCode: number | null = null;
  responseModel: string | null = null;
  responseId: string | null = null;
  /** Null while it goes on. */
  status: 'SUCCEEDED' | 'FAILED' | 'CANCELED' | null = null;
  failure: ProviderFailure | null = null;
  durationMs = 0;
  cost: Cost = FREE;
  /** Bytes of its prompt beyond the request's own, which bound its tokens as well. */
  addedBytes = 0;

  constructor(number: number, deployment: DeploymentEntry, credential: Credential, waitedMs: number) {
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

  /** Its answer missed the schema, which was found after it succeeded. Cost and duration stay. */
  missed(failure: ProviderFailure): void {
    this.failure = failure;
    this.status = 'FAILED';
  }

  #end(status: NonNullable<Attempt['status']>, cost: Cost): void {
    this.status = status;
    this.cost = cost;
    this.durationMs = performance.now() - this.beganMs;
  }
}

type Pricing = Pick<ModelsApi, 'priceAt' | 'costOf'>;
type PricedAttempt = Pick<Attempt, 'deployment' | 'credential' | 'startedAt'>;
type RoutedCall = Pick<RoutedRequest, 'catalogue' | 'request' | 'snapshot'>;

/** What came of an attempt, and what the provider has said of it. */
export interface DeliveredOutput {
  readonly counted: TokenUsage;
  /** By our own count. */
  readonly outputTokens: number;
  /** Whether the answer came to its end: what is estimated then is settled, and nothing more is possible. */
  readonly isWhole: boolean;
}

/**
 * What an attempt took whose output came: as the provider counted, completed by our own count where it did not, and no more than
 * the request could use. A cost that the provider reports is charged up to what was reserved for the call.
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
  const said = plausible(possible);
  const isEstimated = said.inputTokens === null || said.outputTokens === null;
  const usage = isEstimated
    ? { ...said, inputTokens: said.inputTokens ?? request.inputTokens, outputTokens: said.outputTokens ?? outputTokens }
    : said;
  if (credential.source === 'SANDBOX') return { ...FREE, usage, isEstimated };
  const price = models.priceAt(catalogue, deployment.id, startedAt);
  const listed = models.costOf(price, usage, startedAt);
  // The provider's own cost counts more than its price list, and needs no count of ours.
  const reported = said.reportedCostMicros ?? null;
  const mostMicros = credential.source === 'SERVICE' ? mostOf(routed, attempt) : null;
  const costMicros = reported === null ? listed : Math.min(reported, mostMicros ?? reported);
  const chargedMicros = chargedOf(credential, costMicros);
  const costSource = reported === null ? listSource(costMicros, isEstimated) : CostSource.PROVIDER;
  const cost: Cost = { usage, costMicros, chargedMicros, possibleCostMicros: 0, isEstimated, costSource };
  const reportedCostMicros = counted.reportedCostMicros ?? null;
  // A customer's own server may report what it likes.
  const isBeyond = possible !== counted || (reportedCostMicros !== null && costMicros !== reportedCostMicros);
  if (isBeyond && credential.source === 'SERVICE') {
    return withDiscrepancy(cost, counted, deployment, reportedCostMicros ?? models.costOf(price, counted, startedAt));
  }
  return isWhole || !isEstimated || reported !== null
    ? cost
    : { ...cost, possibleCostMicros: possibleOf(routed, attempt, chargedMicros) };
}

/** Where a cost calculated here comes from; null when it is unknown. */
export function listSource(costMicros: Micros | null, isEstimated: boolean): CostSource | null {
  if (costMicros === null) return null;
  return isEstimated ? CostSource.ESTIMATE : CostSource.PRICE_LIST;
}

/**
 * What an attempt took of whose output nothing reached the caller. It is never charged: what the provider says that it cost, or the
 * most that it can have cost, is the service's.
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

/** @param costMicros null where the provider hasn't said enough to tell it */
export function lostCost(
  routed: Pick<RoutedRequest, 'snapshot'>,
  attempt: Pick<Attempt, 'deployment' | 'credential'>,
  { usage, images, costMicros }: Pick<Cost, 'usage' | 'images' | 'costMicros'>,
): Cost {
  const possibleCostMicros =
    costMicros === null ? possibleOf(routed, attempt, 0) : (chargedOf(attempt.credential, costMicros) ?? 0);
  return { usage, images, costMicros, chargedMicros: 0, possibleCostMicros, isEstimated: false };
}

/** The most that a call can cost beyond what is charged; null where nobody knows. */
function possibleOf(
  { snapshot }: Pick<RoutedRequest, 'snapshot'>,
  { deployment, credential }: Pick<Attempt, 'deployment' | 'credential'>,
  chargedMicros: Micros | null,
): Micros | null {
  if (credential.source !== 'SERVICE') return 0;
  const mostMicros = mostOf({ snapshot }, { deployment });
  return mostMicros === null || chargedMicros === null ? null : Math.max(0, mostMicros - chargedMicros);
}

/** The most that a call was expected to cost; null when no price is known. */
function mostOf(
  { snapshot }: Pick<RoutedRequest, 'snapshot'>,
  { deployment }: Pick<Attempt, 'deployment'>,
): Micros | null {
  return snapshot.deployments[deployment.id]?.mostMicros ?? null;
}

/**
 * A cost whose provider reported more than the call could use.
 * @param reported cost of the whole report; null when no price is known
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

/** A billion dollars. A report beyond it is no amount of money that columns and sums can hold. */
const MOST_MICROS = 1e15;

/** A report of more than the request could use counts as the most that it could; any other is given back as it is. */
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

/** A customer's own key pays at the provider, and nothing here. */
export function chargedOf({ source }: Credential, costMicros: Micros | null): Micros | null {
  return source === 'SERVICE' ? costMicros : 0;
}
