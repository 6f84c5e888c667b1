import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
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
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessFor, AccessForEverybody } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { ALREADY_ISSUED } from '../platform/idempotency/key-fields.ts';
import { Asset } from './asset.entity.ts';
import { AssetsArgs, CreateAssetInput, PickAssetInput, PickMatch, PickMode } from './asset.inputs.ts';
import { DownloadRefused, NoMatch, PictureRefused } from './asset.problems.ts';
import { type AssetReads, type AssetView, SOURCE_SHOWN_FOR } from './asset.reads.ts';
import type { AssetService, CreateAssetOutcome } from './asset.service.ts';
import { unmatchedPick } from './compiled-pick.ts';
import { MediaFile } from './media-file.type.ts';
import { MAX_NOT_APPLIED, NotApplied } from './not-applied.ts';
import type { Picker } from './picker.ts';

export const AssetConnection = connectionOf(Asset, 'Asset');

@ObjectType({ description: 'The picture is in the bank.' })
class CreatedAsset {
  readonly #read: () => Promise<AssetView | null>;

  @Field(() => ID, {
    nullable: true,
    description:
      'The asset that had these bytes before. It got the tags of the request. Null for a new asset, and when `alreadyIssued`.',
  })
  readonly duplicateOf: string | null;

  @AtMost(MAX_NOT_APPLIED)
  @Field(() => [NotApplied], {
    nullable: true,
    description:
      'Details of the request that were not applied to the asset in `duplicateOf`. Empty for a new asset. Null when `alreadyIssued`.',
  })
  readonly notApplied: NotApplied[] | null;

  @Field(() => Boolean, { description: ALREADY_ISSUED })
  readonly alreadyIssued: boolean;

  constructor(
    read: () => Promise<AssetView | null>,
    { assetId, isNew, notApplied, alreadyIssued }: CreateAssetOutcome,
  ) {
    this.#read = read;
    this.duplicateOf = isNew === false ? assetId : null;
    this.notApplied = notApplied;
    this.alreadyIssued = alreadyIssued;
  }

  @Field(() => Asset, { nullable: true, description: 'Null when part of it could not be read.' })
  asset(): Promise<AssetView | null> {
    return this.#read();
  }
}

@ObjectType({ description: 'The picture whose turn it is.' })
class PickedAsset {
  @Field(() => Asset, { nullable: true, description: 'Null when part of it could not be read.' })
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

const CreateAssetResult = resultOf('CreateAsset', CreatedAsset, [
  PictureRefused,
  DownloadRefused,
  IdempotencyKeyReused,
]);
const PickAssetResult = resultOf('PickAsset', PickedAsset, [NoMatch]);

@Resolver(() => Asset)
export class AssetResolver {
  readonly #assets: AssetService;
  readonly #reads: AssetReads;
  readonly #picker: Picker;

  constructor(assets: AssetService, reads: AssetReads, picker: Picker) {
    this.#assets = assets;
    this.#reads = reads;
    this.#picker = picker;
  }

  @AccessFor('assets:list')
  @Query(() => AssetConnection, { description: 'The bank, newest first.' })
  assets(
    @Args(() => AssetsArgs) args: AssetsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<AssetView>> {
    return this.#reads.everything.read(ctx, args, info);
  }

  @AccessFor('assets:read')
  @Query(() => Asset, { nullable: true, description: 'Null when there is none.' })
  asset(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<AssetView | null> {
    return this.#reads.view(ctx, id);
  }

  @AccessFor('assets:write')
  @Mutation(() => CreateAssetResult, {
    nullable: true,
    description:
      'Puts a picture into the bank. The same bytes are never stored twice: the asset that has them gets the tags, and `notApplied` lists the rest.',
  })
  async createAsset(
    @Arg('input', () => CreateAssetInput) input: CreateAssetInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreateAssetResult> {
    const result = await this.#assets.createAsset(ctx, input);
    if (result instanceof Problem) return result;
    return new CreatedAsset(() => this.#reads.view(ctx, result.assetId), result);
  }

  @AccessForEverybody()
  @RecordedElsewhere('nowhere: it takes a place in a rotation, and changes nothing else')
  @Mutation(() => PickAssetResult, {
    nullable: true,
    description: 'One fitting picture, in fair rotation. A mutation, since it takes a turn.',
  })
  async pickAsset(
    @Arg('input', () => PickAssetInput) input: PickAssetInput,
    @Ctx() ctx: Context,
  ): Promise<typeof PickAssetResult> {
    // What came to nothing on the compiled way is not looked for again.
    const result = ctx.loader(unmatchedPick).problem ?? (await this.#picker.pick(ctx, input));
    if (result instanceof Problem) return result;
    return new PickedAsset((await this.#reads.viewForMany(ctx, result.assetId))!, result.matchedTags, input);
  }

  @FieldResolver(() => [String], { description: 'In the spelling they were given first, in alphabetical order.' })
  tags(@Root() asset: AssetView): string[] {
    return asset.tags;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Origin of the picture, in the words of its uploader. Null for anonymous callers and partners.',
  })
  source(@Root() asset: AssetView, @Ctx() { principal }: Context): string | null {
    return can(principal, SOURCE_SHOWN_FOR) ? asset.source : null;
  }

  @FieldResolver(() => MediaFile)
  file(@Root() asset: AssetView): MediaFile {
    return asset.file;
  }

  @FieldResolver(() => String, {
    description: 'Address of a WebP rendition, at most 320 pixels wide. `file.url` returns larger ones.',
  })
  thumbnailUrl(@Root() asset: AssetView): string {
    return asset.thumbnailUrl;
  }

  /** For `node`. */
  async find(ctx: Context, id: string): Promise<AssetView | null> {
    return can(ctx.principal, 'assets:read') ? this.#reads.view(ctx, id) : null;
  }
}
