import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Confidence, type ImageDeployment, type ImageRate, type ImageTokens } from './catalogue.ts';
import { CATALOGUE_LIMITS } from './check/catalogue-shape.ts';

@ObjectType('ImageSide', { description: 'Two sides of a picture.' })
class ListedSizeView {
  @Field(() => Int, { description: 'In pixels.' }) readonly widthPx!: number;
  @Field(() => Int, { description: 'In pixels.' }) readonly heightPx!: number;
}

@ObjectType('ImageResolution', { description: 'How large pictures are whose sides the provider chooses.' })
class ImageResolutionView {
  @Field(() => String, { description: 'As the provider calls it.' }) readonly name!: string;
  @Field(() => Int, { description: 'About so many pixels.' }) readonly pixels!: number;
}

@ObjectType('ImageBounds', { description: 'Any size that lies within.' })
class ImageBoundsView {
  @Field(() => Int, { description: 'Both sides are a multiple of it.' }) readonly stepPx!: number;
  @Field(() => Int, { description: 'Of each side, in pixels.' }) readonly minSidePx!: number;
  @Field(() => Int, { description: 'Of each side, in pixels.' }) readonly maxSidePx!: number;
  @Field(() => Int, { description: 'Of the whole picture.' }) readonly minPixels!: number;
  @Field(() => Int, { description: 'Of the whole picture.' }) readonly maxPixels!: number;
  @Field(() => Float, { description: 'The longer side by the shorter one.' }) readonly maxRatio!: number;
}

@ObjectType('DeploymentImages', {
  description: 'Which pictures a deployment can be asked for: by bounds, by a list, or by shape and resolution.',
})
export class DeploymentImagesView {
  @Field(() => ImageBoundsView, { nullable: true, description: 'Null where sizes are not said by bounds.' })
  readonly bounds: ImageBoundsView | null;
  @AtMost(CATALOGUE_LIMITS.sizes)
  @Field(() => [ListedSizeView], { description: 'These and no others. Empty where sizes are not listed.' })
  readonly sizes: readonly ListedSizeView[];
  @AtMost(CATALOGUE_LIMITS.sizes)
  @Field(() => [String], { description: 'E.g. `16:9`. Empty where a size is asked for by its sides.' })
  readonly shapes: readonly string[];
  @AtMost(10)
  @Field(() => [ImageResolutionView], {
    description: 'The smallest first. Empty where a size is asked for by its sides.',
  })
  readonly resolutions: readonly ImageResolutionView[];
  @Field(() => Boolean, { description: 'Whether a seed is taken.' }) readonly takesSeed: boolean;
  @Field(() => Int, { description: 'Pictures of one call.' }) readonly maxPerCall: number;
  @Field(() => String, { nullable: true, description: 'Asked of the provider. Null: left to it.' })
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

@ObjectType('ImageRate', { description: 'What a picture costs, by its size.' })
class ImageRateView {
  @Field(() => Int, { nullable: true, description: 'Of at most so many pixels. Null: of any larger size.' })
  readonly maxPixels!: number | null;
  @Field(() => GraphQLSafeInt, { description: 'In micros.' }) readonly micros!: number;
}

@ObjectType('ImageTokens', { description: 'How many tokens a picture has at the most, by its size.' })
class ImageTokensView {
  @Field(() => Int, { nullable: true, description: 'Of at most so many pixels. Null: of any larger size.' })
  readonly maxPixels!: number | null;
  @Field(() => Int, { description: 'At the most.' }) readonly tokens!: number;
}

@ObjectType('ImagePrice', { description: 'What pictures cost: each of them, by their tokens, or both.' })
export class ImagePriceView {
  @AtMost(CATALOGUE_LIMITS.tiers)
  @Field(() => [ImageRateView], { description: 'Empty where pictures are charged by their tokens alone.' })
  readonly each!: readonly ImageRate[];
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Of a million of their tokens. Null: as any output.' })
  readonly tokenMicros!: number | null;
  @AtMost(CATALOGUE_LIMITS.tiers)
  @Field(() => [ImageTokensView], { description: 'What money is set aside by. Empty: nobody knows.' })
  readonly most!: readonly ImageTokens[];
  @Field(() => Confidence, { description: 'Of these figures.' }) readonly confidence!: Confidence;
}
