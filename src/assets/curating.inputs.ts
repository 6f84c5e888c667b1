import { GraphQLDateTime } from 'graphql-scalars';
import { type ClassType, Field, ID, InputType, Int } from 'type-graphql';

/** Changed at once, at the most. */
export const MAX_BULK = 100;
export const MAX_RIGHTS_LENGTH = 200;

@InputType({ description: 'Either `set`, or `add` and `remove`. A tag is the same in any spelling.' })
export class AssetTagsInput {
  @Field(() => [String], { nullable: true, description: 'These and no others, at most 32.' })
  set?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'What it has already stays as it is.' })
  add?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'What it does not have is passed over.' })
  remove?: string[] | null;
}

@InputType({ description: 'What is left out stays as it is.' })
export class UpdateAssetInput {
  @Field(() => ID)
  id!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that you have seen. When somebody has changed the picture since, nothing is done and both are shown. Left out: the last one to write wins.',
  })
  ifVersion?: number | null;

  @Field(() => String, { nullable: true, description: '1 to 200 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'What the picture shows. 1 to 1,000 characters.' })
  alt?: string | null;

  @Field(() => AssetTagsInput, { nullable: true })
  tags?: AssetTagsInput | null;

  @Field(() => String, { nullable: true, description: 'At most 200 characters. Null: none.' })
  licence?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 200 characters. Null: none.' })
  credit?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null: from the beginning.' })
  validFrom?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null: without an end. After `validFrom`.' })
  validUntil?: Date | null;
}

/** What a mutation of many pictures takes. */
export interface AssetIds {
  ids: string[];
}

export const ArchiveAssetsInput = idsInput('ArchiveAssets');
export const RestoreAssetsInput = idsInput('RestoreAssets');
export const TrashAssetsInput = idsInput('TrashAssets');
export const PurgeAssetsInput = idsInput('PurgeAssets');
export const QuarantineAssetsInput = idsInput('QuarantineAssets');
export const ReleaseAssetsInput = idsInput('ReleaseAssets');

@InputType({ description: 'Pictures of the bank, each judged by itself, and tags: any spelling is the same tag.' })
export class TagAssetsInput implements AssetIds {
  @Field(() => [ID], { description: `1 to ${MAX_BULK}, none of them twice.` })
  ids!: string[];

  @Field(() => [String], { nullable: true, description: 'At most 32. Who has one already keeps it.' })
  add?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'At most 32. Who does not have one is passed over.' })
  remove?: string[] | null;
}

function idsInput(mutation: string): ClassType<AssetIds> {
  @InputType(`${mutation}Input`, { description: 'Pictures of the bank, each judged by itself.' })
  class Ids implements AssetIds {
    @Field(() => [ID], { description: `1 to ${MAX_BULK}, none of them twice.` })
    ids!: string[];
  }
  return Ids;
}
