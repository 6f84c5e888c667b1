import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Asset, type AssetView } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { Render } from './render.entity.ts';
import { rendersOfAssets } from './render.reads.ts';

/** What renders add to an asset. */
@Resolver(() => Asset)
export class AssetRenderResolver {
  @FieldResolver(() => Render, {
    nullable: true,
    description: 'The first one that drew it. Null where none did, and for who does not see everybody’s renders.',
  })
  render(@Root() asset: AssetView, @Ctx() ctx: Context): Promise<Render | null> {
    return ctx.loader(rendersOfAssets).load(asset.id);
  }
}
