import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AssetConnection, AssetOrder, type AssetReads, type AssetView } from '../assets/index.ts';
import { AccessFor } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { entityFinder, loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf, PageArgs } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { mediaDeskUrl } from './media-desk-url.ts';
import { Partner, PartnerToken } from './partner.entity.ts';
import { PartnerLinksArgs, PartnersArgs } from './partner.inputs.ts';
import { deskPage, MAX_DESK_PAGE_SIZE, MAX_TOKENS_BESIDE, partnerPages, tokensOfPartners } from './partner.reads.ts';
import type { PartnerService } from './partner.service.ts';
import { partnerLinkPages } from './partner-token.reads.ts';

/** As many as are shown. */
const MAX_TOKENS = 500;

@InputType({ description: 'For whom, and for how long.' })
class IssuePartnerTokenInput {
  @Field(() => String, { description: 'A partner of this name is made when there is none.' })
  partnerName!: string;

  @Field(() => Int, { nullable: true, description: 'Default: 365.' })
  lifetimeDays?: number | null;
}

@ObjectType({ description: 'The token is shown here and never again.' })
class IssuedPartnerToken {
  @Field(() => PartnerToken, { nullable: true, description: 'Null when not all of it could be read.' })
  readonly partnerToken: PartnerToken;

  @Field(() => String, { description: 'The token itself. It is in the link, too.' })
  readonly secret: string;

  @Field(() => String, { description: 'The link to hand to the partner.' })
  readonly mediaDeskUrl: string;

  constructor(partnerToken: PartnerToken, secret: string, mediaDeskUrl: string) {
    this.partnerToken = partnerToken;
    this.secret = secret;
    this.mediaDeskUrl = mediaDeskUrl;
  }
}

@InputType({ description: 'A link that is to end.' })
class RevokePartnerTokenInput {
  @Field(() => ID, { description: 'The link, by its id. Nobody has to know the token.' })
  partnerTokenId!: string;
}

@ObjectType({ description: 'The link does not work any more.' })
class RevokedPartnerToken {
  @Field(() => PartnerToken, { nullable: true, description: 'Null when not all of it could be read.' })
  readonly partnerToken: PartnerToken;

  constructor(partnerToken: PartnerToken) {
    this.partnerToken = partnerToken;
  }
}

@ArgsType()
class MediaDeskAssetsArgs extends PageArgs {
  @Field(() => [String], { nullable: true, description: 'Pictures that have all of these tags.' })
  tags?: string[] | null;

  @Field(() => AssetOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: AssetOrder | null;
}

@ObjectType({ description: 'What a partner sees.' })
class MediaDesk {
  @Field(() => Partner)
  readonly partner!: Partner;
}

const PartnerTokenConnection = connectionOf(PartnerToken, 'PartnerToken');
const IssuePartnerTokenResult = resultOf('IssuePartnerToken', IssuedPartnerToken);
const RevokePartnerTokenResult = resultOf('RevokePartnerToken', RevokedPartnerToken, [NotFound]);

@Resolver(() => PartnerToken)
export class PartnerTokenResolver {
  readonly #partners: PartnerService;
  readonly #publicUrl: string;

  constructor(partners: PartnerService, publicUrl: string) {
    this.#partners = partners;
    this.#publicUrl = publicUrl;
  }

