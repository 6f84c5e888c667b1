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
  Subscription,
} from 'type-graphql';
import {
  Asset,
  type AssetReads,
  type AssetView,
  MAX_NOT_APPLIED,
  MediaFile,
  NotApplied,
  originalUrl,
} from '../assets/index.ts';
import { RecordedElsewhere } from '../platform/audit/recorded-elsewhere.ts';
import { AccessFor, AccessForEveryone } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { isCanceled } from '../platform/database/sqlstate.ts';
import { lacksDatabase, Refusal } from '../platform/errors/errors.ts';
import { loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { sourceIn } from '../platform/graphql/schema/subscription-source.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { Render, type RenderFailureReason, type RenderStatus } from './render.entity.ts';
import {
  CancelRenderInput,
  MAX_WAIT_SECONDS,
  RendersArgs,
  RequestRenderInput,
  RetryRenderInput,
} from './render.inputs.ts';
import { BriefNotCovered, RenderStatusUnfit } from './render.problems.ts';
import { findRender, type RenderReads } from './render.reads.ts';
import type { RenderChange, RenderService } from './render.service.ts';
import { isFinal } from './render.transitions.ts';
import { FAILURE_MESSAGES, RenderFailure } from './render-failure.type.ts';
import { UnderstoodBrief } from './understood-brief.type.ts';

@ObjectType({ description: 'The brief is accepted. The render goes on if it has not ended yet: ask for it by its id.' })
class RequestedRender {
  @Field(() => Render, { nullable: true, description: 'Null when part of it could not be read.' })
  readonly render: Render;

  @Field(() => Boolean, { description: 'Whether an earlier request with this idempotency key made it.' })
  readonly isReplay: boolean;

  constructor(render: Render, isReplay: boolean) {
    this.render = render;
    this.isReplay = isReplay;
  }
}

const CanceledRender = payloadOf('CanceledRender', 'The render was canceled.', {
  render: changed(() => Render),
  isChanged: field<boolean>(() => Boolean, { description: 'False if it was canceled before.' }),
});

@ObjectType({ description: 'It is tried again, as a render of its own.' })
class RetriedRender {
  @Field(() => Render, { nullable: true, description: 'The new one. Null when part of it could not be read.' })
  readonly render: Render;

  @Field(() => Boolean, { description: 'False when it was tried again before: then this is that one, as it stands.' })
  readonly isNew: boolean;

  constructor({ render, isChanged }: RenderChange) {
    this.render = render;
    this.isNew = isChanged;
  }
}

const CancelRenderResult = resultOf('CancelRender', CanceledRender, [RenderStatusUnfit, NotFound]);
const RetryRenderResult = resultOf('RetryRender', RetriedRender, [RenderStatusUnfit, NotFound]);
export const RenderConnection = connectionOf(Render, 'Render');
const WAIT_OUT_OF_RANGE = {
  pointer: '/waitSeconds',
  detail: `\`waitSeconds\` must be between 0 and ${MAX_WAIT_SECONDS}.`,
};

const RequestRenderResult = resultOf('RequestRender', RequestedRender, [BriefNotCovered, IdempotencyKeyReused]);

@Resolver(() => Render)
export class RenderResolver {
  readonly #renders: RenderService;
  readonly #reads: RenderReads;
  readonly #assets: AssetReads;
  readonly #publicUrl: string;

  constructor(renders: RenderService, reads: RenderReads, assets: AssetReads, publicUrl: string) {
    this.#renders = renders;
    this.#reads = reads;
    this.#assets = assets;
    this.#publicUrl = publicUrl;
  }

  // Strangers draw small pictures that nobody keeps, where the sandbox is on: the service says so.
  @AccessForEveryone()
  @RecordedElsewhere('the log of renders')
  @Mutation(() => RequestRenderResult, {
    nullable: true,
    description:
      'Draws a picture from a brief, by the model that the policy chooses. Where the sandbox is on, whoever may have none drawn tries the engine of this service: at most 512 by 512 pixels, with `saveToBank: false`, so many a day, forgotten after a day.',
  })
  async requestRender(
    @Arg('input', () => RequestRenderInput) { waitSeconds, ...brief }: RequestRenderInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RequestRenderResult> {
    if (waitSeconds < 0 || waitSeconds > MAX_WAIT_SECONDS) return new InputInvalid([WAIT_OUT_OF_RANGE]);
    const result = await this.#renders.requestRender(ctx, brief);
    if (result instanceof Problem) return result;
    const render = await this.#renders.waitUntilEnded(ctx, result.render, waitSeconds).catch((error) => {
      // It is accepted: whoever asked has to learn its id, whatever keeps us from seeing how it ends.
      if (!lacksDatabase(error) && !isCanceled(error)) throw error;
      return result.render;
    });
    return new RequestedRender(render, result.isReplay);
  }

  // One’s own; anybody’s with `renders:manage`: the service says so.
  @AccessFor('renders:request')
  @Mutation(() => CancelRenderResult, {
    nullable: true,
    description:
      'Ends a render of yours that nobody wants any more. Whoever draws it is told to stop; what a model has begun, its provider may still finish and charge.',
  })
  async cancelRender(
    @Arg('input', () => CancelRenderInput) { id }: CancelRenderInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CancelRenderResult> {
    const result = await this.#renders.cancel(ctx, id);
    return result instanceof Problem ? result : new CanceledRender(result);
  }

  @AccessFor('renders:request')
  @Mutation(() => RetryRenderResult, {
    nullable: true,
    description:
      'Tries a render of yours again that failed, was canceled or was aborted: a new one, with the same brief, size and seed. What has ended stays as it ended.',
  })
  async retryRender(
    @Arg('input', () => RetryRenderInput) { id }: RetryRenderInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RetryRenderResult> {
    const result = await this.#renders.retry(ctx, id);
    return result instanceof Problem ? result : new RetriedRender(result);
  }

  // One’s own, whoever one is: strangers know theirs by its id.
  @AccessForEveryone()
  @Query(() => Render, { nullable: true, description: 'Null when there is none, or it is not yours.' })
  render(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<Render | null> {
    return this.find(ctx, id);
  }

  @AccessFor('renders:read')
  @Query(() => RenderConnection, { description: 'One’s own, or everybody’s for who may see them.' })
  renders(
    @Args(() => RendersArgs) args: RendersArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Render>> {
    return this.page(ctx, args, info);
  }

  @AccessFor('renders:read')
  @Subscription(() => Render, {
    description: 'The render as it is now, and after every change. Completes when it has ended.',
    subscribe: sourceIn<RenderResolver, { id: string }>(
      () => RenderResolver,
      (resolver, ctx, { id }) => resolver.progress(ctx, id),
    ),
  })
  renderProgress(@Arg('id', () => ID) _id: string, @Root() render: Render): Render {
    return render;
  }

  @FieldResolver(() => Asset, {
    nullable: true,
    description: 'Null until it has succeeded, or when it was not to be saved.',
  })
  async asset(@Root() render: Render, @Ctx() ctx: Context): Promise<AssetView | null> {
    return render.asset ? this.#assets.view(ctx, render.asset.id) : null;
  }

  @FieldResolver(() => ID, { nullable: true, description: 'Of the render that this one tries again; else null.' })
  retryOfId(@Root() render: Render): string | null {
    return render.retryOf?.id ?? null;
  }

  @FieldResolver(() => MediaFile, { nullable: true, description: 'The picture. Null until the render has succeeded.' })
  async file(@Root() render: Render, @Ctx() ctx: Context): Promise<MediaFile | null> {
    if (render.asset) return (await this.#assets.view(ctx, render.asset.id))?.file ?? null;
    const { id, sha256, extension, mediaType, byteSize, imageWidth: width, imageHeight: height } = render;
    if (!sha256 || !extension || !mediaType || !byteSize || !width || !height) return null;
    return {
      url: originalUrl(this.#publicUrl, { id, extension }),
      mediaType,
      byteSize,
      width,
      height,
      sha256,
    };
  }

  @AtMost(MAX_NOT_APPLIED)
  @FieldResolver(() => [NotApplied], {
    description:
      'Details of the request that were not applied, because the picture was in the bank before. It got the tags of the request where the requester can tag it: with `assets:write`, or because an earlier render of the requester drew it. Empty until the render has succeeded.',
  })
  notApplied(@Root() render: Render): NotApplied[] {
    return (render.notApplied ?? []) as NotApplied[];
  }

  @FieldResolver(() => UnderstoodBrief, {
    nullable: true,
    description:
      'Interpretation of the brief by the engine. Null until the render has succeeded, and for a picture by a model.',
  })
  understood(@Root() render: Render): UnderstoodBrief | null {
    return render.understood as UnderstoodBrief | null;
  }

  @FieldResolver(() => RenderFailure, {
    nullable: true,
    description: 'Reason for the failure. Null unless FAILED or BLOCKED.',
  })
  failure(@Root() render: Render): RenderFailure | null {
    const reason = render.failureReason as RenderFailureReason | null;
    return reason && { reason, message: FAILURE_MESSAGES[reason] };
  }

  /**
   * Each state of a render from the present one to the last. Two changes that come at once may be one.
   * @throws Refusal NOT_FOUND when there is none, or it is not the caller's.
   */
  async *progress(ctx: Context, id: string): AsyncGenerator<Render> {
    let version = 0;
    for await (const _ of this.#renders.changes(id, ctx.signal)) {
      // What was read for the last event says nothing of now.
      ctx.em.clear();
      const render = await this.find(ctx, id);
      if (!render) throw new Refusal('NOT_FOUND', 'There is no such render, or it is not yours.');
      if (render.version > version) yield render;
      version = render.version;
      if (isFinal(render.status as RenderStatus)) return;
    }
  }

  async page(ctx: Context, args: RendersArgs, info: GraphQLResolveInfo): Promise<Page<Render>> {
    return loadedPage(await this.#reads.pages.read(ctx, args, info), (id) => findRender(ctx, id));
  }

  /** For `node`, too. */
  find(ctx: Context, id: string): Promise<Render | null> {
    return findRender(ctx, id);
  }
}
