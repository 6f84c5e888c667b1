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
  SQUARE: 'As high as wide.',
});
export type AssetOrientation = keyof typeof AssetOrientation;

@InputType({ description: 'Conditions for pictures. All conditions must match.' })
export class AssetFilter extends CreatedFilter {
  @Field(() => [AssetStatus], {
    nullable: true,
    description: 'Only pictures with one of these statuses. Default: all except TRASHED.',
  })
  status?: AssetStatus[] | null;

  @Field(() => [AssetOrigin], { nullable: true, description: 'Only pictures with one of these origins.' })
  origin?: AssetOrigin[] | null;

  @Field(() => [String], { nullable: true, description: 'Only pictures that have all of these tags.' })
  tags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only pictures that have at least one of these tags.' })
  anyOfTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only pictures that have none of these tags.' })
  noneOfTags?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only pictures last changed at this time or later.' })
  updatedAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only pictures last changed before this time.' })
  updatedBefore?: Date | null;

  @Field(() => Int, { nullable: true, description: 'Minimum width in pixels.' })
  minWidth?: number | null;

  @Field(() => Int, { nullable: true, description: 'Minimum height in pixels.' })
  minHeight?: number | null;

  @Field(() => [AssetOrientation], { nullable: true, description: 'Only pictures with one of these orientations.' })
  orientation?: AssetOrientation[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only pictures whose dominant colour is similar to this one, as `#rrggbb`.',
  })
  color?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only pictures with a licence. False: only pictures without one.',
  })
  hasLicence?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Part of the title or the description. Case and accents don't matter.",
  })
  search?: string | null;
}

/** Sort fields of the list of pictures. */
export const AssetOrder = orderInput('Asset', {
  CREATED_AT: 'Time when the picture was added.',
  UPDATED_AT: 'Time of the last change.',
  TITLE: 'Title, ignoring case and accents.',
  SIZE: 'Width times height, in pixels.',
  RELEVANCE:
    'Match with `filter.search`, which is then required: whole words rank before parts, the title before the description, then similar titles. If more than 500 pictures match, only the newest 500 can be listed.',
});
export type AssetOrder = InstanceType<typeof AssetOrder>;

@ArgsType()
export class AssetsArgs extends PageArgs {
  @Field(() => AssetFilter, { nullable: true })
  filter?: AssetFilter | null;

  @Field(() => AssetOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: AssetOrder | null;
}

@InputType({ description: 'A picture to add, as exactly one of `imageUrl`, `imageBase64` and `file`.' })
export class CreateAssetInput {
  @Field(() => String, {
    nullable: true,
    description: 'Title, at most 200 characters. Default: the file name in `imageUrl`, else `Untitled`.',
  })
  title?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Description of what the picture shows, at most 1,000 characters. Default: the title.',
  })
  alt?: string | null;

  @Field(() => [String], { nullable: true, description: 'Tags, at most 32.' })
  tags?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Origin of the picture, for the record. At most 1,000 characters.',
  })
  source?: string | null;

  @Field(() => String, { nullable: true, description: 'Public http or https URL of the picture.' })
  imageUrl?: string | null;

  @Field(() => Base64Bytes, {
    nullable: true,
    description: 'The file in base64, at most 20 MB. A third larger to transfer than `file`.',
  })
  imageBase64?: Buffer | null;

  @Field(() => Upload, {
    nullable: true,
    description: 'PNG, JPEG, WebP, AVIF or GIF, at most 20 MB. The upload’s name and media type are ignored.',
  })
  file?: Buffer | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

export const PickMatch = graphEnum('PickMatch', 'Number of wanted tags that a picture must have to match.', {
  ALL: 'The picture has every wanted tag.',
  ANY: 'The picture has at least one of the wanted tags.',
  BEST: 'The picture has every wanted tag. If no picture has, unknown tags are dropped, then the rarest tags, one by one.',
});
export type PickMatch = keyof typeof PickMatch;

export const PickMode = graphEnum('PickMode', 'Choice among the matching pictures.', {
  ROTATE: 'Each matching picture once before any is repeated, also with concurrent callers.',
  RANDOM: 'A random matching picture.',
  NEWEST: 'The newest matching picture.',
});
export type PickMode = keyof typeof PickMode;

/** Maximum number of tags that a pick can require, and also of tags that it can exclude. */
export const MAX_PICK_TAGS = 16;

@InputType({ description: 'Conditions for picking one picture.' })
export class PickAssetInput {
  @Field(() => [String], { description: 'Wanted tags, 1 to 16.' })
  tags!: string[];

  @Field(() => PickMatch, {
    defaultValue: PickMatch.ALL,
    description: 'Number of wanted tags that the picture must have. Default ALL.',
  })
  match!: PickMatch;

  @Field(() => [String], { nullable: true, description: 'Tags that the picture must not have, at most 16.' })
  not?: string[] | null;

  @Field(() => PickMode, {
    defaultValue: PickMode.ROTATE,
    description: 'Way to choose among the matching pictures. Default ROTATE.',
  })
  mode!: PickMode;

  @Field(() => String, {
    nullable: true,
    description: 'Name of a campaign, at most 200 characters. Each campaign has its own rotations.',
  })
  campaign?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Any identifier of the recipient, at most 200 characters. As long as the bank doesn’t change, picks with the same identifier, tags and campaign return the same picture. `mode` is then ignored.',
  })
  sticky?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'True to return the next picture without advancing the rotation. Default false.',
  })
  peek!: boolean;
}
