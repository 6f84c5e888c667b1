import {
  type ImageTask,
  type ImageUsage,
  type ModelsApi,
  type PriceEntry,
  requestedSizeFor,
  type TokenUsage,
} from '../../models/index.ts';
import {
  chargedOf,
  type DeliveredOutput,
  type LiveAttempt,
  listSource,
  lostCost,
  withDiscrepancy,
} from '../runs/attempt.ts';
import { type AnyRequest, RunContext, type RunContextOptions } from '../runs/run-context.ts';
import { type Cost, FREE, plausible } from '../runs/usage.ts';
import type { ImageRequest } from './image-task.ts';

export type ImageRunRequest = ImageRequest & AnyRequest;

export type ImagePricing = Pick<ModelsApi, 'priceAt' | 'costOf' | 'costOfImages' | 'maxTokensOf'>;

/** An image run in progress. Unlike a text run, it can cost a price per image. */
export class ImageRunContext extends RunContext<ImageRunRequest, ImageTask> {
  readonly #models: ImagePricing;

  constructor(facts: RunContextOptions<ImageRunRequest, ImageTask>, models: ImagePricing) {
    super(facts);
    this.#models = models;
  }

  /** Cost of an attempt that returned images, by the usage that the provider reported, limited to what the request could use. */
  override costOf(_models: unknown, attempt: LiveAttempt, { counted }: DeliveredOutput): Cost {
    const { deployment, credential, startedAt } = attempt;
    const reported = this.#usageOf(counted, deployment.kind === 'IMAGE' ? deployment : null);
    const price = this.#models.priceAt(this.routed.catalogue, deployment.id, startedAt);
    // Limited before `plausible` is called, which would drop impossible counts that operators must see.
    const possible = this.#within(reported, price);
    const { usage, costMicros, isCompleted } = this.#priced(price, plausible(possible), startedAt);
    const images = isOfImages(counted) ? usage.images : null;
    const isEstimated = isCompleted || (images === null && costMicros !== 0);
    const chargedMicros = chargedOf(credential, costMicros);
    const costSource = sourceOf(attempt, costMicros, isEstimated);
    const cost: Cost = { usage, images, costMicros, chargedMicros, possibleCostMicros: 0, isEstimated, costSource };
    if (possible === reported || credential.source !== 'SERVICE') return cost;
    return withDiscrepancy(cost, reported, deployment, this.#priced(price, reported, startedAt).costMicros);
  }

  /** Images that are missing or unreadable aren't charged. */
  override costOfLost(_models: unknown, attempt: LiveAttempt, counted: TokenUsage | null): Cost {
    const { deployment, credential, startedAt } = attempt;
    if (credential.source === 'EMBEDDED') return FREE;
    // The cost of an answer without images and counts is unknown.
    const isKnown = counted !== null && isOfImages(counted) && (counted.images > 0 || counted.inputTokens !== null);
    const price = this.#models.priceAt(this.routed.catalogue, deployment.id, startedAt);
    const costMicros = isKnown ? this.#models.costOfImages(price, counted, startedAt) : null;
    return lostCost(this.routed, attempt, {
      usage: counted === null ? FREE.usage : plausible(counted),
      images: counted !== null && isOfImages(counted) ? counted.images : null,
      costMicros,
    });
  }

  /**
   * Cost of a usage. If omitted counts make the cost unknown, this service's count of the input and the maximum output replace
   * them.
   */
  #priced(price: PriceEntry | null, usage: ImageUsage, at: Date) {
    const costMicros = this.#models.costOfImages(price, usage, at);
    if (costMicros !== null) return { usage, costMicros, isCompleted: false };
    const completed = {
      ...usage,
      inputTokens: usage.inputTokens ?? this.routed.request.inputTokens,
      outputTokens: usage.outputTokens ?? this.#models.maxTokensOf(price, usage),
    };
    return { usage: completed, costMicros: this.#models.costOfImages(price, completed, at), isCompleted: true };
  }

  /** Limits the usage to what the request could use. Returns the same object if nothing exceeds it. */
  #within(usage: ImageUsage, price: PriceEntry | null): ImageUsage {
    const { count, prompt } = this.request;
    const mostInput = Math.max(this.routed.request.inputTokens, Buffer.byteLength(prompt) + TOKENS_AROUND_PROMPT);
    const mostOutput = this.#models.maxTokensOf(price, { images: count, pixels: usage.pixels });
    const isWithin =
      usage.images <= count &&
      (usage.inputTokens ?? 0) <= mostInput &&
      // Output tokens that are free, or whose maximum is unknown, aren't limited.
      (!mostOutput || (usage.outputTokens ?? 0) <= mostOutput);
    if (isWithin) return usage;
    const least = (value: number | null, most: number | null) =>
      value === null || !most ? value : Math.min(value, most);
    return {
      ...usage,
      images: Math.min(usage.images, count),
      inputTokens: least(usage.inputTokens, mostInput),
      cachedInputTokens: least(usage.cachedInputTokens, mostInput),
      outputTokens: least(usage.outputTokens, mostOutput),
      imageTokens: least(usage.imageTokens, mostOutput),
    };
  }

  #usageOf(counted: TokenUsage, deployment: Parameters<typeof sizeOf>[0]): ImageUsage {
    if (isOfImages(counted)) return counted;
    return { ...counted, images: this.request.count, pixels: sizeOf(deployment, this.request), imageTokens: null };
  }
}

/** Allowance for a provider's own instructions for the model. */
const TOKENS_AROUND_PROMPT = 2_000;

/** Source of the cost of an image run. Null for the embedded engine, whose images cost nothing. */
const sourceOf = ({ credential }: LiveAttempt, costMicros: number | null, isEstimated: boolean) =>
  credential.source === 'EMBEDDED' ? null : listSource(costMicros, isEstimated);

const isOfImages = (usage: TokenUsage): usage is ImageUsage => 'images' in usage;

function sizeOf(
  deployment: { readonly images: Parameters<typeof requestedSizeFor>[0] } | null,
  request: ImageRequest,
): number {
  const requested = deployment && requestedSizeFor(deployment.images, request);
  return requested?.pixels ?? request.widthPx * request.heightPx;
}
