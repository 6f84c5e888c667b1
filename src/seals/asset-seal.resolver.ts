import DataLoader from 'dataloader';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Asset, type AssetView } from '../assets/index.ts';
import type { Context } from '../platform/context.ts';
import { Seal } from './seal.entity.ts';

/** What seals add to an asset. */
@Resolver(() => Asset)
export class AssetSealResolver {
  @FieldResolver(() => Seal, { nullable: true, description: 'The newest one; null until its bytes are sealed.' })
  seal(@Root() asset: AssetView, @Ctx() ctx: Context): Promise<Seal | null> {
    return ctx.loader(sealsOfAssets).load(asset.id);
  }
}

/** The newest seal of each asset, one query for a whole page. */
const sealsOfAssets = (ctx: Context) =>
  new DataLoader<string, Seal | null>(async (assetIds) => {
    const seals = await ctx.em.find(Seal, { asset: { $in: [...assetIds] } }, { orderBy: { id: 'asc' } });
    const byAsset = new Map(seals.map((seal) => [seal.asset?.id, seal]));
    return assetIds.map((id) => byAsset.get(id) ?? null);
  });
