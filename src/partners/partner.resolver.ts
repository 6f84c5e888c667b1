import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Info,
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
import { newCredential, revokedPayload } from '../platform/credentials/key-payloads.ts';
import type { KeyIssueResult } from '../platform/credentials/key-service.ts';
import { entityFinder, loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf, PageArgs } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { alreadyIssuedField, nullWhenIssued } from '../platform/idempotency/key-fields.ts';
import { mediaDeskUrl } from './media-desk-url.ts';
import { Partner, PartnerLink } from './partner.entity.ts';
import {
  IssuePartnerLinkInput,
  PartnerLinksArgs,
  PartnersArgs,
  RevokePartnerLinkInput,
  RotatePartnerLinkInput,
} from './partner.inputs.ts';
import { PartnerConflict } from './partner.problems.ts';
import { deskPage, linksOfPartners, MAX_DESK_PAGE_SIZE, MAX_LINKS_BESIDE, partnerPages } from './partner.reads.ts';
import type { PartnerService } from './partner.service.ts';
import { partnerLinkPages } from './partner-link.reads.ts';

/** Maximum number of links in the deprecated list. */
const MAX_TOKENS = 500;

const LINK = {
  partnerLink: changed(() => PartnerLink),
  secret: field<string | null>(() => String, {
    nullable: true,
    description: `Token that the link contains. ${nullWhenIssued('link')}`,
  }),
  mediaDeskUrl: field<string | null>(() => String, {
    nullable: true,
    description: `Link for the partner. ${nullWhenIssued('link')}`,
  }),
  alreadyIssued: alreadyIssuedField(),
};
const Issued = payloadOf('IssuedPartnerLink', newCredential('link'), LINK);
const Rotated = payloadOf('RotatedPartnerLink', newCredential('link'), LINK);
const Revoked = revokedPayload('PartnerLink', 'partnerLink', PartnerLink, 'link');

@ArgsType()
class MediaDeskAssetsArgs extends PageArgs {
  @Field(() => [String], { nullable: true, description: 'Only pictures that have all of these tags.' })
  tags?: string[] | null;

  @Field(() => AssetOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: AssetOrder | null;
}

@ObjectType({ description: 'The image bank as a partner sees it.' })
class MediaDesk {
  @Field(() => Partner, { description: 'Partner that the token belongs to.' })
  readonly partner!: Partner;
}

const PartnerLinkConnection = connectionOf(PartnerLink, 'PartnerLink');
const IssuePartnerLinkResult = resultOf('IssuePartnerLink', Issued, [PartnerConflict, IdempotencyKeyReused]);
const RotatePartnerLinkResult = resultOf('RotatePartnerLink', Rotated, [
  NotFound,
  PartnerConflict,
  IdempotencyKeyReused,
]);
const RevokePartnerLinkResult = resultOf('RevokePartnerLink', Revoked, [NotFound]);

@Resolver(() => PartnerLink)
export class PartnerLinkResolver {
  readonly #partners: PartnerService;
  readonly #publicUrl: string;

  constructor(partners: PartnerService, publicUrl: string) {
    this.#partners = partners;
    this.#publicUrl = publicUrl;
  }