  @AccessFor('partners:manage')
  @AfterStepUp()
  @Mutation(() => IssuePartnerTokenResult, {
    nullable: true,
    description: 'Makes a new link for a partner. Older ones go on working.',
  })
  async issuePartnerToken(
    @Arg('input', () => IssuePartnerTokenInput) input: IssuePartnerTokenInput,
    @Ctx() ctx: Context,
  ): Promise<typeof IssuePartnerTokenResult> {
    const result = await this.#partners.issueToken(ctx, input);
    if (result instanceof Problem) return result;
    return new IssuedPartnerToken(result.token, result.secret, mediaDeskUrl(this.#publicUrl, result.secret));
  }

  @AccessFor('partners:manage')
  @Mutation(() => RevokePartnerTokenResult, { nullable: true, description: 'Works from the next request on.' })
  async revokePartnerToken(
    @Arg('input', () => RevokePartnerTokenInput) { partnerTokenId }: RevokePartnerTokenInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokePartnerTokenResult> {
    const result = await this.#partners.revokeToken(ctx, partnerTokenId);
    return result instanceof Problem ? result : new RevokedPartnerToken(result);
  }

  @AccessFor('partners:manage')
  @Query(() => PartnerTokenConnection, {
    description: 'The links of all partners, or of some, the newest first. No token is ever shown again.',
  })
  async partnerLinks(
    @Args(() => PartnerLinksArgs) args: PartnerLinksArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<PartnerToken>> {
    return loadedPage(await partnerLinkPages.read(ctx, args, info), (id) => findPartnerToken(ctx, id));
  }

  @AccessFor('partners:manage')
  @AtMost(MAX_TOKENS)
  @Query(() => [PartnerToken], {
    description: `The newest ${MAX_TOKENS}.`,
    deprecationReason: 'Use `partnerLinks`, which has pages and filters. Removal on 2027-06-01.',
  })
  partnerTokens(@Ctx() ctx: Context): Promise<PartnerToken[]> {
    return ctx.em.find(PartnerToken, {}, { orderBy: { id: 'desc' }, limit: MAX_TOKENS });
  }

  @FieldResolver(() => Partner)
  partner(@Root() token: PartnerToken): Promise<Partner> {
    return token.partner.loadOrFail({ dataloader: true });
  }
}

/** For `node`. */
export const findPartnerToken = entityFinder(PartnerToken, ({ principal }) =>
  can(principal, 'partners:manage') ? {} : null,
);

/** For `node`: a partner sees itself. */
export const findPartner = entityFinder(Partner, ({ principal }) =>
  can(principal, 'partners:manage') ? {} : { id: principal.subjectId ?? '' },
);

const PartnerConnection = connectionOf(Partner, 'Partner');

@Resolver(() => Partner)
export class PartnerResolver {
  @AccessFor('partners:manage')
  @Query(() => PartnerConnection, { description: 'Who may read the bank through a link, the newest first.' })
  async partners(
    @Args(() => PartnersArgs) args: PartnersArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Partner>> {
    return loadedPage(await partnerPages.read(ctx, args, info), (id) => findPartner(ctx, id));
  }

  @AccessFor('partners:manage')
  @AtMost(MAX_TOKENS_BESIDE)
  @FieldResolver(() => [PartnerToken], {
    nullable: true,
    description: `Its links, the newest first: at most ${MAX_TOKENS_BESIDE}, those that have ended among them. Null for who may not see them. All of them are \`partnerLinks\` with this partner in the filter.`,
  })
  tokens(@Root() partner: Partner, @Ctx() ctx: Context): Promise<PartnerToken[]> {
    return ctx.loader(tokensOfPartners).load(partner.id);
  }
}

@Resolver(() => MediaDesk)
export class MediaDeskResolver {
  readonly #reads: AssetReads;

  constructor(reads: AssetReads) {
    this.#reads = reads;
  }

  @AccessFor('media-desk:read')
  @Query(() => MediaDesk, { description: 'The bank as the partner behind the token sees it.' })
  async mediaDesk(@Ctx() ctx: Context): Promise<MediaDesk> {
    return { partner: await ctx.em.findOneOrFail(Partner, ctx.principal.subjectId!) };
  }

  @FieldResolver(() => AssetConnection, {
    description: `Usable pictures, newest first; at most ${MAX_DESK_PAGE_SIZE} at a time.`,
  })
  assets(
    @Args(() => MediaDeskAssetsArgs) args: MediaDeskAssetsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<AssetView>> {
    return this.#reads.usable.read(ctx, deskPage(args), info);
  }
}
