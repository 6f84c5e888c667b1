import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  createUnionType,
  Field,
  FieldResolver,
  ID,
  Info,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { connectionOf } from '../platform/graphql/connection.ts';
import type { Page } from '../platform/graphql/page-projection.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import type { RequestContext } from '../platform/graphql/request-context.ts';
import { Asset } from './asset.entity.ts';
import { AssetsArgs, CreateAssetInput, PickAssetInput, PickMatch, PickMode } from './asset.inputs.ts';
import { DownloadRefused, NoMatch, PictureRefused } from './asset.problems.ts';
import type { AssetReads, AssetView } from './asset.reads.ts';
import type { AssetService } from './asset.service.ts';
import { MediaFile } from './media-file.type.ts';
import { pickAsset } from './picker.ts';
import { Tag } from './tag.entity.ts';

export const AssetConnection = connectionOf(Asset, 'Asset');

@ObjectType({ description: 'The picture is in the bank.' })
class CreatedAsset {
  @Field(() => Asset)
  readonly asset!: AssetView;

  @Field(() => ID, { nullable: true, description: 'The asset that had these bytes before; then nothing was added.' })
  readonly duplicateOf!: string | null;

  constructor(asset: AssetView, duplicateOf: string | null) {
    this.asset = asset;
    this.duplicateOf = duplicateOf;
  }
}

@ObjectType({ description: 'The picture whose turn it is.' })
class PickedAsset {
  @Field(() => Asset)
  readonly asset: AssetView;

  @Field(() => [String], { description: 'Those of the tags asked for that it has.' })
  readonly matchedTags: string[];

  @Field(() => PickMatch)
  readonly match: PickMatch;

  @Field(() => PickMode)
  readonly mode: PickMode;

  constructor(asset: AssetView, matchedTags: string[], { match, mode }: PickAssetInput) {
    this.asset = asset;
    this.matchedTags = matchedTags;
    this.match = match;
    this.mode = mode;
  }
}

const CreateAssetResult = createUnionType({
  name: 'CreateAssetResult',
  types: () => [CreatedAsset, InputInvalid, PictureRefused, DownloadRefused] as const,
});

const PickAssetResult = createUnionType({
  name: 'PickAssetResult',
  types: () => [PickedAsset, NoMatch, InputInvalid] as const,
});

@Resolver(() => Asset)
export class AssetResolver {
  readonly #assets: AssetService;
  readonly #reads: AssetReads;

  constructor(assets: AssetService, reads: AssetReads) {
    this.#assets = assets;
    this.#reads = reads;
  }

  @AccessFor('OPERATOR')
  @Query(() => AssetConnection, { description: 'The bank, newest first.' })
  assets(
    @Args(() => AssetsArgs) args: AssetsArgs,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<AssetView>> {
    return this.#reads.everything.read(ctx, args, info);
  }

  @AccessFor('OPERATOR', 'INTEGRATION')
  @Query(() => Asset, { nullable: true, description: 'Null when there is none.' })
  asset(@Arg('id', () => ID) id: string, @Ctx() ctx: RequestContext): Promise<AssetView | null> {
    return this.view(ctx, id);
  }

  @AccessFor('OPERATOR:EDITOR')
  @Mutation(() => CreateAssetResult, {
    description: 'Puts a picture into the bank. The same bytes are never stored twice.',
  })
  async createAsset(
    @Arg('input', () => CreateAssetInput) input: CreateAssetInput,
    @Ctx() ctx: RequestContext,
  ): Promise<typeof CreateAssetResult> {
    const result = await this.#assets.createAsset(ctx, input);
    if (!('assetId' in result)) return result;
    const asset = (await this.view(ctx, result.assetId))!;
    return new CreatedAsset(asset, result.isNew ? null : result.assetId) as never;
  }

  @Mutation(() => PickAssetResult, {
    description: 'One fitting picture, in fair rotation. A mutation, since it takes a turn.',
  })
  async pickAsset(
    @Arg('input', () => PickAssetInput) input: PickAssetInput,
    @Ctx() ctx: RequestContext,
  ): Promise<typeof PickAssetResult> {
    const result = await pickAsset(ctx, input);
    if (!('assetId' in result)) return result;
    return new PickedAsset((await this.view(ctx, result.assetId))!, result.matchedTags, input) as never;
  }

  @FieldResolver(() => [String], { description: 'In the spelling they were given first, in alphabetical order.' })
  tags(@Root() asset: AssetView): string[] {
    return asset.tags;
  }

  @FieldResolver(() => MediaFile)
  file(@Root() asset: AssetView): MediaFile {
    return asset.file;
  }

  @FieldResolver(() => String, { description: 'A WebP at most 320 pixels wide. 640 and 1280 stand beside it.' })
  thumbnailUrl(@Root() asset: AssetView): string {
    return asset.thumbnailUrl;
  }

  /** For `node`: an asset for those who may ask for one by its id. */
  async find(ctx: RequestContext, id: string): Promise<AssetView | null> {
    const { kind } = ctx.viewer;
    return kind === 'OPERATOR' || kind === 'INTEGRATION' ? this.view(ctx, id) : null;
  }

  /** For `node`: what a tag is, for those who may see every picture. */
  async findTag({ em, viewer }: RequestContext, id: string): Promise<Tag | null> {
    return viewer.kind === 'OPERATOR' || viewer.kind === 'INTEGRATION' ? em.findOne(Tag, id) : null;
  }

  /** For other features: the asset behind an id, one statement for all that are asked in one tick. */
  view(ctx: RequestContext, id: string): Promise<AssetView | null> {
    return ctx.loader(this.#loader).load(id);
  }

  readonly #loader = (ctx: RequestContext) =>
    new DataLoader<string, AssetView | null>((ids) => this.#reads.byIds(ctx.database, ids));
}
