import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Asset, type AssetView } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { Render } from './render.entity.ts';
import { rendersOfAssets } from './render.reads.ts';

/** Adds the field `render` to the GraphQL type `Asset`. */
@Resolver(() => Asset)
export class AssetRenderResolver {
  @FieldResolver(() => Render, {
    nullable: true,
    description:
      'First render that produced this picture. Null if none did, and for callers without the permission to see all renders.',
  })
  render(@Root() asset: AssetView, @Ctx() ctx: Context): Promise<Render | null> {
    return ctx.loader(rendersOfAssets).load(asset.id);
  }
}
