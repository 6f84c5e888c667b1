import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Asset, type AssetView } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { Seal } from './seal.entity.ts';
import { newestSealOfAsset } from './seal.loaders.ts';

/** Adds the field `seal` to assets. */
@Resolver(() => Asset)
export class AssetSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Newest seal of this asset’s bytes. Null if they aren’t sealed.',
  })
  seal(@Root() asset: AssetView, @Ctx() ctx: Context): Promise<Seal | null> {
    return ctx.loader(newestSealOfAsset).load(asset.id);
  }
}
