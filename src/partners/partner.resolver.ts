import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  createUnionType,
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
import { AssetConnection, type AssetReads, type AssetView } from '../assets/index.ts';
import { AccessFor } from '../platform/auth/access.ts';
import { actorOf, type Viewer } from '../platform/auth/viewer.ts';
import { PageArgs } from '../platform/graphql/connection.ts';
import type { Page } from '../platform/graphql/page-projection.ts';
import { InputInvalid, NotFound } from '../platform/graphql/problem.ts';
import type { RequestContext } from '../platform/graphql/request-context.ts';
import { Partner, PartnerToken } from './partner.entity.ts';
import { deskPage, MAX_DESK_PAGE_SIZE, partnerIdOf } from './partner.reads.ts';
import type { PartnerService } from './partner.service.ts';

@InputType({ description: 'For whom, and for how long.' })
class IssuePartnerTokenInput {
  @Field(() => String, { description: 'A partner of this name is made when there is none.' })
  partnerName!: string;

  @Field(() => Int, { nullable: true, description: 'Default: 365.' })
  lifetimeDays?: number | null;
}

@ObjectType({ description: 'The token is shown here and never again.' })
class IssuedPartnerToken {
  @Field(() => PartnerToken)
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

@ArgsType()
class MediaDeskAssetsArgs extends PageArgs {
  @Field(() => [String], { nullable: true, description: 'Pictures that have all of these tags.' })
  tags?: string[] | null;
}

@ObjectType({ description: 'What a partner sees.' })
class MediaDesk {
  @Field(() => Partner)
  readonly partner!: Partner;
}

const IssuePartnerTokenResult = createUnionType({
  name: 'IssuePartnerTokenResult',
  types: () => [IssuedPartnerToken, InputInvalid] as const,
});
const RevokePartnerTokenResult = createUnionType({
  name: 'RevokePartnerTokenResult',
  types: () => [PartnerToken, NotFound] as const,
});

export function mediaDeskUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/api/media-desk/${secret}/bank`;
}

function isAdmin(viewer: Viewer): boolean {
  return viewer.kind === 'OPERATOR' && viewer.roles.includes('ADMIN');
}

@Resolver(() => PartnerToken)
export class PartnerTokenResolver {
  readonly #partners: PartnerService;
  readonly #publicUrl: string;

  constructor(partners: PartnerService, publicUrl: string) {
    this.#partners = partners;
    this.#publicUrl = publicUrl;
  }

  @AccessFor('OPERATOR:ADMIN')
  @Mutation(() => IssuePartnerTokenResult, { description: 'Makes a new link for a partner. Older ones go on working.' })
  async issuePartnerToken(
    @Arg('input', () => IssuePartnerTokenInput) input: IssuePartnerTokenInput,
    @Ctx() ctx: RequestContext,
  ): Promise<typeof IssuePartnerTokenResult> {
    const result = await this.#partners.issueToken(ctx.em, { ...input, createdBy: actorOf(ctx.viewer) });
    if (result instanceof InputInvalid) return result;
    return new IssuedPartnerToken(result.token, result.secret, mediaDeskUrl(this.#publicUrl, result.secret));
  }

  @AccessFor('OPERATOR:ADMIN')
  @Mutation(() => RevokePartnerTokenResult, { description: 'Works from the next request on.' })
  revokePartnerToken(
    @Arg('id', () => ID) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<typeof RevokePartnerTokenResult> {
    return this.#partners.revokeToken(ctx.em, id);
  }

  @AccessFor('OPERATOR:ADMIN')
  @Query(() => [PartnerToken], { description: 'All of them, newest first.' })
  partnerTokens(@Ctx() ctx: RequestContext): Promise<PartnerToken[]> {
    return ctx.em.find(PartnerToken, {}, { orderBy: { id: 'desc' }, limit: 500 });
  }

  /** For `node`. */
  async find({ em, viewer }: RequestContext, id: string): Promise<PartnerToken | null> {
    return isAdmin(viewer) ? em.findOne(PartnerToken, id) : null;
  }

  /** For `node`: a partner sees itself. */
  async findPartner({ em, viewer }: RequestContext, id: string): Promise<Partner | null> {
    const isItself = viewer.kind === 'PARTNER' && viewer.partnerId === id;
    return isItself || isAdmin(viewer) ? em.findOne(Partner, id) : null;
  }

  @FieldResolver(() => Partner)
  partner(@Root() token: PartnerToken): Promise<Partner> {
    return token.partner.loadOrFail({ dataloader: true });
  }
}

@Resolver(() => MediaDesk)
export class MediaDeskResolver {
  readonly #reads: AssetReads;

  constructor(reads: AssetReads) {
    this.#reads = reads;
  }

  @AccessFor('PARTNER')
  @Query(() => MediaDesk, { description: 'The bank as the partner behind the token sees it.' })
  async mediaDesk(@Ctx() ctx: RequestContext): Promise<MediaDesk> {
    return { partner: await ctx.em.findOneOrFail(Partner, partnerIdOf(ctx.viewer)) };
  }

  @FieldResolver(() => AssetConnection, {
    description: `Usable pictures, newest first; at most ${MAX_DESK_PAGE_SIZE} at a time.`,
  })
  assets(
    @Args(() => MediaDeskAssetsArgs) args: MediaDeskAssetsArgs,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<AssetView>> {
    return this.#reads.usable.read(ctx, deskPage(args), info);
  }
}
