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
import { Asset, type AssetReads, type AssetView } from '../assets/index.ts';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessFor, AccessForEveryone } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { Base64Bytes, Sha256 } from '../platform/graphql/schema/scalars.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { FILE_NAMES } from '../proof/file-names.ts';
import { Disclaimer } from './disclaimer.entity.ts';
import { Seal } from './seal.entity.ts';
import { SealAssetInput, SealsArgs, SealTextInput } from './seal.inputs.ts';
import type { SealLimits } from './seal.limits.ts';
import { sealFileUrl, sealUrl } from './seal.links.ts';
import { MAX_SEALS_BY_DIGEST, sealsByDigest, sealsById } from './seal.loaders.ts';
import { DisclaimerOutdated, SealConflict } from './seal.problems.ts';
import type { SealReads } from './seal.reads.ts';
import type { NewSeal, SealService, SealTextOutcome } from './seal.service.ts';

@ObjectType({
  description:
    'A new seal, with the secrets of its owner. Only the same request with the same idempotency key returns them again.',
})
class SealedText {
  @Field(() => Seal, {
    nullable: true,
    description: 'The seal, which is public. Null if part of it couldn’t be read: see `errors`.',
  })
  readonly seal: Seal;

  @Field(() => Base64Bytes, {
    nullable: true,
    description:
      'Salt in front of the text of a private seal, base64. The text can’t be verified without it. Null for other seals.',
  })
  readonly salt: Buffer | null;

  @Field(() => String, {
    description: 'Secret that allows its holder to revoke, supersede or erase the seal, and to read a stored text.',
  })
  readonly ownerToken: string;

  @Field(() => Boolean, { description: 'True if an earlier request with the same idempotency key created the seal.' })
  readonly isReplay: boolean;

  constructor({ seal, salt, ownerToken, isReplay }: NewSeal) {
    this.seal = seal;
    this.salt = salt && Buffer.from(salt);
    this.ownerToken = ownerToken;
    this.isReplay = isReplay;
  }
}

const SealedAsset = payloadOf('SealedAsset', 'The bytes of the picture were sealed.', {
  seal: changed(() => Seal, 'The new seal, or the existing seal of these bytes.'),
});

const SealConnection = connectionOf(Seal, 'Seal');
const SealTextResult = resultOf('SealText', SealedText, [
  DisclaimerOutdated,
  NotFound,
  SealConflict,
  IdempotencyKeyReused,
]);
const SealAssetResult = resultOf('SealAsset', SealedAsset, [NotFound]);

const answered = (outcome: SealTextOutcome) => (outcome instanceof Problem ? outcome : new SealedText(outcome));

export interface SealResolverOptions {
  pages: SealReads['pages'];
  limits: SealLimits;
  publicUrl: string;
}

@Resolver(() => Seal)
export class SealResolver {
  readonly #seals: SealService;
  readonly #assets: AssetReads;
  readonly #pages: SealReads['pages'];
  readonly #limits: SealLimits;
  readonly #publicUrl: string;

  constructor(seals: SealService, assets: AssetReads, { pages, limits, publicUrl }: SealResolverOptions) {
    this.#seals = seals;
    this.#assets = assets;
    this.#pages = pages;
    this.#limits = limits;
    this.#publicUrl = publicUrl;
  }

