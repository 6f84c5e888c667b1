import {
  askedSizeFor,
  type ImageTask,
  type ImageUsage,
  type ModelsApi,
  type PriceEntry,
  type TokenUsage,
} from '../../models/index.ts';
import { type Attempt, chargedOf, type DeliveredOutput, listSource, lostCost } from '../runs/attempt.ts';
import { type AnyRequest, Course, type CourseFacts } from '../runs/course.ts';
import { type Cost, FREE, plausible } from '../runs/usage.ts';
import type { ImageRequest } from './image-task.ts';

export type AskedImages = ImageRequest & AnyRequest;

export type ImagePricing = Pick<ModelsApi, 'priceAt' | 'costOf' | 'costOfImages' | 'mostTokensOf'>;

/** A run for pictures while it goes on. */
export class ImageCourse extends Course<AskedImages, ImageTask> {
  readonly #models: ImagePricing;

  constructor(facts: CourseFacts<AskedImages, ImageTask>, models: ImagePricing) {
    super(facts);
    this.#models = models;
  }

  /** What an attempt took whose pictures came: by the provider's count, no more than the request could use. */
  override costOf(_models: unknown, attempt: Attempt, { counted }: DeliveredOutput): Cost {
    const { deployment, credential, startedAt } = attempt;
    const reported = this.#usageOf(counted, deployment.kind === 'IMAGE' ? deployment : null);
    const price = this.#models.priceAt(this.routed.catalogue, deployment.id, startedAt);
    const usage = this.#within(reported, price);
    const costMicros = this.#models.costOfImages(price, usage, startedAt);
    const images = isOfImages(counted) ? usage.images : null;
    if (costMicros === null) return this.#estimated(attempt, price, usage, images);
    const chargedMicros = chargedOf(credential, costMicros);
    const isEstimated = images === null && costMicros > 0;
    const possibleCostMicros = 0;
    const costSource = sourceOf(attempt, costMicros, isEstimated);
    const measured = { usage: plausible(usage), images, costMicros, chargedMicros, possibleCostMicros };
    const cost: Cost = { ...measured, isEstimated, costSource };
    if (usage === reported || credential.source !== 'SERVICE') return cost;
    const reportedCostMicros = this.#models.costOfImages(price, reported, startedAt);
    const billedMicros = chargedOf(credential, reportedCostMicros);
    return {
      ...cost,
      possibleCostMicros: billedMicros === null ? null : Math.max(0, billedMicros - (chargedMicros ?? 0)),
      discrepancy: {
        deployment: deployment.id,
        reportedInputTokens: reported.inputTokens,
        reportedOutputTokens: reported.outputTokens,
        reportedImages: reported.images,
        reportedCostMicros,
        chargedInputTokens: usage.inputTokens,
        chargedOutputTokens: usage.outputTokens,
        chargedImages: usage.images,
        chargedMicros,
      },
    };
  }

  /** Pictures that didn't come, or can't be read, are not charged. */
  override costOfLost(_models: unknown, attempt: Attempt, counted: TokenUsage | null): Cost {
    const { deployment, credential, startedAt } = attempt;
    if (credential.source === 'EMBEDDED') return FREE;
    // Of an answer without a picture and without a count nobody knows what it cost.
    const isKnown = counted !== null && isOfImages(counted) && (counted.images > 0 || counted.inputTokens !== null);
    const price = this.#models.priceAt(this.routed.catalogue, deployment.id, startedAt);
    const costMicros = isKnown ? this.#models.costOfImages(price, counted, startedAt) : null;
    return lostCost(this.routed, attempt, {
      usage: counted === null ? FREE.usage : plausible(counted),
      images: counted !== null && isOfImages(counted) ? counted.images : null,
      costMicros,
    });
  }

  #estimated(attempt: Attempt, price: PriceEntry | null, usage: ImageUsage, images: number | null): Cost {
    const { credential, startedAt } = attempt;
    const estimated = {
      ...usage,
      inputTokens: usage.inputTokens ?? this.routed.request.inputTokens,
      outputTokens: usage.outputTokens ?? this.#models.mostTokensOf(price, usage),
    };
    const costMicros = this.#models.costOfImages(price, estimated, startedAt);
    const chargedMicros = chargedOf(credential, costMicros);
    const costSource = sourceOf(attempt, costMicros, true);
    const measured = { usage: plausible(estimated), images, costMicros, chargedMicros };
    return { ...measured, possibleCostMicros: 0, isEstimated: true, costSource };
  }

  /** The same object where nothing is beyond what was asked for. */
  #within(usage: ImageUsage, price: PriceEntry | null): ImageUsage {
    const { count, prompt } = this.request;
    const mostInput = Math.max(this.routed.request.inputTokens, Buffer.byteLength(prompt) + TOKENS_AROUND_PROMPT);
    const mostOutput = this.#models.mostTokensOf(price, { images: count, pixels: usage.pixels });
    const isWithin =
      usage.images <= count &&
      (usage.inputTokens ?? 0) <= mostInput &&
      // Where no token is charged, their number doesn't matter.
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
    const said = plausible(counted);
    if (isOfImages(counted))
      return { ...said, images: counted.images, pixels: counted.pixels, imageTokens: counted.imageTokens };
    return { ...said, images: this.request.count, pixels: sizeOf(deployment, this.request), imageTokens: null };
  }
}

/** A provider's own instructions for the model. */
const TOKENS_AROUND_PROMPT = 2_000;

/** The embedded engine has no price list. */
const sourceOf = ({ credential }: Attempt, costMicros: number | null, isEstimated: boolean) =>
  credential.source === 'EMBEDDED' ? null : listSource(costMicros, isEstimated);

const isOfImages = (usage: TokenUsage): usage is ImageUsage => 'images' in usage;

function sizeOf(
  deployment: { readonly images: Parameters<typeof askedSizeFor>[0] } | null,
  request: ImageRequest,
): number {
  const asked = deployment && askedSizeFor(deployment.images, request);
  return asked?.pixels ?? request.widthPx * request.heightPx;
}
