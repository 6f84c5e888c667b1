import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { loadedPage } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { Viewer } from '../platform/graphql/schema/viewer.ts';
import type { Render } from './render.entity.ts';
import { RendersArgs } from './render.inputs.ts';
import { findRender, type RenderReads } from './render.reads.ts';
import { RenderConnection } from './render.resolver.ts';

/** Adds the field `renders` to the GraphQL type `Viewer`. */
@Resolver(() => Viewer)
export class ViewerRendersResolver {
  readonly #reads: RenderReads;

  constructor(reads: RenderReads) {
    this.#reads = reads;
  }

  @FieldResolver(() => RenderConnection, {
    description: 'Renders that the viewer requested, independent of other renders that it can see.',
  })
  async renders(
    @Root() _viewer: Viewer,
    @Args(() => RendersArgs) args: RendersArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<Render>> {
    return loadedPage(await this.#reads.own.read(ctx, args, info), (id) => findRender(ctx, id));
  }
}
