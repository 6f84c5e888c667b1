import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Confidence, type ImageDeployment, type ImageRate, type ImageTokens } from './catalogue.ts';
import { CATALOGUE_LIMITS } from './check/catalogue-shape.ts';

@ObjectType('ImageSide', { description: 'Size of an image: its width and its height.' })
class ListedSizeView {
  @Field(() => Int, { description: 'Width in pixels.' }) readonly widthPx!: number;
  @Field(() => Int, { description: 'Height in pixels.' }) readonly heightPx!: number;
}

@ObjectType('ImageResolution', { description: 'Resolution of images whose exact sides the provider chooses.' })
class ImageResolutionView {
  @Field(() => String, { description: 'Name of the resolution at the provider.' }) readonly name!: string;
  @Field(() => Int, { description: 'Approximate number of pixels.' }) readonly pixels!: number;
}

@ObjectType('ImageBounds', { description: 'Bounds within which any image size is available.' })
class ImageBoundsView {
  @Field(() => Int, { description: 'Both sides must be multiples of this, in pixels.' }) readonly stepPx!: number;
  @Field(() => Int, { description: 'Minimum length of each side, in pixels.' }) readonly minSidePx!: number;
  @Field(() => Int, { description: 'Maximum length of each side, in pixels.' }) readonly maxSidePx!: number;
  @Field(() => Int, { description: 'Minimum pixels of the image.' }) readonly minPixels!: number;
  @Field(() => Int, { description: 'Maximum pixels of the image.' }) readonly maxPixels!: number;
  @Field(() => Float, { description: 'Maximum of the longer side divided by the shorter one.' })
  readonly maxRatio!: number;
}

@ObjectType('DeploymentImages', {
  description: 'Image sizes that a deployment offers: by bounds, by a list, or by aspect ratio and resolution.',
})
export class DeploymentImagesView {
  @Field(() => ImageBoundsView, {
    nullable: true,
    description: 'Bounds of the image size. Null if sizes are listed or given by aspect ratio.',
  })
  readonly bounds: ImageBoundsView | null;
  @AtMost(CATALOGUE_LIMITS.sizes)
  @Field(() => [ListedSizeView], {
    description: 'All available sizes. Empty if sizes are given by bounds or by aspect ratio.',
  })
  readonly sizes: readonly ListedSizeView[];
  @AtMost(CATALOGUE_LIMITS.sizes)
  @Field(() => [String], {
    description: 'Available aspect ratios, such as `16:9`. Empty if the provider takes width and height instead.',
  })
  readonly shapes: readonly string[];
  @AtMost(10)
  @Field(() => [ImageResolutionView], {
    description: 'Available resolutions, smallest first. Empty if the provider takes width and height instead.',
  })
  readonly resolutions: readonly ImageResolutionView[];
  @Field(() => Boolean, { description: 'True if the model accepts a seed.' }) readonly takesSeed: boolean;
  @Field(() => Int, { description: 'Maximum images per call.' }) readonly maxPerCall: number;
  @Field(() => String, {
    nullable: true,
    description: "Quality requested from the provider. Null: the provider's default.",
  })
  readonly quality: string | null;

  constructor({ images }: ImageDeployment) {
    const { sizes, takesSeed, maxPerCall, quality } = images;
    this.bounds = sizes.by === 'BOUNDS' ? sizes : null;
    this.sizes = sizes.by === 'LIST' ? sizes.sizes : [];
    this.shapes = sizes.by === 'SHAPE' ? sizes.shapes : [];
    this.resolutions = sizes.by === 'SHAPE' ? sizes.resolutions : [];
    this.takesSeed = takesSeed;
    this.maxPerCall = maxPerCall;
    this.quality = quality;
  }
}

@ObjectType('ImageRate', { description: 'Price of images up to a size.' })
class ImageRateView {
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum pixels of images with this price. Null: all larger sizes.',
  })
  readonly maxPixels!: number | null;
  @Field(() => GraphQLSafeInt, { description: 'Price per image, in micros of the currency.' }) readonly micros!: number;
}

@ObjectType('ImageTokens', { description: 'Maximum tokens of images up to a size.' })
class ImageTokensView {
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum pixels of images with this limit. Null: all larger sizes.',
  })
  readonly maxPixels!: number | null;
  @Field(() => Int, { description: 'Maximum output tokens per image.' }) readonly tokens!: number;
}

@ObjectType('ImagePrice', { description: 'Prices of images: per image, by their tokens, or both.' })
export class ImagePriceView {
  @AtMost(CATALOGUE_LIMITS.tiers)
  @Field(() => [ImageRateView], {
    description: 'Prices per image, by size. Empty if images are charged by tokens only.',
  })
  readonly each!: readonly ImageRate[];
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Price per million image tokens, in micros of the currency. Null: image tokens are billed as output tokens.',
  })
  readonly tokenMicros!: number | null;
  @AtMost(CATALOGUE_LIMITS.tiers)
  @Field(() => [ImageTokensView], {
    description: 'Maximum tokens per image, by size, for reserving the cost. Empty if unknown.',
  })
  readonly most!: readonly ImageTokens[];
  @Field(() => Confidence, { description: 'Reliability of these prices.' }) readonly confidence!: Confidence;
}