  @AccessFor('partners:manage')
  @AfterStepUp()
  @Mutation(() => IssuePartnerLinkResult, {
    nullable: true,
    description: 'Issues a link for a partner. Its other links stay valid.',
  })
  async issuePartnerLink(
    @Arg('input', () => IssuePartnerLinkInput) input: IssuePartnerLinkInput,
    @Ctx() ctx: Context,
  ): Promise<typeof IssuePartnerLinkResult> {
    const result = await this.#partners.issueTokenOnce(ctx, input);
    return result instanceof Problem ? result : new Issued(this.#linkOf(result));
  }

  @AccessFor('partners:manage')
  @AfterStepUp()
  @Mutation(() => RotatePartnerLinkResult, {
    nullable: true,
    description: 'Replaces a link of a partner by a new one. The old one stays valid for `overlapHours`.',
  })
  async rotatePartnerLink(
    @Arg('input', () => RotatePartnerLinkInput) { partnerLinkId, ...rotation }: RotatePartnerLinkInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RotatePartnerLinkResult> {
    const result = await this.#partners.tokens.rotate(ctx, { keyId: partnerLinkId, ...rotation });
    return result instanceof Problem ? result : new Rotated(this.#linkOf(result));
  }

  @AccessFor('partners:manage')
  @Mutation(() => RevokePartnerLinkResult, {
    nullable: true,
    description: 'Revokes a link of a partner. Takes effect with the next request, in other processes within a second.',
  })
  async revokePartnerLink(
    @Arg('input', () => RevokePartnerLinkInput) { partnerLinkId }: RevokePartnerLinkInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokePartnerLinkResult> {
    const result = await this.#partners.tokens.revoke(ctx, partnerLinkId);
    return result instanceof Problem ? result : new Revoked({ partnerLink: result });
  }

  #linkOf({ key, token, alreadyIssued }: KeyIssueResult<PartnerLink>) {
    const url = token === null ? null : mediaDeskUrl(this.#publicUrl, token);
    return { partnerLink: key, secret: token, mediaDeskUrl: url, alreadyIssued };
  }

  @AccessFor('partners:manage')
  @Query(() => PartnerLinkConnection, {
    description: 'Links of all partners, newest first. Tokens aren’t included.',
  })
  async partnerLinks(
    @Args(() => PartnerLinksArgs) args: PartnerLinksArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<PartnerLink>> {
    return loadedPage(await partnerLinkPages.read(ctx, args, info), (id) => findPartnerLink(ctx, id));
  }

  @AccessFor('partners:manage')
  @AtMost(MAX_TOKENS)
  @Query(() => [PartnerLink], {
    description: `The newest ${MAX_TOKENS} links of all partners.`,
    deprecationReason: 'Use `partnerLinks`, which has pages and filters. Removal on 2027-06-01.',
  })
  partnerTokens(@Ctx() ctx: Context): Promise<PartnerLink[]> {
    return ctx.em.find(PartnerLink, {}, { orderBy: { id: 'desc' }, limit: MAX_TOKENS });
  }

  @FieldResolver(() => Partner, { description: 'Partner that the link belongs to.' })
  partner(@Root() token: PartnerLink): Promise<Partner> {
    return token.partner.loadOrFail({ dataloader: true });
  }
}

/** Finds a partner link by its id, for the query `node`. */
export const findPartnerLink = entityFinder(PartnerLink, ({ principal }) =>
  can(principal, 'partners:manage') ? {} : null,
);

/** Finds a partner by its id, for the query `node`. A partner can see itself. */
export const findPartner = entityFinder(Partner, ({ principal }) =>
  can(principal, 'partners:manage') ? {} : { id: principal.subjectId ?? '' },
);

const PartnerConnection = connectionOf(Partner, 'Partner');

@Resolver(() => Partner)
export class PartnerResolver {
  @AccessFor('partners:manage')
  @Query(() => PartnerConnection, {
    description: 'Partners: organisations that read the image bank through a link, newest first.',
  })
  async partners(
    @Args(() => PartnersArgs) args: PartnersArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Partner>> {
    return loadedPage(await partnerPages.read(ctx, args, info), (id) => findPartner(ctx, id));
  }

  @AccessFor('partners:manage')
  @AtMost(MAX_LINKS_BESIDE)
  @FieldResolver(() => [PartnerLink], {
    nullable: true,
    description: `Links of the partner, newest first, ended ones included; at most ${MAX_LINKS_BESIDE}. Null if the caller can’t see them. Use \`partnerLinks\` with this partner in the filter for all.`,
  })
  links(@Root() partner: Partner, @Ctx() ctx: Context): Promise<PartnerLink[]> {
    return ctx.loader(linksOfPartners).load(partner.id);
  }
}

@Resolver(() => MediaDesk)
export class MediaDeskResolver {
  readonly #reads: AssetReads;

  constructor(reads: AssetReads) {
    this.#reads = reads;
  }

  @AccessFor('media-desk:read')
  @Query(() => MediaDesk, { description: 'The image bank as the calling partner sees it.' })
  async mediaDesk(@Ctx() ctx: Context): Promise<MediaDesk> {
    return { partner: await ctx.em.findOneOrFail(Partner, ctx.principal.subjectId!) };
  }

  @FieldResolver(() => AssetConnection, {
    description: `LIVE pictures within their period of use, newest first, at most ${MAX_DESK_PAGE_SIZE} per page.`,
  })
  assets(
    @Args(() => MediaDeskAssetsArgs) args: MediaDeskAssetsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<AssetView>> {
    return this.#reads.usable.read(ctx, deskPage(args), info);
  }
}
