import { GraphQLJSONObject } from 'graphql-scalars';
import {
  Arg,
  Ctx,
  createUnionType,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Asset, type AssetResolver, type AssetView, MediaFile, originalUrl } from '../assets/index.ts';
import { AccessFor } from '../platform/auth/access.ts';
import { actorOf } from '../platform/auth/viewer.ts';
import { Refusal } from '../platform/errors.ts';
import { InputInvalid, Problem } from '../platform/graphql/problem.ts';
import type { RequestContext } from '../platform/graphql/request-context.ts';
import { sourceIn } from '../platform/graphql/subscription-source.ts';
import { Render, RenderFailureReason, type RenderStatus } from './render.entity.ts';
import { RequestRenderInput } from './render.inputs.ts';
import { IdempotencyKeyReused } from './render.problems.ts';
import { MAX_WAIT_SECONDS, type RenderService } from './render.service.ts';
import { isFinal } from './render.transitions.ts';

@ObjectType({ description: 'The brief is accepted. The render goes on if it has not ended yet: ask for it by its id.' })
class RequestedRender {
  @Field(() => Render)
  readonly render: Render;

  @Field(() => Boolean, { description: 'Whether an earlier request with this idempotency key made it.' })
  readonly isReplay: boolean;

  constructor(render: Render, isReplay: boolean) {
    this.render = render;
    this.isReplay = isReplay;
  }
}

@ObjectType({ description: 'Why there is no picture, and what to do.' })
class RenderFailure {
  @Field(() => RenderFailureReason)
  readonly reason!: RenderFailureReason;

  @Field(() => String)
  readonly message!: string;
}

const FAILURE_MESSAGES: Record<RenderFailureReason, string> = {
  ENGINE_ERROR: 'The engine could not draw this. Ask again with another seed or size.',
  ENGINE_TIMEOUT: 'The engine took too long. Ask for a smaller picture.',
  WORKER_LOST: 'The worker was lost several times while drawing. Ask again.',
};

const RequestRenderResult = createUnionType({
  name: 'RequestRenderResult',
  types: () => [RequestedRender, InputInvalid, IdempotencyKeyReused] as const,
});

@Resolver(() => Render)
export class RenderResolver {
  readonly #renders: RenderService;
  readonly #assets: AssetResolver;
  readonly #publicUrl: string;

  constructor(renders: RenderService, assets: AssetResolver, publicUrl: string) {
    this.#renders = renders;
    this.#assets = assets;
    this.#publicUrl = publicUrl;
  }

  @AccessFor('INTEGRATION', 'OPERATOR')
  @Mutation(() => RequestRenderResult, { description: 'Draws a picture from a brief.' })
  async requestRender(
    @Arg('input', () => RequestRenderInput) input: RequestRenderInput,
    @Arg('waitSeconds', () => Int, {
      defaultValue: 0,
      description: `How long to wait for the picture before answering, at most ${MAX_WAIT_SECONDS}.`,
    })
    waitSeconds: number,
    @Ctx() ctx: RequestContext,
  ): Promise<typeof RequestRenderResult> {
    const result = await this.#renders.requestRender(ctx, input);
    if (result instanceof Problem) return result;
    const render = await this.#renders.waitUntilEnded(ctx, result.render, waitSeconds);
    return new RequestedRender(render, result.isReplay);
  }

  @AccessFor('INTEGRATION', 'OPERATOR')
  @Query(() => Render, { nullable: true, description: 'Null when there is none, or it is not yours.' })
  render(@Arg('id', () => ID) id: string, @Ctx() ctx: RequestContext): Promise<Render | null> {
    return this.find(ctx, id);
  }

  @AccessFor('INTEGRATION', 'OPERATOR')
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
  async asset(@Root() render: Render, @Ctx() ctx: RequestContext): Promise<AssetView | null> {
    return render.asset ? this.#assets.view(ctx, render.asset.id) : null;
  }

  @FieldResolver(() => MediaFile, { nullable: true, description: 'The picture. Null until the render has succeeded.' })
  async file(@Root() render: Render, @Ctx() ctx: RequestContext): Promise<MediaFile | null> {
    if (render.asset) return (await this.#assets.view(ctx, render.asset.id))?.file ?? null;
    const { id, sha256, extension, mediaType, byteSize, width, height } = render;
    if (!sha256 || !extension || !mediaType || !byteSize) return null;
    const url = originalUrl(this.#publicUrl, id, extension);
    return { url, mediaType, byteSize, width, height, sha256 };
  }

  @FieldResolver(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'What the engine made of the brief: scene, time of day, weather, colours. Null until it has succeeded.',
  })
  understood(@Root() render: Render): Record<string, unknown> | null {
    return render.understood as Record<string, unknown> | null;
  }

  @FieldResolver(() => RenderFailure, { nullable: true, description: 'Why it failed; null unless FAILED.' })
  failure(@Root() render: Render): RenderFailure | null {
    const reason = render.failureReason as RenderFailureReason | null;
    return reason && { reason, message: FAILURE_MESSAGES[reason] };
  }

  /**
   * Each state of a render from the present one to the last. Two changes that come at once may be one.
   * @throws Refusal NOT_FOUND when there is none, or it is not the caller's.
   */
  async *progress(ctx: RequestContext, id: string): AsyncGenerator<Render> {
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

  /** An integration sees its own renders, an operator all. */
  async find(ctx: RequestContext, id: string): Promise<Render | null> {
    if (ctx.viewer.kind !== 'OPERATOR' && ctx.viewer.kind !== 'INTEGRATION') return null;
    const isOperator = ctx.viewer.kind === 'OPERATOR';
    return ctx.em.findOne(Render, isOperator ? { id } : { id, requestedBy: actorOf(ctx.viewer) });
  }
}
