import { GraphQLDateTime } from 'graphql-scalars';
import { type ClassType, Field, ID, InputType, Int } from 'type-graphql';

/** Maximum number of pictures per bulk change. */
export const MAX_BULK = 100;
export const MAX_RIGHTS_LENGTH = 200;

@InputType({ description: 'Tags of a picture: either `set`, or `add` and `remove`. All spellings of a tag are equal.' })
export class AssetTagsInput {
  @Field(() => [String], { nullable: true, description: 'Replaces all tags, at most 32.' })
  set?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Tags to add. Tags that the picture already has are ignored.' })
  add?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Tags to remove. Tags that the picture doesn’t have are ignored.',
  })
  remove?: string[] | null;
}

@InputType({ description: 'Changes to a picture. Fields left out keep their value.' })
export class UpdateAssetInput {
  @Field(() => ID, { description: 'Id of the picture.' })
  assetId!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Version that the caller last read. If the picture has changed since and doesn’t have the requested values, nothing is saved and the result is `AssetConflict`. Omit to overwrite.',
  })
  ifVersion?: number | null;

  @Field(() => String, { nullable: true, description: 'New title, 1 to 200 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'Description of what the picture shows, 1 to 1,000 characters.' })
  alt?: string | null;

  @Field(() => AssetTagsInput, { nullable: true, description: 'Changes of the tags.' })
  tags?: AssetTagsInput | null;

  @Field(() => String, { nullable: true, description: 'Licence terms, at most 200 characters. Null removes them.' })
  licence?: string | null;

  @Field(() => String, { nullable: true, description: 'Name to credit, at most 200 characters. Null removes it.' })
  credit?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Start of the period of use. Null: no start date.' })
  validFrom?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'End of the period of use, exclusive, and after `validFrom`. Null: no end date.',
  })
  validUntil?: Date | null;
}

/** Input of a bulk change: the ids of pictures. */
export interface AssetIds {
  ids: string[];
}

export const ArchiveAssetsInput = idsInput('ArchiveAssets');
export const RestoreAssetsInput = idsInput('RestoreAssets');
export const TrashAssetsInput = idsInput('TrashAssets');
export const PurgeAssetsInput = idsInput('PurgeAssets');
export const QuarantineAssetsInput = idsInput('QuarantineAssets');
export const ReleaseAssetsInput = idsInput('ReleaseAssets');

@InputType({
  description: 'Pictures and tags. Each picture is changed independently. All spellings of a tag are equal.',
})
export class TagAssetsInput implements AssetIds {
  @Field(() => [ID], { description: `Ids of 1 to ${MAX_BULK} pictures, without duplicates.` })
  ids!: string[];

  @Field(() => [String], {
    nullable: true,
    description: 'Tags to add, at most 32. Ignored for pictures that have them.',
  })
  add?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Tags to remove, at most 32. Ignored for pictures that don’t have them, and for tags that are also in `add`.',
  })
  remove?: string[] | null;
}

function idsInput(mutation: string): ClassType<AssetIds> {
  @InputType(`${mutation}Input`, {
    description: 'Pictures that the mutation changes. Each one is changed independently of the others.',
  })
  class Ids implements AssetIds {
    @Field(() => [ID], { description: `Ids of 1 to ${MAX_BULK} pictures, without duplicates.` })
    ids!: string[];
  }
  return Ids;
}
