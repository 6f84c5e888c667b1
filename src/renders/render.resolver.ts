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
import { BriefNotCovered, RenderStatusConflict } from './render.problems.ts';
import { findRender, type RenderReads } from './render.reads.ts';
import type { RenderChange, RenderService } from './render.service.ts';
import { isFinal } from './render.transitions.ts';
import { FAILURE_MESSAGES, RenderFailure } from './render-failure.type.ts';
import { UnderstoodBrief } from './understood-brief.type.ts';

@ObjectType({
  description:
    'The render was queued, now or by an earlier request with this idempotency key. If it hasn’t ended yet, query it by its id.',
})
class RequestedRender {
  @Field(() => Render, {
    nullable: true,
    description: 'The render. Null if part of it could not be read: see `errors`.',
  })
  readonly render: Render;

  @Field(() => Boolean, { description: 'True if an earlier request with this idempotency key created the render.' })
  readonly isReplay: boolean;

  constructor(render: Render, isReplay: boolean) {
    this.render = render;
    this.isReplay = isReplay;
  }
}

const CanceledRender = payloadOf('CanceledRender', 'The render was canceled.', {
  render: changed(() => Render),
  isChanged: field<boolean>(() => Boolean, { description: 'False if the render was already canceled.' }),
});

@ObjectType({ description: 'The render was retried as a new render.' })
class RetriedRender {
  @Field(() => Render, {
    nullable: true,
    description: 'The new render. Null if part of it could not be read: see `errors`.',
  })
  readonly render: Render;

  @Field(() => Boolean, { description: 'False if the render had already been retried. `render` is then that retry.' })
  readonly isNew: boolean;

  constructor({ render, isChanged }: RenderChange) {
    this.render = render;
    this.isNew = isChanged;
  }
}

