import type { DeploymentEntry, Micros, ModelsApi, TokenUsage } from '../../models/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Credential, ProviderFailure } from '../../providers/index.ts';
import type { Routed } from '../routing/router.ts';
import { type Cost, CostSource, FREE, plausible } from './usage.ts';

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

  #end(status: NonNullable<Attempt['status']>, cost: Cost): void {
    this.status = status;
    this.cost = cost;
    this.durationMs = performance.now() - this.beganMs;
  }
}

/** What a try took: as the provider counted, completed by our own count where it did not. */
export function costOfAttempt(
  models: Pick<ModelsApi, 'priceAt' | 'costOf'>,
  { catalogue, request }: Pick<Routed, 'catalogue' | 'request'>,
  { deployment, credential, startedAt }: Pick<Attempt, 'deployment' | 'credential' | 'startedAt'>,
  counted: TokenUsage,
  outputTokens: number,
): Cost {
  const said = plausible(counted);
  const isEstimated = said.inputTokens === null || said.outputTokens === null;
  const usage = isEstimated
    ? { ...said, inputTokens: said.inputTokens ?? request.inputTokens, outputTokens: said.outputTokens ?? outputTokens }
    : said;
  if (credential.source === 'SANDBOX') return { ...FREE, usage, isEstimated };
  // What the provider charges counts more than what its price list comes to, and needs no count of ours.
  const reported = said.reportedCostMicros ?? null;
  if (reported !== null) {
    const costSource = CostSource.PROVIDER;
    return { usage, costMicros: reported, chargedMicros: chargedOf(credential, reported), isEstimated, costSource };
  }
  const costMicros = models.costOf(models.priceAt(catalogue, deployment.id, startedAt), usage, startedAt);
  const chargedMicros = chargedOf(credential, costMicros);
  return { usage, costMicros, chargedMicros, isEstimated, costSource: listSource(costMicros, isEstimated) };
}

/** Where a cost comes from that is worked out here; null where nobody knows it. */
export function listSource(costMicros: Micros | null, isEstimated: boolean): CostSource | null {
  if (costMicros === null) return null;
  return isEstimated ? CostSource.ESTIMATE : CostSource.PRICE_LIST;
}

/** Who shows an own key pays at the provider, and nothing here. */
export function chargedOf({ source }: Credential, costMicros: Micros | null): Micros | null {
  return source === 'SERVICE' ? costMicros : 0;
}
