import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Asset, type AssetView } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { Seal } from './seal.entity.ts';
import { newestSealOfAsset } from './seal.loaders.ts';

/** What seals add to an asset. */
@Resolver(() => Asset)
export class AssetSealResolver {
  @FieldResolver(() => Seal, { nullable: true, description: 'The newest one; null until its bytes are sealed.' })
  seal(@Root() asset: AssetView, @Ctx() ctx: Context): Promise<Seal | null> {
    return ctx.loader(newestSealOfAsset).load(asset.id);
  }
}
