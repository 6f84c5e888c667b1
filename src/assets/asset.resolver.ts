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
import { AccessFor, AccessForEveryone } from '../platform/auth/access.ts';
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

@ObjectType({ description: 'The picture was added to the image bank, or was there already.' })
class CreatedAsset {
  readonly #read: () => Promise<AssetView | null>;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the asset that already had these bytes. It got the tags of the request that aren’t in `notApplied`. Null for a new asset, and when `alreadyIssued` is true.',
  })
  readonly duplicateOf: string | null;

  @AtMost(MAX_NOT_APPLIED)
  @Field(() => [NotApplied], {
    nullable: true,
    description:
      'Details of the request that were not applied to the asset in `duplicateOf`. Empty for a new asset. Null when `alreadyIssued` is true.',
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

  @Field(() => Asset, { nullable: true, description: 'The asset. Null if part of it couldn’t be read: see `errors`.' })
  asset(): Promise<AssetView | null> {
    return this.#read();
  }
}

@ObjectType({ description: 'The picked picture.' })
class PickedAsset {
  @Field(() => Asset, {
    nullable: true,
    description: 'The picture. Null if part of it couldn’t be read: see `errors`.',
  })
  readonly asset: AssetView;

  @Field(() => [String], {
    description:
      'Requested tags that the picture has, sorted by their spelling in the image bank. For an alias, its tag.',
  })
  readonly matchedTags: string[];

  @Field(() => PickMatch, { description: '`match` of the request.' })
  readonly match: PickMatch;

  @Field(() => PickMode, { description: '`mode` of the request.' })
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
  @Query(() => AssetConnection, { description: 'Pictures in the image bank, newest first.' })
  assets(
    @Args(() => AssetsArgs) args: AssetsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<AssetView>> {
    return this.#reads.everything.read(ctx, args, info);
  }

  @AccessFor('assets:read')
  @Query(() => Asset, { nullable: true, description: 'Picture with this id. Null if it doesn’t exist.' })
  asset(
    @Arg('id', () => ID, { description: 'Id of the picture.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<AssetView | null> {
    return this.#reads.view(ctx, id);
  }

  @AccessFor('assets:write')
  @Mutation(() => CreateAssetResult, {
    nullable: true,
    description:
      'Adds a picture to the image bank. If an asset has the same bytes already, no new one is created: that asset gets the tags of the request, and `notApplied` lists what it doesn’t get.',
  })
  async createAsset(
    @Arg('input', () => CreateAssetInput) input: CreateAssetInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CreateAssetResult> {
    const result = await this.#assets.createAsset(ctx, input);
    if (result instanceof Problem) return result;
    return new CreatedAsset(() => this.#reads.view(ctx, result.assetId), result);
  }

  @AccessForEveryone()
  @RecordedElsewhere('nowhere: it only advances a rotation')
  @Mutation(() => PickAssetResult, {
    nullable: true,
    description:
      'Picks one matching picture, in rotation so that each gets its turn. A mutation, because it advances the rotation.',
  })
  async pickAsset(
    @Arg('input', () => PickAssetInput) input: PickAssetInput,
    @Ctx() ctx: Context,
  ): Promise<typeof PickAssetResult> {
    // If the compiled pick already failed for this request, its problem is returned, so that no second pick is made.
    const result = ctx.loader(unmatchedPick).problem ?? (await this.#picker.pick(ctx, input));
    if (result instanceof Problem) return result;
    return new PickedAsset((await this.#reads.viewForMany(ctx, result.assetId))!, result.matchedTags, input);
  }

  @FieldResolver(() => [String], {
    description: 'Tags of the picture in alphabetical order, each in the spelling in which it was first used.',
  })
  tags(@Root() asset: AssetView): string[] {
    return asset.tags;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Origin of the picture in the words of its uploader or requester, else the URL of an import, without its query. Null if unknown, and for callers without the permission `assets:read`.',
  })
  source(@Root() asset: AssetView, @Ctx() { principal }: Context): string | null {
    return can(principal, SOURCE_SHOWN_FOR) ? asset.source : null;
  }

  @FieldResolver(() => MediaFile, { description: 'Stored file of the picture.' })
  file(@Root() asset: AssetView): MediaFile {
    return asset.file;
  }

  @FieldResolver(() => String, {
    description: 'URL of a WebP rendition at most 320 pixels wide. `file.url` returns larger ones.',
  })
  thumbnailUrl(@Root() asset: AssetView): string {
    return asset.thumbnailUrl;
  }

  /** Finds an asset by its id, for the query `node`. Null if the caller can't read assets. */
  async find(ctx: Context, id: string): Promise<AssetView | null> {
    return can(ctx.principal, 'assets:read') ? this.#reads.view(ctx, id) : null;
  }
}
