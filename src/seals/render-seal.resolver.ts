import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../platform/context.ts';
import { Render } from '../renders/index.ts';
import { Seal } from './seal.entity.ts';
import { newestSealOfAsset } from './seal.loaders.ts';

/** Adds the field `seal` to renders. */
@Resolver(() => Render)
export class RenderSealResolver {
  @FieldResolver(() => Seal, {
    nullable: true,
    description: 'Newest seal of the rendered picture. Null if it isn’t sealed or isn’t in the image bank.',
  })
  async seal(@Root() render: Render, @Ctx() ctx: Context): Promise<Seal | null> {
    return render.asset ? ctx.loader(newestSealOfAsset).load(render.asset.id) : null;
  }
}
