import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Base64Bytes, Upload } from '../platform/graphql/schema/scalars.ts';
import { IdempotencyKeyField } from '../platform/idempotency/key-fields.ts';
import { AssetOrigin, AssetStatus } from './asset.entity.ts';

export const AssetOrientation = graphEnum('AssetOrientation', 'Orientation of a picture.', {
  LANDSCAPE: 'Wider than high.',
  PORTRAIT: 'Higher than wide.',
  SQUARE: 'As wide as high.',
});
export type AssetOrientation = keyof typeof AssetOrientation;

@InputType({ description: 'All that is given has to be met.' })
export class AssetFilter extends CreatedFilter {
  @Field(() => [AssetStatus], {
    nullable: true,
    description: 'Pictures in one of these states. Default: all but those in the trash.',
  })
  status?: AssetStatus[] | null;

  @Field(() => [AssetOrigin], { nullable: true, description: 'Pictures that came in one of these ways.' })
  origin?: AssetOrigin[] | null;

  @Field(() => [String], { nullable: true, description: 'Pictures that have all of these tags.' })
  tags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Pictures that have one of these tags or more.' })
  anyOfTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Pictures that have none of these tags.' })
  noneOfTags?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Changed last then or later.' })
  updatedAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Changed last before then.' })
  updatedBefore?: Date | null;

  @Field(() => Int, { nullable: true, description: 'At least so many pixels wide.' })
  minWidth?: number | null;

  @Field(() => Int, { nullable: true, description: 'At least so many pixels high.' })
  minHeight?: number | null;

  @Field(() => [AssetOrientation], { nullable: true, description: 'Pictures of one of these shapes.' })
  orientation?: AssetOrientation[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Pictures whose dominant colour looks much like this one, as `#rrggbb`.',
  })
  color?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is known what their use is bound to.' })
  hasLicence?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Part of the title or the description. Case and accents don't matter.",
  })
  search?: string | null;
}

/** What the list can be ordered by. */
export const AssetOrder = orderInput('Asset', {
  CREATED_AT: 'When it was made.',
  UPDATED_AT: 'When it was last changed.',
  TITLE: 'The title, whatever its case and accents.',
  SIZE: 'Width times height, in pixels.',
  RELEVANCE:
    'How well the words fit `filter.search`, which has to be given: whole words before parts, the title before the description, then how much alike the title is. The newest 500 that fit are ranked.',
});
export type AssetOrder = InstanceType<typeof AssetOrder>;

@ArgsType()
export class AssetsArgs extends PageArgs {
  @Field(() => AssetFilter, { nullable: true })
  filter?: AssetFilter | null;

  @Field(() => AssetOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: AssetOrder | null;
}

@InputType({ description: 'Exactly one of `imageUrl`, `imageBase64` and `file`.' })
export class CreateAssetInput {
  @Field(() => String, { nullable: true, description: 'Default: the file name in `imageUrl`, else `Untitled`.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'What the picture shows. Default: the title.' })
  alt?: string | null;

  @Field(() => [String], { nullable: true })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Where the picture comes from, for the record.' })
  source?: string | null;

  @Field(() => String, { nullable: true, description: 'A public http or https address to fetch the picture from.' })
  imageUrl?: string | null;

  @Field(() => Base64Bytes, { nullable: true, description: 'Up to 20 MB. A third longer than the same as `file`.' })
  imageBase64?: Buffer | null;

  @Field(() => Upload, {
    nullable: true,
    description: 'PNG, JPEG, WebP, AVIF or GIF, up to 20 MB. Its own name and type are not looked at.',
  })
  file?: Buffer | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const PickMatch = graphEnum('PickMatch', 'How tags select pictures.', {
  ALL: 'Has every tag.',
  ANY: 'Has at least one of the tags.',
  BEST: 'Has every tag. If no picture has, the rarest tags are dropped one by one.',
});
export type PickMatch = keyof typeof PickMatch;

export const PickMode = graphEnum('PickMode', 'How one of the matching pictures is picked.', {
  ROTATE: 'Each matching picture once before any is repeated, also with concurrent callers.',
  RANDOM: 'Any matching picture.',
  NEWEST: 'The newest picture.',
});
export type PickMode = keyof typeof PickMode;

/** As many tags as a picture is picked by, and as many as it must not have. */
export const MAX_PICK_TAGS = 16;

@InputType({ description: 'What the picture is for, in tags.' })
export class PickAssetInput {
  @Field(() => [String], { description: '1 to 16 tags.' })
  tags!: string[];

  @Field(() => PickMatch, { defaultValue: PickMatch.ALL })
  match!: PickMatch;

  @Field(() => [String], { nullable: true, description: 'Tags the picture must not have.' })
  not?: string[] | null;

  @Field(() => PickMode, { defaultValue: PickMode.ROTATE })
  mode!: PickMode;

  @Field(() => String, { nullable: true, description: 'Each campaign has a rotation of its own.' })
  campaign?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The same word, for example a recipient, gets the same picture.',
  })
  sticky?: string | null;

  @Field(() => Boolean, { defaultValue: false, description: 'Show whose turn it is without taking the turn.' })
  peek!: boolean;
}