  @AccessForEveryone()
  @RecordedElsewhere('the transparency log')
  @Mutation(() => SealTextResult, {
    nullable: true,
    description: 'Seals a text. The text isn’t stored unless `retain` is set.',
  })
  async sealText(
    @Arg('input', () => SealTextInput) input: SealTextInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SealTextResult> {
    const earlier = await this.#seals.earlierAnswer(ctx, input);
    if (earlier) return answered(earlier);
    const keptBytes = input.retain ? Buffer.byteLength(input.text, 'utf8') : 0;
    await this.#limits.takeSeal(ctx, keptBytes);
    let result: SealTextOutcome | undefined;
    try {
      result = await this.#seals.sealText(ctx, input);
    } finally {
      if (!result || result instanceof Problem || result.isReplay) await this.#limits.giveBackKept(ctx, keptBytes);
    }
    return answered(result);
  }

  @AccessFor('seals:seal-assets')
  @RecordedElsewhere('the transparency log')
  @Mutation(() => SealAssetResult, {
    nullable: true,
    description:
      'Seals the bytes of a picture. Sealing again returns the existing seal, unless that was revoked, superseded or erased.',
  })
  async sealAsset(
    @Arg('input', () => SealAssetInput) { assetId }: SealAssetInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SealAssetResult> {
    const result = await this.#seals.sealAsset(ctx, assetId);
    return result instanceof Problem ? result : new SealedAsset({ seal: result });
  }

  @AccessForEveryone()
  @Query(() => String, {
    nullable: true,
    description:
      'Text that was stored with a seal, for callers with its owner token. Null if none was stored, or if no seal has this id.',
  })
  retainedText(
    @Arg('sealId', () => ID, { description: 'Id of the seal.' }) sealId: string,
    @Arg('ownerToken', () => String, {
      nullable: true,
      description: 'Owner token that was returned with the seal.',
    })
    ownerToken: string | null,
    @Ctx() ctx: Context,
  ): Promise<string | null> {
    return this.#seals.retainedText(ctx, sealId, ownerToken);
  }

  @AccessForEveryone()
  @Query(() => Seal, {
    nullable: true,
    description: 'Seal with this id, also for anonymous callers. Null if it doesn’t exist or was erased.',
  })
  seal(@Arg('id', () => ID, { description: 'Id of the seal.' }) id: string, @Ctx() ctx: Context): Promise<Seal | null> {
    return ctx.loader(sealsById).load(id);
  }

  @AccessFor('seals:list')
  @Query(() => SealConnection, {
    description: 'All seals, newest first. Shows no more of a seal than `seal` does.',
  })
  async seals(
    @Args(() => SealsArgs) args: SealsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Seal>> {
    return loadedPage(await this.#pages.read(ctx, args, info), (id) => ctx.loader(sealsById).load(id));
  }

  @AccessForEveryone()
  @AtMost(MAX_SEALS_BY_DIGEST)
  @Query(() => [Seal], { description: 'Seals of the bytes with this SHA-256, oldest first, at most 20.' })
  sealsByDigest(
    @Arg('sha256', () => Sha256, { description: 'SHA-256 of the sealed bytes.' }) sha256: string,
    @Ctx() ctx: Context,
  ): Promise<Seal[]> {
    return ctx.loader(sealsByDigest).load(sha256);
  }

  @FieldResolver(() => String, { description: 'Public page of the seal.' })
  verificationUrl(@Root() seal: Seal): string {
    return sealUrl(this.#publicUrl, seal.id);
  }

  @FieldResolver(() => String, {
    description: 'URL of the Sigstore bundle: the signed statement and the proof of its position in the log.',
  })
  bundleUrl(@Root() seal: Seal): string {
    return sealFileUrl(this.#publicUrl, seal.id, FILE_NAMES.bundle);
  }

  @FieldResolver(() => Disclaimer, {
    nullable: true,
    description: 'Accepted disclaimer, whose hash is in the statement. Null if none was accepted.',
  })
  disclaimer(@Root() seal: Seal): Promise<Disclaimer> | null {
    return seal.disclaimer?.loadOrFail({ dataloader: true }) ?? null;
  }

  @AccessFor('assets:read')
  @FieldResolver(() => Asset, {
    nullable: true,
    description: 'Sealed picture. Null for other seals, and if the picture was erased.',
  })
  async asset(@Root() seal: Seal, @Ctx() ctx: Context): Promise<AssetView | null> {
    return seal.asset ? this.#assets.view(ctx, seal.asset.id) : null;
  }
}
