import { askedSizeFor, type ImageTask, type ImageUsage, type ModelsApi, type TokenUsage } from '../../models/index.ts';
import { type Attempt, chargedOf, listSource } from '../runs/attempt.ts';
import { type AnyRequest, Course, type CourseFacts } from '../runs/course.ts';
import { type Cost, plausible } from '../runs/usage.ts';
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

  /** By what came; of a try that came to nothing, and may have cost, as if all of it had been drawn. */
  override costOf(_models: unknown, { deployment, credential, startedAt }: Attempt, counted: TokenUsage): Cost {
    const usage = this.#usageOf(counted, deployment.kind === 'IMAGE' ? deployment : null);
    const price = this.#models.priceAt(this.routed.catalogue, deployment.id, startedAt);
    const images = isOfImages(counted) ? counted.images : null;
    const costMicros = this.#models.costOfImages(price, usage, startedAt);
    // The engine of this service costs nothing by any list.
    const sourceOf: typeof listSource = (...of) => (credential.source === 'EMBEDDED' ? null : listSource(...of));
    if (costMicros !== null) {
      const isEstimated = images === null && costMicros > 0;
      return {
        usage: plausible(counted),
        images,
        costMicros,
        chargedMicros: chargedOf(credential, costMicros),
        isEstimated,
        costSource: sourceOf(costMicros, isEstimated),
      };
    }
    const estimated = {
      ...usage,
      inputTokens: usage.inputTokens ?? this.routed.request.inputTokens,
      outputTokens: usage.outputTokens ?? this.#models.mostTokensOf(price, usage),
    };
    const guessed = this.#models.costOfImages(price, estimated, startedAt);
    return {
      usage: plausible(estimated),
      images,
      costMicros: guessed,
      chargedMicros: chargedOf(credential, guessed),
      isEstimated: true,
      costSource: sourceOf(guessed, true),
    };
  }

  #usageOf(counted: TokenUsage, deployment: Parameters<typeof sizeOf>[0]): ImageUsage {
    const said = plausible(counted);
    if (isOfImages(counted))
      return { ...said, images: counted.images, pixels: counted.pixels, imageTokens: counted.imageTokens };
    return { ...said, images: this.request.count, pixels: sizeOf(deployment, this.request), imageTokens: null };
  }
}

const isOfImages = (usage: TokenUsage): usage is ImageUsage => 'images' in usage;

function sizeOf(
  deployment: { readonly images: Parameters<typeof askedSizeFor>[0] } | null,
  request: ImageRequest,
): number {
  const asked = deployment && askedSizeFor(deployment.images, request);
  return asked?.pixels ?? request.widthPx * request.heightPx;
}