const CancelRenderResult = resultOf('CancelRender', CanceledRender, [RenderStatusConflict, NotFound]);
const RetryRenderResult = resultOf('RetryRender', RetriedRender, [RenderStatusConflict, NotFound]);
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

  // Callers without a permission to render can draw small, temporary pictures if the sandbox is on. The service checks that.
  @AccessForEveryone()
  @RecordedElsewhere('the renders')
  @Mutation(() => RequestRenderResult, {
    nullable: true,
    description:
      'Draws a picture from a brief, by the model or the embedded engine, as the policy chooses. If the sandbox is on, callers without the permission `renders:request` can try the embedded engine: at most 512 × 512 pixels, with `saveToBank: false`, limited per day, deleted after a day.',
  })
  async requestRender(
    @Arg('input', () => RequestRenderInput) { waitSeconds, ...brief }: RequestRenderInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RequestRenderResult> {
    if (waitSeconds < 0 || waitSeconds > MAX_WAIT_SECONDS) return new InputInvalid([WAIT_OUT_OF_RANGE]);
    const result = await this.#renders.requestRender(ctx, brief);
    if (result instanceof Problem) return result;
    const render = await this.#renders.waitUntilEnded(ctx, result.render, waitSeconds).catch((error) => {
      // The render is already accepted, so the caller gets its id even if the database fails while waiting for the picture.
      if (!lacksDatabase(error) && !isCanceled(error)) throw error;
      return result.render;
    });
    return new RequestedRender(render, result.isReplay);
  }

  // Callers can change their own renders, and all renders with `renders:manage`. The service checks that.
  @AccessFor('renders:request')
  @Mutation(() => CancelRenderResult, {
    nullable: true,
    description:
      'Cancels one of your renders, or any render with the permission `renders:manage`. Its worker stops. A provider can still finish and charge a picture that its model has started.',
  })
  async cancelRender(
    @Arg('input', () => CancelRenderInput) { renderId }: CancelRenderInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CancelRenderResult> {
    const result = await this.#renders.cancel(ctx, renderId);
    return result instanceof Problem ? result : new CanceledRender(result);
  }

  @AccessFor('renders:request')
  @Mutation(() => RetryRenderResult, {
    nullable: true,
    description:
      'Retries a render that failed, was canceled or was aborted: one of yours, or any with the permission `renders:manage`. Creates a new render with the same brief, size and seed, which is yours; the old one stays unchanged.',
  })
  async retryRender(
    @Arg('input', () => RetryRenderInput) { renderId }: RetryRenderInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RetryRenderResult> {
    const result = await this.#renders.retry(ctx, renderId);
    return result instanceof Problem ? result : new RetriedRender(result);
  }

  // Every caller can read their own renders. Anonymous callers can only read a render whose id they know.
  @AccessForEveryone()
  @Query(() => Render, {
    nullable: true,
    description:
      'Render by id: one of yours, or any render with the permission `renders:read-all`. Null if it doesn’t exist or you can’t read it.',
  })
  render(
    @Arg('id', () => ID, { description: 'Id of the render.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Render | null> {
    return this.find(ctx, id);
  }

  @AccessFor('renders:read')
  @Query(() => RenderConnection, {
    description: 'Your renders, or all renders with the permission `renders:read-all`.',
  })
  renders(
    @Args(() => RendersArgs) args: RendersArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Render>> {
    return this.page(ctx, args, info);
  }

  @AccessFor('renders:read')
  @Subscription(() => Render, {
    description: 'Current state of the render, and each later one. Completes when the render has ended.',
    subscribe: sourceIn<RenderResolver, { id: string }>(
      () => RenderResolver,
      (resolver, ctx, { id }) => resolver.progress(ctx, id),
    ),
  })
  renderProgress(
    @Arg('id', () => ID, { description: 'Id of the render.' }) _id: string,
    @Root() render: Render,
  ): Render {
    return render;
  }

  @FieldResolver(() => Asset, {
    nullable: true,
    description:
      'Asset of the picture. Null unless the render has succeeded, if `saveToBank` was false, and after a purge.',
  })
  async asset(@Root() render: Render, @Ctx() ctx: Context): Promise<AssetView | null> {
    return render.asset ? this.#assets.view(ctx, render.asset.id) : null;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Id of the render that this one retries. Null if it isn’t a retry.',
  })
  retryOfId(@Root() render: Render): string | null {
    return render.retryOf?.id ?? null;
  }

  @FieldResolver(() => MediaFile, {
    nullable: true,
    description: 'File of the picture. Null unless the render has succeeded, and after the picture was purged.',
  })
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
      'Details of the request that were not applied because the picture was already in the image bank. Tags are added only if the picture is LIVE and the requester has `assets:write` or drew it in an earlier render; `reason` says why others were not. Empty unless the render has succeeded.',
  })
  notApplied(@Root() render: Render): NotApplied[] {
    return (render.notApplied ?? []) as NotApplied[];
  }

  @FieldResolver(() => UnderstoodBrief, {
    nullable: true,
    description:
      'Interpretation of the brief by the engine. Null unless the render has succeeded, and for a picture by a model.',
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
   * Yields the current state of a render and then each new state. Two changes in quick succession can yield once.
   * @throws Refusal NOT_FOUND if the render doesn't exist, or the caller can't see it
   */
  async *progress(ctx: Context, id: string): AsyncGenerator<Render> {
    let version = 0;
    for await (const _ of this.#renders.changes(id, ctx.signal)) {
      // Forgets the entity that was read for the previous event, because it is outdated.
      ctx.em.clear();
      const render = await this.find(ctx, id);
      if (!render) throw new Refusal('NOT_FOUND', 'This render doesn’t exist, or you can’t read it. Check the id.');
      if (render.version > version) yield render;
      version = render.version;
      if (isFinal(render.status as RenderStatus)) return;
    }
  }

  async page(ctx: Context, args: RendersArgs, info: GraphQLResolveInfo): Promise<Page<Render>> {
    return loadedPage(await this.#reads.pages.read(ctx, args, info), (id) => findRender(ctx, id));
  }

  /** Finds a render by its id, also for the query `node`. */
  find(ctx: Context, id: string): Promise<Render | null> {
    return findRender(ctx, id);
  }
}
